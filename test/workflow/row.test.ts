/** The status line row through a day's work: what it shows after each event. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { CASE_MS, Project } from "./project.ts";
import { enter, type Session } from "./session.ts";

setDefaultTimeout(CASE_MS);

const ID = "i-[0-9a-hjkmnp-tv-z]{6}";

/** What is done, and the row after it. */
type Step = readonly [events: readonly string[], row: string];

/** Fires the events of each step and gives the rows, an id in them replaced by `<id>`. */
async function rowsAfter(session: Session, steps: readonly Step[]): Promise<Step[]> {
  const seen: Step[] = [];
  for (const [events] of steps) {
    for (const event of events) {
      if (event === "(prompt)") expect((await session.prompt()).out).toBe("{}\n");
      else await session.go(event);
    }
    seen.push([events, (await session.row()).replace(new RegExp(`\\b${ID}$`), "<id>")]);
  }
  return seen;
}

describe("A: the row", () => {
  // covers: smllm-row-nothing
  test("A1 unbound: nothing, and {} as JSON", async () => {
    using project = new Project("fix", "ask");
    const plain = await project.statusline({ host: "never" });
    expect(plain).toMatchObject({ code: 0, out: "", err: "" });
    const json = await project.statusline({ host: "never" }, ["--json"]);
    expect(json).toMatchObject({ code: 0, out: "{}\n", err: "" });
  });

  // covers: smllm-row-nothing, smllm-row-exit
  test("A2 garbage in: nothing, and {} as JSON", async () => {
    using project = new Project("fix", "ask");
    await project.start("a");
    for (const stdin of ["not json", "", '{"session_id":7}', "[]"]) {
      expect(await project.statusline(stdin)).toMatchObject({ code: 0, out: "" });
      expect(await project.statusline(stdin, ["--json"])).toMatchObject({ code: 0, out: "{}\n" });
    }
  });

  // covers: smllm-row-nothing
  test("A4 no config: the start of a session is passed over, the row is empty", async () => {
    using project = new Project();
    expect(await project.startHook("a")).toMatchObject({ code: 0, out: "{}\n", err: "" });
    expect(await project.row("a")).toBe("");
  });

  // covers: smllm-row-forms, smllm-row-json
  test("A5 bound, idle: said so, with the nine keys and no other", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    expect(await a.row()).toBe("smllm idle");
    const printed = await project.statusline({ host: "a" }, ["--json"]);
    expect(printed.out.endsWith("\n")).toBe(true);
    expect(JSON.parse(printed.out)).toStrictEqual({
      session: a.key,
      idle: true,
      machine: null,
      state: null,
      visit: null,
      yielded: false,
      instance: null,
      interrupted: null,
      paused: 0,
    });
  });

  // covers: smllm-row-forms, smllm-engine-visits, smllm-yield, smllm-hook-prompt, smllm-engine-final
  test("A6 a day's work: each step has its row", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    const steps: readonly Step[] = [
      [[enter("fix", "T-1")], "smllm fix › CODE · ticket T-1"],
      [["ready"], "smllm fix › CHECKUP · ticket T-1"],
      [["redo why=x"], "smllm fix › CODE (visit 2) · ticket T-1"],
      [["ready"], "smllm fix › CHECKUP (visit 2) · ticket T-1"],
      [["redo why=y"], "smllm fix › CODE (visit 3) · ticket T-1"],
      [["yield"], "smllm fix › CODE (visit 3) · ticket T-1 · yielded"],
      [["ready"], "smllm fix › CHECKUP (visit 3) · ticket T-1"],
      [["yield note=waiting"], "smllm fix › CHECKUP (visit 3) · ticket T-1 · yielded"],
      [["(prompt)"], "smllm fix › CHECKUP (visit 3) · ticket T-1"],
      [["ship"], "smllm idle"],
    ];
    expect(await rowsAfter(a, steps)).toEqual([...steps]);
  });

  // covers: smllm-row-forms, smllm-ids
  test("A8 default kind: instance, with its id for want of a ref", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go("enter stateMachine=ask");
    expect(await a.row()).toMatch(new RegExp(`^smllm ask › OPEN · instance ${ID}$`));
    expect(a.key).toMatch(/^sm-[0-9a-hjkmnp-tv-z]{6}$/);
  });

  // covers: smllm-pause, smllm-unmatched-idle, smllm-one-interrupted, smllm-resume-idle
  // covers: smllm-enter-known, smllm-enter-jump
  test("A9 paused, interrupted, resume: each step has its row", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    const before: readonly Step[] = [
      [[enter("fix", "T-1"), "pause"], "smllm idle · 1 paused"],
      [[enter("fix", "T-2"), "pause"], "smllm idle · 2 paused"],
      [[enter("fix", "T-3"), "ready", "unmatched"], "smllm idle · 1 interrupted · 2 paused"],
      [["enter stateMachine=ask"], "smllm ask › OPEN · instance <id>"],
      [["answered"], "smllm idle · 1 interrupted · 2 paused"],
      [["resume"], "smllm fix › CHECKUP (visit 2) · ticket T-3"],
    ];
    expect(await rowsAfter(a, before)).toEqual([...before]);

    await a.go("unmatched", enter("fix", "T-4"));
    expect(await a.go("unmatched")).toContain("T-3");
    expect(await a.row()).toBe("smllm idle · 1 interrupted · 3 paused");

    const after: readonly Step[] = [
      [["resume"], "smllm fix › CODE (visit 2) · ticket T-4"],
      [["ready"], "smllm fix › CHECKUP · ticket T-4"],
      [["ship"], "smllm idle · 3 paused"],
      [[enter("fix", "T-1")], "smllm fix › CODE (visit 2) · ticket T-1"],
      [["pause", enter("fix", "T-1", "CHECKUP")], "smllm fix › CHECKUP · ticket T-1"],
    ];
    expect(await rowsAfter(a, after)).toEqual([...after]);
  });

  // covers: smllm-row-forms, smllm-row-json, smllm-unmatched-idle
  test("A10 only one part: interrupted work alone", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "unmatched");
    expect(await a.row()).toBe("smllm idle · 1 interrupted");
    expect(await a.json()).toMatchObject({
      interrupted: { status: "interrupted", label: "T-1" },
      instance: null,
      paused: 0,
    });
  });

  // covers: smllm-row-paused
  test("A12 many: twelve paused, counted by every session", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    const b = await project.start("b");
    for (let ticket = 1; ticket <= 12; ticket++) await a.go(enter("fix", `T-${ticket}`), "pause");
    expect(await a.row()).toBe("smllm idle · 12 paused");
    expect(await b.row()).toBe("smllm idle · 12 paused");
  });

  // covers: smllm-row-moved, smllm-row-reads-only, smllm-takeover
  test("A13 the instance moved: idle for the one, held by the other, nothing written", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    const b = await project.start("b");
    await a.go(enter("fix", "T-5"));
    await b.go(enter("fix", "T-5"));
    const before = readFileSync(a.path);
    expect(await a.row()).toBe("smllm idle");
    expect(readFileSync(a.path)).toEqual(before);
    expect(a.record().holding).toMatchObject({ machine: "fix" });
    expect(await a.json()).toMatchObject({ instance: null, idle: true });
    expect(await b.row()).toBe("smllm fix › CODE (visit 2) · ticket T-5");
  });

  // covers: smllm-row-moved, smllm-resume-idle
  test("A14 interrupted instance taken over: the slot shows nothing, and resume says who has it", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    const b = await project.start("b");
    await a.go(enter("fix", "T-5"), "unmatched");
    await b.go(enter("fix", "T-5"));
    expect(await a.row()).toBe("smllm idle");
    expect((await a.json()).interrupted).toBeNull();
    const resumed = await a.fire("resume");
    expect(resumed.code).toBe(1);
    expect(resumed.out).toContain(b.key);
    expect(a.record().interrupted).toBeNull();
  });

  // covers: smllm-enter-reopens, smllm-engine-visits
  test("A29 reopened work: at an entry point alone, and visits go on", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go(enter("fix", "T-8", "CHECKUP"));
    expect(await a.row()).toBe("smllm fix › CHECKUP · ticket T-8");
    await a.go("ship");
    expect(await a.row()).toBe("smllm idle");
    const refused = await a.fire(enter("fix", "T-8"));
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^error: .*CODE.*CHECKUP/m);
    await a.go(enter("fix", "T-8", "CODE"));
    expect(await a.row()).toBe("smllm fix › CODE · ticket T-8");
    await a.go("ready");
    expect(await a.row()).toBe("smllm fix › CHECKUP (visit 2) · ticket T-8");
  });

  // covers: smllm-row-forms
  test("A28 yield then pause: no word of it in the row, the flag stays until a prompt", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "yield", "pause");
    expect(await a.row()).toBe("smllm idle · 1 paused");
    expect(await a.json()).toMatchObject({ idle: true, yielded: true });
    await a.prompt();
    expect((await a.json()).yielded).toBe(false);
  });
});
