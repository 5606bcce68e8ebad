/** The official client and raw lines against the program's MCP server, over its standard input and output. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { CASE_MS, Project } from "../workflow/project.ts";
import { programPath } from "./program.ts";

setDefaultTimeout(CASE_MS);

const REVISIONS: readonly (readonly [version: string, options: ClientOptions])[] = [
  ["2025-06-18", { supportedProtocolVersions: ["2025-06-18"] }],
  ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

/** A connected client, and the call of the tool by it. */
async function connect(project: Project, options: ClientOptions = {}) {
  const client = new Client({ name: "test", version: "1" }, options);
  const faults: Error[] = [];
  client.onerror = (error) => faults.push(error);
  const transport = new StdioClientTransport({
    command: await programPath(),
    args: ["flow", "mcp"],
    cwd: project.folder,
    env: { ...project.env },
    stderr: "ignore",
  });
  await client.connect(transport);
  return {
    client,
    faults,
    async call(given: Record<string, unknown>, name = "smllm") {
      const result = await client.callTool({ name, arguments: given });
      const [content] = result.content as readonly { readonly text?: string }[];
      return { text: content?.text ?? "", isError: result.isError === true };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The whole life of a server that is given these bytes and then the end of its input. */
async function serve(project: Project, stdin: string) {
  const { code, out, err } = await project.smllm(["mcp"], { stdin });
  const lines = out === "" ? [] : out.trimEnd().split("\n");
  return { code, err, messages: lines.map((line) => JSON.parse(line)) };
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const HELLO = line({
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
});
const callLine = (id: number, given: object) =>
  line({ id, method: "tools/call", params: { name: "smllm", arguments: given } });

describe.each(REVISIONS)("the official client of revision %s", (version, options) => {
  // covers: smllm-mcp-revisions, smllm-mcp-tool, smllm-mcp-keyless
  test("connects, lists the one tool, enters without a key, looks, and ends the work", async () => {
    using project = new Project("fix");
    await using session = await connect(project, options);
    const { client, call, faults } = session;
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain("yield");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["smllm"]);
    const entered = await call({
      event: "enter",
      params: { stateMachine: "fix", ticketId: "T-1" },
    });
    expect(entered.isError).toBe(false);
    const key = /session (sm-\w+)/.exec(entered.text)?.[1] ?? "";
    const record = await Bun.file(join(project.userState, "sessions", `${key}.json`)).json();
    expect(record).toMatchObject({ harness: "mcp", hostSession: null, cwd: project.folder });
    expect((await call({ session: key })).text).toContain("- ready — The repair is in place.");
    expect((await call({ session: key, event: "ready" })).text).toContain("Look it over.");
    expect((await call({ session: key, event: "ship" })).text).toContain("State machines:");
    expect(faults).toEqual([]);
  });

  // covers: smllm-mcp-malformed, smllm-mcp-unknown-tool
  test("is told what is wrong: as a result where it is about arguments, else as an error", async () => {
    using project = new Project("fix");
    await using session = await connect(project, options);
    const { call } = session;
    const wrong: readonly (readonly [given: Record<string, unknown>, names: string])[] = [
      [{ session: 7 }, "session"],
      [{ event: {} }, "event"],
      [{ params: ["a"] }, "params"],
      [{ event: "enter", params: { stateMachine: "fix", ticketId: 12 } }, "ticketId"],
      [{}, "session"],
      [{ event: "yield" }, "session"],
      [{ session: "sm-zzzzzz" }, "sm-zzzzzz"],
      [{ session: "../../escape", event: "enter" }, "../../escape"],
    ];
    for (const [given, names] of wrong) {
      const { isError, text } = await call(given);
      expect([given, isError]).toEqual([given, true]);
      expect(text).toMatch(/^error: /);
      expect(text).toContain(names);
    }
    await expect(call({}, "other")).rejects.toMatchObject({ code: -32602 });
    expect(existsSync(join(project.userState, "sessions"))).toBe(false);
  });
});

// covers: smllm-mcp-pipelined
test("sixty calls of the official client at once: all answered, each kept", async () => {
  using project = new Project("fix");
  await using session = await connect(project);
  const { call } = session;
  const { text } = await call({ event: "enter", params: { stateMachine: "fix" } });
  const key = /session (sm-\w+)/.exec(text)?.[1] ?? "";
  const calls = Array.from({ length: 60 }, () => call({ session: key, event: "yield" }));
  const answers = await Promise.all(calls);
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  const [only] = [...project.instances("fix").values()];
  expect(only?.record.version).toBe(61);
});

test("a session that is broken on disk, a config that vanishes: an error each, and the server goes on", async () => {
  using project = new Project("fix");
  const a = await project.start("a");
  const b = await project.start("b");
  await using session = await connect(project);
  const { call } = session;
  writeFileSync(join(project.userState, "sessions", `${a.key}.json`), "{ nope");
  const broken = await call({ session: a.key });
  expect(broken).toMatchObject({ isError: true, text: expect.stringMatching(/^error: /) });
  expect((await call({ session: b.key })).text).toContain("· idle");
  rmSync(join(project.smllmFolder, "config.toml"));
  expect((await call({ session: b.key })).text).toContain("· idle");
  expect((await call({ event: "enter", params: { stateMachine: "fix" } })).isError).toBe(true);
});

// covers: smllm-mcp-garbage, smllm-mcp-ends
test("raw lines with garbage between: what is a message is answered, and stdout holds nothing else", async () => {
  using project = new Project("fix");
  const enter = { event: "enter", params: { stateMachine: "fix" } };
  const huge = `${"x".repeat(11 * 1024 * 1024)}\n`;
  const { code, err, messages } = await serve(
    project,
    `garbage\n${HELLO}\u0000\u001b[2J\n[]\n${huge}${callLine(1, enter)}{"jsonrpc":"2.0"}\n${callLine(2, {})}`,
  );
  expect(code).toBe(0);
  expect(messages.map(({ id }) => id)).toEqual([0, 1, 2]);
  expect(messages[1].result.content[0].text).toContain("fix › CODE");
  expect(err).toContain("bytes was passed over");
  expect(err).not.toContain("\u001b");
});

// covers: smllm-mcp-ends
test("the end of the input in the middle of a message, at once, or after a call without a line end: it ends", async () => {
  using project = new Project("fix");
  expect(await serve(project, "")).toEqual({ code: 0, err: "", messages: [] });
  const cut = await serve(project, `${HELLO}{"jsonrpc":"2.0","id":1,"method":"tools/ca`);
  expect(cut.code).toBe(0);
  expect(cut.messages.map(({ id }) => id)).toEqual([0]);
  const whole = await serve(project, `${HELLO}${callLine(1, {}).trimEnd()}`);
  expect(whole.messages.map(({ id }) => id)).toEqual([0, 1]);
});

test("a guard that prints: nothing of it gets among the messages", async () => {
  using project = new Project("gate");
  project.edit("gate", (text) => text.replace("test -s", "echo noise; test -s"));
  const enter = { event: "enter", params: { stateMachine: "gate", notePath: "memo.txt" } };
  const first = await serve(project, HELLO + callLine(1, enter));
  const key = /session (sm-\w+)/.exec(first.messages[1].result.content[0].text)?.[1];
  const submit = await serve(project, HELLO + callLine(1, { session: key, event: "submit" }));
  expect(submit.messages).toHaveLength(2);
  expect(submit.messages[1].result.content[0].text).toContain("WRITE (visit 2)");
});
