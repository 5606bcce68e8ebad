/** Events, guards and visits: what a machine does when it is driven from a shell. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CASE_MS, Project } from "./project.ts";
import { enter, errorIn, instructionsIn } from "./session.ts";

setDefaultTimeout(CASE_MS);

/** The machine of the first fixture with other actions on `redo`. */
function withRedo(project: Project, transition: string): void {
  project.edit("fix", (text) => text.replace("redo: CODE", `redo: ${transition}`));
}

describe("B: events, guards, visits", () => {
  // covers: smllm-engine-setref, smllm-engine-params
  test("B2 setRef: wanted, checked, set once, the same again is fine, another's is not", async () => {
    using project = new Project("gate");
    const a = await project.start("a");
    await a.go("enter stateMachine=gate");
    const missing = await a.fire("named");
    expect(missing.code).toBe(1);
    expect(errorIn(missing.out)).toContain("notePath");
    const bad = await a.fire("named notePath=BAD");
    expect(bad.code).toBe(1);
    expect(errorIn(bad.out)).toContain("^[a-z]+\\.txt$");
    await a.go("named notePath=memo.txt");
    expect(await a.row()).toBe("smllm gate › WRITE · note memo.txt");
    await a.go("named notePath=memo.txt");
    expect(await a.row()).toBe("smllm gate › WRITE · note memo.txt");
    const other = await a.fire("named notePath=other.txt");
    expect(other.code).toBe(1);
    expect(errorIn(other.out)).toContain("memo.txt");
    const b = await project.start("b");
    await b.go("enter stateMachine=gate");
    const taken = await b.fire("named notePath=memo.txt");
    expect(taken.code).toBe(1);
    expect(errorIn(taken.out)).toContain("memo.txt");
    expect((await b.json()).instance?.ref).toBeNull();
  });

  // covers: smllm-engine-always, smllm-engine-visits-guard, smllm-text-arrival, smllm-text-guards
  // covers: smllm-engine-first-passing
  test("B3 always and visits: back twice for want of the file, then to the state for help", async () => {
    using project = new Project("gate");
    const a = await project.start("a");
    await a.go("enter stateMachine=gate", "named notePath=memo.txt");
    const back = await a.go("submit");
    expect(await a.row()).toBe("smllm gate › WRITE (visit 2) · note memo.txt");
    expect(back).toContain("Arrived by: submit from WRITE via PROBE\n");
    expect(back).toMatch(/^Guard: command `test -s "\$SMLLM_REF"` → false/m);
    expect(back).toContain("Guard: visits WRITE ≥ 3 → false (visits: 1)\n");
    await a.go("submit");
    expect(await a.row()).toBe("smllm gate › WRITE (visit 3) · note memo.txt");
    const stuck = await a.go("submit");
    expect(await a.row()).toBe("smllm gate › STUCK · note memo.txt");
    expect(stuck).toContain("Guard: visits WRITE ≥ 3 → true (visits: 3)\n");
    await a.go("unstuck");
    expect(await a.row()).toBe("smllm gate › WRITE (visit 4) · note memo.txt");
  });

  // covers: smllm-engine-final, smllm-store-shelves, smllm-run-cwd
  test("B4 guard passes: completed, then the idle list, and kept as done", async () => {
    using project = new Project("gate");
    const a = await project.start("a");
    await a.go("enter stateMachine=gate", "named notePath=memo.txt");
    project.write("memo.txt", "Remember.\n");
    const reply = await a.go("submit");
    expect(reply).toMatch(/completed(?:.|\n)*\nState machines:\n- gate/i);
    expect(await a.row()).toBe("smllm idle");
    const { shelf, record } = project.instance("gate", "memo.txt");
    expect({ shelf, status: record.status, holder: record.holder }).toEqual({
      shelf: "done",
      status: "completed",
      holder: null,
    });
  });

  // covers: smllm-engine-visits
  test("a target that is the own state: a visit only if it reenters", async () => {
    using project = new Project("gate");
    const a = await project.start("a");
    await a.go("enter stateMachine=gate notePath=memo.txt", "poke");
    expect(await a.row()).toBe("smllm gate › WRITE · note memo.txt");
    await a.go("retry");
    expect(await a.row()).toBe("smllm gate › WRITE (visit 2) · note memo.txt");
  });

  // covers: smllm-unmatched-fallback
  test("a fallback: unmatched goes there, resume back, and again from there to idle", async () => {
    using project = new Project("ask");
    const a = await project.start("a");
    await a.go("enter stateMachine=ask", "unmatched");
    expect(await a.json()).toMatchObject({ state: "SIDE", visit: 1, interrupted: null });
    await a.go("resume");
    expect(await a.json()).toMatchObject({ state: "OPEN", visit: 2 });
    await a.go("unmatched", "unmatched");
    expect(await a.json()).toMatchObject({ idle: true, interrupted: { status: "interrupted" } });
  });

  // covers: smllm-text-menu, smllm-param-descriptions
  test("B6 menu wording slots: the state's words for a parameter, then the declared ones", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "ready");
    const { reason } = JSON.parse((await a.stop()).out) as { readonly reason: string };
    const redo = [
      "- redo — The look-over found a gap.",
      "    why (required): Which point of the list.",
      "    size (optional, one of: small, large)",
      "- ship — Nothing left to find.",
    ];
    expect(reason).toContain(`${redo.join("\n")}\n`);
  });

  // covers: smllm-engine-action-fails, smllm-text-failures, smllm-run-details
  test("B7 failing action never blocks: its list's other commands are left out, no more", async () => {
    using project = new Project("fix");
    withRedo(
      project,
      `{ target: CODE, actions: [
        { type: command, params: { run: 'exit 3' } },
        { type: command, params: { run: 'touch ran' } },
        { type: prompt, params: { text: Tell. } } ] }`,
    );
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "ready");
    const reply = await a.go("redo why=x");
    expect(await a.row()).toBe("smllm fix › CODE (visit 2) · ticket T-1");
    expect(reply).toMatch(/^Action failed: CHECKUP transition actions\[0\] command: exited 3$/m);
    expect(project.exists("ran")).toBe(false);
    expect(instructionsIn(reply)).toBe("Tell.\n\nRepair it.");
  });

  // covers: smllm-run-env, smllm-run-names, smllm-run-forms
  test("B8 environment only: a value is no shell text, a list has no shell", async () => {
    using project = new Project("fix");
    withRedo(
      project,
      `{ target: CODE, actions: [
        { type: command, params: { run: 'printf "%s" "$SMLLM_PARAM_WHY" > out' } },
        { type: command, params: { run: ["touch", "$SMLLM_REF"] } } ] }`,
    );
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "ready", ["redo", "why=$(touch pwned)"]);
    expect(project.read("out")).toBe("$(touch pwned)");
    expect(project.exists("pwned")).toBe(false);
    expect(project.exists("$SMLLM_REF")).toBe(true);
    const validated = await project.smllm(["validate", "--warnings"]);
    expect(validated.code).toBe(0);
    expect(validated.out).toMatch(/warning: .*SMLLM_.*\(DEC-9\)\n0 errors, 1 warnings, 0 info\n$/);
  });

  // covers: smllm-run-env
  test("the variables of an action: session, places, work and event, as they are then", async () => {
    using project = new Project("fix");
    withRedo(
      project,
      `{ target: CODE, actions: { type: command, params: { run: 'env | grep ^SMLLM_ | sort > seen' } } }`,
    );
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "ready", "redo why=x size=small");
    const { id } = project.instance("fix", "T-1").record;
    expect(project.read("seen").trimEnd().split("\n")).toEqual([
      "SMLLM_EVENT=redo",
      "SMLLM_FROM=CHECKUP",
      `SMLLM_INSTANCE=${String(id)}`,
      "SMLLM_MACHINE=fix",
      "SMLLM_PARAM_SIZE=small",
      "SMLLM_PARAM_WHY=x",
      "SMLLM_REF=T-1",
      `SMLLM_SESSION=${a.key}`,
      "SMLLM_STATE=CHECKUP",
      "SMLLM_TO=CODE",
    ]);
  });

  // covers: smllm-engine-order, smllm-shared-actions
  test("B10 order of text: exit, transition, shared before, own, shared after", async () => {
    using project = new Project("fix");
    const prompt = (text: string) => `{ type: prompt, params: { text: ${text} } }`;
    project.edit("fix", (text) =>
      text
        .replace(
          "  events:",
          `  sharedActions:
    - { states: [CODE], position: after, entry: ${prompt("Shared after.")} }
    - { states: [CODE], position: before, entry: ${prompt("Shared before.")} }
  events:`,
        )
        .replace(
          "    on:\n      redo: CODE",
          `    exit: ${prompt("Left.")}
    on:
      redo: { target: CODE, actions: ${prompt("Moved.")} }`,
        ),
    );
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "ready");
    const reply = await a.go("redo why=x");
    const texts = ["Left.", "Moved.", "Shared before.", "Repair it.", "Shared after."];
    expect(reply).toContain(`<instructions>\n${texts.join("\n\n")}\n</instructions>`);
  });

  // covers: smllm-engine-rejected
  test("a rejected event: not a byte of the store changes", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "ready");
    const before = project.prints();
    const lines = ["bogus", "redo", "redo why=x size=huge", "redo why=x other=y", "ship why=x"];
    for (const line of [...lines, "resume", "listPaused", "enter stateMachine=fix"]) {
      expect([line, (await a.fire(line)).code]).toEqual([line, 1]);
    }
    expect(project.prints()).toEqual(before);
  });

  // covers: smllm-store-history
  test("a history line: who, what, from, to, with what, and what happened on the way", async () => {
    using project = new Project("gate");
    const a = await project.start("a");
    await a.go("enter stateMachine=gate notePath=memo.txt", "submit");
    const { id } = project.instance("gate", "memo.txt").record;
    const path = join(project.smllmFolder, `state/gate/history/${String(id)}.jsonl`);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    const entry = JSON.parse(lines[1] ?? "") as Record<string, unknown>;
    expect(Object.keys(entry)).toEqual(["at", "session", "event", "from", "to", "params", "trace"]);
    expect(entry).toMatchObject({ session: a.key, event: "submit", from: "WRITE", to: "WRITE" });
    expect(entry.trace).toContain("Passed through: PROBE");
  });
});
