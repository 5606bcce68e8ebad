import { expect, test } from "bun:test";
import { type ServeToolOptions, serveTool, type ToolAnswer } from "./serve-tool.ts";

const ENVELOPE = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

interface Response {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What the server says to the given input until it ends. */
async function say(
  input: readonly (string | object)[],
  own: Partial<ServeToolOptions> = {},
): Promise<{ responses: readonly Response[]; warned: readonly string[]; out: string }> {
  let out = "";
  const warned: string[] = [];
  await serveTool({
    version: "1.2.3",
    answer: async ({ event = "view" }) => ({ ok: true, text: `at ${event}` }),
    input: (async function* () {
      for (const part of input) {
        const text = typeof part === "string" ? part : `${JSON.stringify(part)}\n`;
        yield new TextEncoder().encode(text);
      }
    })(),
    write(text) {
      out += text;
      return true;
    },
    warn: (text) => warned.push(text),
    ...own,
  });
  const lines = out === "" ? [] : out.trimEnd().split("\n");
  return { responses: lines.map((line) => JSON.parse(line)), warned, out };
}

const callOf = (id: number, args: unknown, more: object = {}, name = "smllm") => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args, ...more },
});
const textOf = ({ result }: Response = {}) =>
  (result?.content as readonly { text: string }[] | undefined)?.[0]?.text;

// covers: smllm-mcp-revisions
test("a client of 2025-06-18: initialize with name, version and rules; the call is answered", async () => {
  const { responses } = await say([
    INITIALIZE,
    { jsonrpc: "2.0", method: "notifications/initialized" },
    callOf(1, { event: "go" }),
  ]);
  expect(responses).toHaveLength(2);
  const [hello, answer] = responses;
  expect(hello?.result).toMatchObject({
    protocolVersion: "2025-06-18",
    serverInfo: { name: "smllm", version: "1.2.3" },
    capabilities: { tools: {} },
  });
  expect(hello?.result?.instructions).toContain("yield");
  expect(answer?.result).toEqual({ content: [{ type: "text", text: "at go" }] });
});

// covers: smllm-mcp-revisions
test("a client of 2026-07-28: discovery, the list with how long it may be kept, and the call", async () => {
  const { responses } = await say([
    { jsonrpc: "2.0", id: 1, method: "server/discover", params: ENVELOPE },
    { jsonrpc: "2.0", id: 2, method: "tools/list", params: ENVELOPE },
    callOf(3, { event: "go" }, ENVELOPE),
  ]);
  const byId = new Map(responses.map((response) => [response.id, response]));
  expect(byId.get(1)?.result?.supportedVersions).toContain("2026-07-28");
  expect(byId.get(2)?.result).toMatchObject({
    ttlMs: expect.any(Number),
    cacheScope: "public",
    tools: [{ name: "smllm", inputSchema: { type: "object" } }],
  });
  expect(textOf(byId.get(3))).toBe("at go");
});

// covers: smllm-mcp-tool
test("the list: one tool whose members are two texts and an object of texts, none required", async () => {
  const { responses } = await say([INITIALIZE, { jsonrpc: "2.0", id: 1, method: "tools/list" }]);
  const tools = responses[1]?.result?.tools as Record<string, Record<string, unknown>>[];
  expect(tools).toHaveLength(1);
  const [tool] = tools;
  expect(tool?.inputSchema?.required).toBeUndefined();
  expect(tool?.inputSchema?.properties).toMatchObject({
    session: { type: "string" },
    event: { type: "string" },
    params: { type: "object", additionalProperties: { type: "string" } },
  });
});

// covers: smllm-mcp-malformed
test("malformed arguments: a tool error that names the member, and nothing is run", async () => {
  const asked: unknown[] = [];
  const { responses } = await say(
    [
      INITIALIZE,
      callOf(1, { session: 7 }),
      callOf(2, { event: null }),
      callOf(3, { params: [] }),
      callOf(4, { params: { why: "x", size: 3 } }),
    ],
    {
      answer: async (call) => {
        asked.push(call);
        return { ok: true, text: "" };
      },
    },
  );
  const answers = responses.slice(1);
  expect(answers.map(({ result }) => result?.isError)).toEqual([true, true, true, true]);
  for (const [at, name] of ["session", "event", "params", '"size"'].entries()) {
    expect(textOf(answers[at])).toMatch(/^error: /);
    expect(textOf(answers[at])).toContain(name);
  }
  expect(asked).toEqual([]);
});

// covers: smllm-mcp-unknown-tool
test("another tool: invalid params of the protocol", async () => {
  const { responses } = await say([INITIALIZE, callOf(1, {}, {}, "other")]);
  expect(responses[1]?.error).toMatchObject({ code: -32602 });
  expect(responses[1]?.error?.message).toContain("other");
});

test("an answer that is no, and one that throws: tool errors, and the next call works", async () => {
  const answers: readonly (() => ToolAnswer)[] = [
    () => ({ ok: false, text: "<smllm>no</smllm>" }),
    () => {
      throw new Error("the store is gone");
    },
    () => ({ ok: true, text: "fine" }),
  ];
  let at = 0;
  const { responses } = await say([INITIALIZE, callOf(1, {}), callOf(2, {}), callOf(3, {})], {
    answer: async () => (answers[at++] as () => ToolAnswer)(),
  });
  expect(
    responses.slice(1).map((response) => [response.result?.isError, textOf(response)]),
  ).toEqual([
    [true, "<smllm>no</smllm>"],
    [true, "error: the store is gone"],
    [undefined, "fine"],
  ]);
});

// covers: smllm-mcp-pipelined
test("calls sent at once: never two at work, all answered although the input has ended", async () => {
  let working = 0;
  let most = 0;
  const calls = Array.from({ length: 20 }, (_, at) => callOf(at + 1, {}));
  const { responses } = await say([INITIALIZE, ...calls], {
    answer: async () => {
      working += 1;
      most = Math.max(most, working);
      await Bun.sleep(1);
      working -= 1;
      return { ok: true, text: "done" };
    },
  });
  expect(most).toBe(1);
  expect(responses.filter((response) => textOf(response) === "done")).toHaveLength(20);
});

test("a call taken back while it waits: it is not run", async () => {
  const run: (string | undefined)[] = [];
  const { responses } = await say(
    [
      INITIALIZE,
      callOf(1, { event: "slow" }),
      callOf(2, { event: "late" }),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } },
    ],
    {
      answer: async ({ event }) => {
        run.push(event);
        await Bun.sleep(20);
        return { ok: true, text: "done" };
      },
    },
  );
  expect(run).toEqual(["slow"]);
  expect(responses.map(({ id }) => id)).toEqual([0, 1]);
});

// covers: smllm-mcp-garbage
test("garbage, a batch, a line too long, deep nesting, split bytes, no last line end: the rest is answered", async () => {
  const long = JSON.stringify(callOf(1, { event: "x".repeat(5000) }));
  const call = JSON.stringify(callOf(2, { event: "gö" }));
  const bytes = new TextEncoder().encode(call);
  const cut = bytes.indexOf(0xc3) + 1;
  const input = [
    "not json\n{\n\u0000\n\r\n\n",
    INITIALIZE,
    `[${JSON.stringify(callOf(9, {}))}]\n`,
    `${long}\n`,
    `${"[".repeat(3000)}\n`,
  ];
  const { responses, warned, out } = await say([], {
    maxMessageBytes: 4096,
    input: (async function* () {
      for (const part of input) {
        const text = typeof part === "string" ? part : `${JSON.stringify(part)}\n`;
        yield new TextEncoder().encode(text);
      }
      yield bytes.slice(0, cut);
      yield bytes.slice(cut);
    })(),
  });
  const refused = responses.filter(({ error }) => error?.code === -32600);
  expect(refused.map(({ id }) => id)).toEqual([9]);
  const answered = responses.filter(({ error }) => error === undefined);
  expect(answered.map(({ id }) => id)).toEqual([0, 2]);
  expect(textOf(answered[1])).toBe("at gö");
  expect(warned.filter((text) => text.includes("no JSON-RPC"))).toHaveLength(5);
  expect(warned.filter((text) => text.includes("4096 bytes"))).toHaveLength(1);
  expect(out).not.toContain("passed over");
});

// covers: smllm-mcp-garbage
test("a request whose form is wrong: an error with its id, as somebody waits for it", async () => {
  const { responses } = await say([
    INITIALIZE,
    { jsonrpc: "2.0", id: 7, method: "tools/call", params: [] },
    { jsonrpc: "1.0", id: "a", method: "tools/list" },
    { jsonrpc: "2.0", id: { no: 1 }, method: "tools/list" },
    { jsonrpc: "2.0", id: 8, result: {} },
    callOf(9, {}),
  ]);
  const told = new Map<unknown, unknown>(responses.map(({ id, error }) => [id, error?.code]));
  expect(told).toEqual(
    new Map<unknown, unknown>([
      [0, undefined],
      [7, -32600],
      ["a", -32600],
      [9, undefined],
    ]),
  );
});

// covers: smllm-mcp-ends
test("nothing at all, half a message: the server ends without a word", async () => {
  expect((await say([])).out).toBe("");
  expect((await say(['{"jsonrpc":"2.0","id":1,"meth'])).out).toBe("");
});

// covers: smllm-mcp-ends
test("nobody reads any more: the server ends, though its input goes on", async () => {
  let given = 0;
  await serveTool({
    version: "1",
    answer: async () => ({ ok: true, text: "" }),
    input: (async function* () {
      for (;;) {
        given += 1;
        yield new TextEncoder().encode(`${JSON.stringify({ ...INITIALIZE, id: given })}\n`);
        await Bun.sleep(1);
      }
    })(),
    write: () => false,
    warn: () => undefined,
  });
  expect(given).toBeGreaterThan(0);
});
