/** Firing events from a shell and through the tool: what is refused, listed, kept and shown again. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { McpClient } from "./mcp-client.ts";
import { CASE_MS, Project } from "./project.ts";
import { enter, errorIn, instructionsIn, offeredIn, type Session } from "./session.ts";
import { readJson } from "./state.ts";

setDefaultTimeout(CASE_MS);

const AT_ONCE = 60;

/** Pauses tickets T-1 to T-`count`, in that order. */
async function pauseTickets(session: Session, count: number): Promise<void> {
  for (let ticket = 1; ticket <= count; ticket++) {
    await session.go(enter("fix", `T-${ticket}`), "pause");
  }
}

/** Labels in a list of paused tickets, as they stand. */
const pausedIn = (text: string) =>
  [...text.matchAll(/^- ticket (T-[0-9]+) \(fix\) at CODE$/gm)].map(([, label]) => label);

const countDown = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `T-${from - index}`);

describe("D: tool and commands", () => {
  // covers: smllm-fire-unknown, smllm-fire-params, smllm-usage-writes-nothing, smllm-exit-codes
  test("D2 usage: an unknown key and a parameter without = are exit 2 and change nothing", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    const before = project.prints();
    const unknown = await project.smllm(["fire", "--session", "sm-zzzzzz", "pause"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toMatch(/^error: .*sm-zzzzzz/);
    expect((await a.fire(["enter", "oops"])).code).toBe(2);
    const keyless = await project.smllm(["fire", "pause"]);
    expect(keyless).toMatchObject({ code: 2, out: "" });
    expect(project.prints()).toEqual(before);

    const twice = await a.fire(`${enter("fix", "T-1")} ticketId=T-1`);
    expect(twice.code).toBe(1);
    expect(errorIn(twice.out)).toContain("ticketId");
    await a.go(enter("fix", "T-1"), "ready", "redo why=b=c");
    const { path, record } = project.instance("fix", "T-1");
    const history = join(path, "../../history", `${String(record.id)}.jsonl`);
    expect(readFileSync(history, "utf8")).toContain('"why":"b=c"');
  });

  // covers: smllm-enter-params, smllm-enter-new, smllm-engine-params, smllm-text-rejection
  test("D3 idle rejections: each names what would do, and shows the menu", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go(enter("fix", "T-99"), "pause");
    const cases: readonly (readonly [line: string, words: readonly string[]])[] = [
      ["pause", ["pause"]],
      ["enter", ["stateMachine"]],
      ["enter stateMachine=nope", ["fix", "ask"]],
      ["enter stateMachine=fix ref=x", ["stateMachine", "ticketId", "state"]],
      ["enter stateMachine=fix ticketId=zzz", ["^T-[0-9]+$"]],
      ["enter stateMachine=fix ticketId=T-1 state=SHIPPED", ["SHIPPED", "CODE", "CHECKUP"]],
      ["resume", ["resume"]],
      ["listPaused", ["listPaused"]],
    ];
    for (const [line, words] of cases) {
      const { code, out } = await a.fire(line);
      expect([line, code]).toEqual([line, 1]);
      const error = errorIn(out);
      expect(words.filter((word) => !error.includes(word))).toEqual([]);
      expect(offeredIn(out)).toEqual(["enter"]);
      expect(instructionsIn(out)).toBe("");
    }
  });

  // covers: smllm-list-paused, smllm-text-idle-list
  test("D4 listPaused: ten and a count in the list, all twelve on demand, nothing written", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await pauseTickets(a, 12);
    const shown = await project.smllm(["session", "show", a.key]);
    expect(shown.code).toBe(0);
    expect(pausedIn(shown.out)).toEqual(countDown(12, 3));
    expect(shown.out).toMatch(/^…and 2 more paused: .*listPaused/m);
    expect(offeredIn(shown.out)).toEqual(["enter", "listPaused"]);
    const before = project.prints();
    const listed = await a.fire("listPaused");
    expect(listed.code).toBe(0);
    expect(pausedIn(listed.out)).toEqual(countDown(12, 1));
    expect((await a.fire("listPaused x=1")).code).toBe(1);
    expect(project.prints()).toEqual(before);
  });

  // covers: smllm-mcp-pipelined, smllm-store-history, smllm-engine-monotone
  test("D6 pipelining: sixty calls at once, each kept", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    const version = Number(project.instance("fix", "T-1").record.version);
    await using client = await McpClient.connect(project);
    const calls = Array.from({ length: AT_ONCE }, () =>
      client.call({ session: a.key, event: "yield" }),
    );
    const results = await Promise.all(calls);
    expect(results.filter(({ isError }) => isError)).toEqual([]);
    expect(a.record()).toMatchObject({ key: a.key, yielded: true });
    const { path, record } = project.instance("fix", "T-1");
    expect(record.version).toBe(version + AT_ONCE);
    const history = readFileSync(join(path, `../../history/${String(record.id)}.jsonl`), "utf8");
    expect(history.match(/"event":"yield"/g)).toHaveLength(AT_ONCE);
  });

  // covers: smllm-mcp-reloads
  test("D7 edit while serving: a text of the same length, at the same time, is seen", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    await using client = await McpClient.connect(project);
    const first = await client.call({ session: a.key });
    expect(instructionsIn(first.text)).toBe("Repair it.");
    const { atime, mtime } = statSync(project.machinePath("fix"));
    project.edit("fix", (text) => text.replace("Repair it.", "Rebuilt it"));
    utimesSync(project.machinePath("fix"), atime, mtime);
    const second = await client.call({ session: a.key });
    expect(instructionsIn(second.text)).toBe("Rebuilt it");
  });

  // covers: smllm-instance-show, smllm-json-alone, smllm-store-history
  test("D8 history and show: every event in order, visits by name, an unknown one is exit 2", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "ready", "redo why=x", "ready", "redo why=y", "yield");
    await a.go("ready", "yield note=waiting", "ship");
    const json = await project.smllm(["instance", "show", "T-1", "--json"]);
    expect(json.code).toBe(0);
    const { instance, history } = JSON.parse(json.out) as {
      readonly instance: Record<string, unknown>;
      readonly history: readonly Record<string, unknown>[];
    };
    expect(instance).toMatchObject({ ref: "T-1", status: "completed" });
    expect(history.map(({ event }) => event).join(" ")).toBe(
      "enter ready redo ready redo yield ready yield ship",
    );
    expect(history[0]).toMatchObject({ from: null, to: "CODE" });
    const yields = history.filter(({ event }) => event === "yield");
    for (const { from, to } of yields) expect(from).toBe(to);
    expect(yields[1]?.params).toEqual({ note: "waiting" });

    const text = await project.smllm(["instance", "show", "T-1"]);
    expect(text.out).toMatch(/^fix T-1 \(i-[0-9a-z]{6}\)\n/);
    expect(text.out).toContain("\nstate: SHIPPED  status: completed  holder: -\n");
    expect(text.out).toContain("\nvisits: CHECKUP=3 CODE=3 SHIPPED=1\n");
    expect(text.out).toContain("\n      note = waiting\n");
    const unknown = await project.smllm(["instance", "show", "T-2"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toMatch(/^error: .*T-2/);
  });

  // covers: smllm-store-race, smllm-store-refs
  test("D10 race on a new ref: one instance, and the other goes on with it or is refused", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    const b = await project.start("b");
    for (let round = 1; round <= 8; round++) {
      const ref = `T-${round}`;
      const ended = await Promise.all([a.fire(enter("fix", ref)), b.fire(enter("fix", ref))]);
      const codes = ended.map(({ code }) => code);
      expect(codes.filter((code) => code !== 0 && code !== 1)).toEqual([]);
      expect(codes).toContain(0);
      const records = [...readdirAll(project)].filter((record) => record.ref === ref);
      expect(records).toHaveLength(1);
      const holder = records[0]?.holder;
      const rows = [await a.row(), await b.row()];
      const held = `smllm fix › CODE · ticket ${ref}`;
      const other = `smllm fix › CODE (visit 2) · ticket ${ref}`;
      expect(rows.filter((row) => row === held || row === other)).toHaveLength(1);
      const keeper = holder === a.key ? a : b;
      await keeper.go("pause");
      for (const session of [a, b]) {
        if (session !== keeper) await session.stop();
      }
    }
  });
});

/** Every record of the first fixture, whatever its label. */
function* readdirAll(project: Project): Generator<Record<string, unknown>> {
  for (const shelf of ["active", "interrupted", "paused", "done"]) {
    const folder = join(project.smllmFolder, "state/fix", shelf);
    let names: readonly string[] = [];
    try {
      names = readdirSync(folder);
    } catch {
      continue;
    }
    for (const name of names) yield readJson(join(folder, name));
  }
}
