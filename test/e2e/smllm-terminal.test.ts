/** What smllm shows on a terminal: colours where they may be, and nothing that the terminal would obey. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startPty } from "../../src/testing/pty.ts";
import { CASE_MS, Project } from "../workflow/project.ts";
import { programPath } from "./program.ts";

setDefaultTimeout(CASE_MS);

const CALL_MS = 20_000;

interface Shown {
  readonly code: number;
  readonly screen: readonly string[];
  readonly bytes: string;
}

/** Calls the program on a terminal of its own. */
async function onTerminal(
  project: Project,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const pty = startPty([await programPath(), "flow", ...args], {
    cols: 100,
    rows: 40,
    cwd: project.folder,
    env: { ...project.env, TERM: "xterm-256color", ...env },
  });
  try {
    const code = await Promise.race([pty.exited, Bun.sleep(CALL_MS).then(() => -1)]);
    await pty.rest(100, CALL_MS);
    const screen = pty.screen().filter((row) => row !== "");
    return { code, screen, bytes: new TextDecoder().decode(pty.raw()) };
  } finally {
    await pty.end();
  }
}

// covers: smllm-graph-text, smllm-graph-colours
describe("graph", () => {
  test("on a terminal: the same characters in colours; with NO_COLOR and in a pipe without", async () => {
    using project = new Project("gate");
    const piped = await project.smllm(["graph"]);
    expect(piped.out).not.toContain("\x1b");
    const coloured = await onTerminal(project, ["graph"]);
    expect(coloured.code).toBe(0);
    expect(coloured.screen.join("\n")).toBe(piped.out.trimEnd());
    expect(coloured.bytes).toMatch(/\x1b\[1;?[\d;]*mgate/);
    const plain = await onTerminal(project, ["graph"], { NO_COLOR: "1" });
    expect(plain.screen).toEqual(coloured.screen);
    expect(plain.bytes).not.toContain("\x1b[");
    const json = await onTerminal(project, ["graph", "--json"]);
    expect(json.bytes).not.toContain("\x1b[");
  });

  test("one machine of two has errors: the other is drawn, and a line on stderr says so", async () => {
    using project = new Project("fix", "ask");
    project.edit("ask", (text) => text.replace("CLOSED:", "SHUT:"));
    const { code, out, err } = await project.smllm(["graph"]);
    expect(code).toBe(0);
    expect(out).toStartWith("fix (initial CODE)\n");
    expect(out).not.toContain("ask");
    expect(err).toMatch(/^error: .*smllm validate\n$/);
    const asked = await project.smllm(["graph", "ask"]);
    expect(asked).toMatchObject({ code: 2, out: "" });
    expect(asked.err).toContain("smllm validate");
  });
});

const HOSTILE = "Do\\e]0;title\\a it\\u202e \\e[31mnow\\n\\tthen.";

// covers: smllm-hostile-machine, smllm-terminal-harmless
describe("words of an author that a terminal would obey", () => {
  test("in a pipe they stay as they are, for the agent; on a terminal they are harmless", async () => {
    using project = new Project("fix");
    project.edit("fix", (text) => text.replace("text: Repair it.", `text: "${HOSTILE}"`));
    const enter = ["fire", "enter", "--param", "stateMachine=fix"];
    const piped = await project.smllm([...enter, "--param", "ticketId=T-1"]);
    expect(piped.out).toContain("Do\x1b]0;title\x07 it\u202e \x1b[31mnow\n\tthen.\n");
    const shown = await onTerminal(project, [...enter, "--param", "ticketId=T-2"]);
    expect(shown.code).toBe(0);
    expect(shown.bytes).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202e]/);
    expect(shown.screen).toContain("Do]0;title it [31mnow");
    const key = /session (sm-\w+)/.exec(piped.out)?.[1] ?? "";
    const view = await onTerminal(project, ["session", "show", key]);
    expect(view.screen).toContain("Do]0;title it [31mnow");
    expect(view.bytes).not.toContain("\x1b");
  });
});

describe("values of records", () => {
  // covers: smllm-instance-show, smllm-instance-list, smllm-session-list
  test("a ref and a parameter of control bytes, a folder of such a name: one line each, harmless", async () => {
    using project = new Project("ask");
    const folder = join(project.root, "a\x1b[31m\nb");
    project.write("../a\x1b[31m\nb/x", "");
    const env = { SMLLM_CONFIG: join(project.smllmFolder, "config.toml") };
    const ref = "R\x1b[2J\nforged  line";
    const enter = ["fire", "enter", "--param", "stateMachine=ask", "--param", `ref=${ref}`];
    const entered = await project.smllm(enter, { cwd: folder, env });
    expect(entered.code).toBe(0);
    const id = project.instance("ask", ref).record.id;
    const instances = await project.smllm(["instance", "list"]);
    expect(instances.out).toMatch(
      /^ask {2}R[^\n]*forged {2}line \(i-\w+\) {2}OPEN {2}active {2}held by sm-\w+\n$/,
    );
    const sessions = await project.smllm(["session", "list"]);
    expect(sessions.out.trimEnd().split("\n")).toHaveLength(1);
    const story = await project.smllm(["instance", "show", String(id)]);
    const [head = "", state, visits, history, event, machine, given, ...rest] =
      story.out.split("\n");
    expect(head).toMatch(/^ask R.*forged {2}line \(i-\w+\)$/);
    expect(state).toMatch(/^state: OPEN {2}status: active {2}holder: sm-\w+$/);
    expect([visits, history]).toEqual(["visits: OPEN=1", "history:"]);
    expect(event).toMatch(/^ {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}sm-\w+ {2}enter {2}→ OPEN$/);
    expect(machine).toBe("      stateMachine = ask");
    expect(given).toBe("      ref = R\\x1b[2J\\nforged  line");
    expect(rest).toEqual([""]);
    for (const { out } of [instances, sessions, story])
      expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });

  // covers: smllm-instance-show
  test("a ref that two machines have: exit 2 with both ids, each of which shows its own", async () => {
    using project = new Project("fix", "ask");
    const enter = (machine: string, param: string) =>
      project.smllm(["fire", "enter", "--param", `stateMachine=${machine}`, "--param", param]);
    await enter("fix", "ticketId=T-1");
    await enter("ask", "ref=T-1");
    const { code, out, err } = await project.smllm(["instance", "show", "T-1"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const machine of ["fix", "ask"]) {
      const id = String(project.instance(machine, "T-1").record.id);
      expect(err).toContain(`${id} of ${machine}`);
      const shown = await project.smllm(["instance", "show", id]);
      expect(shown.out).toStartWith(`${machine} T-1 (${id})\n`);
    }
  });

  // covers: smllm-instance-list, smllm-session-list
  test("where no config is: empty lists; a drawing has nothing to draw, exit 2", async () => {
    using project = new Project();
    expect(await project.smllm(["instance", "list"])).toMatchObject({
      code: 0,
      out: "no instances\n",
    });
    const json = await project.smllm(["session", "list", "--json"]);
    expect(json).toMatchObject({ code: 0, out: '{"sessions":[]}\n' });
    const graph = await project.smllm(["graph"]);
    expect(graph).toMatchObject({ code: 2, out: "" });
    expect(graph.err).toContain("smllm init");
  });

  // covers: smllm-list-broken
  test("a file that is no session: told on stderr, the others are listed", async () => {
    using project = new Project("fix");
    await project.start("a");
    const broken = join(project.userState, "sessions/sm-000000.json");
    writeFileSync(broken, "{ nope");
    const { code, out, err } = await project.smllm(["session", "list"]);
    expect(code).toBe(0);
    expect(out.split("\n")).toHaveLength(2);
    expect(err).toBe(`smllm: no readable session: ${broken}\n`);
  });
});
