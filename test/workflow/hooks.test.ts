/** The hooks of a harness: what a session start tells the agent, and when a stop is held. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ended } from "../e2e/program.ts";
import { CASE_MS, contextOf, Project } from "./project.ts";
import { enter, instructionsIn, offeredIn, type Session } from "./session.ts";

setDefaultTimeout(CASE_MS);

/** What a stop hook decided; the reason or the text on stderr with it. */
function decisionOf({ code, out, err }: Ended): {
  readonly decision: string;
  readonly text: string;
} {
  expect(code).toBe(0);
  expect(out.split("\n")).toHaveLength(2);
  const answer = JSON.parse(out) as { readonly decision?: string; readonly reason?: string };
  if (answer.decision !== undefined) {
    expect(err).toBe("");
    return { decision: answer.decision, text: answer.reason ?? "" };
  }
  expect(answer).toEqual({});
  return { decision: err === "" ? "allow" : "runaway", text: err };
}

const stopOf = async (session: Session, active?: boolean) => decisionOf(await session.stop(active));

describe("C: hooks and stop", () => {
  // covers: smllm-hook-session-start, smllm-hook-same-session, smllm-hook-output, smllm-text-idle-list
  test("C1 session start: one line of JSON with the idle list; the same id gets the same key", async () => {
    using project = new Project("fix");
    const started = await project.startHook("a");
    expect(started).toMatchObject({ code: 0, err: "" });
    expect(started.out.split("\n")).toHaveLength(2);
    const { hookSpecificOutput } = JSON.parse(started.out) as {
      readonly hookSpecificOutput: Record<string, unknown>;
    };
    expect(Object.keys(hookSpecificOutput)).toEqual(["hookEventName", "additionalContext"]);
    expect(hookSpecificOutput.hookEventName).toBe("SessionStart");
    const context = contextOf(started);
    expect(context).toStartWith("<smllm>");
    for (const part of ["session sm-", "· idle", "State machines:", "- fix — "]) {
      expect(context).toContain(part);
    }
    const again = await project.start("a");
    expect(context).toContain(again.key);
    expect((await project.start("b")).key).not.toBe(again.key);
  });

  // covers: smllm-hook-session-start, smllm-text-view
  test("C2 resume inside a machine: where it is, with instructions and menu, no new visit", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    const resumed = await project.start("a", { source: "resume" });
    expect(resumed.key).toBe(a.key);
    expect(resumed.context).toContain("fix › CODE · ticket T-1\n");
    expect(instructionsIn(resumed.context)).toBe("Repair it.");
    expect(offeredIn(resumed.context)).toEqual(["ready", "yield", "pause", "unmatched"]);
    expect(await a.row()).toBe("smllm fix › CODE · ticket T-1");
  });

  // covers: smllm-stop-table, smllm-stop-allow, smllm-hook-prompt
  test("C3 stop table: held until an event, and again after each; a yield lets go until a prompt", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    expect((await stopOf(a)).decision).toBe("allow");
    await a.go(enter("fix", "T-7"));
    const held = await stopOf(a);
    expect(held.decision).toBe("block");
    expect(offeredIn(held.text)).toEqual(["ready", "yield", "pause", "unmatched"]);
    expect(held.text).not.toContain("<instructions>");
    const runaway = await stopOf(a, true);
    expect(runaway.decision).toBe("runaway");
    expect(runaway.text).toContain("<events>");
    await a.go("ready");
    expect((await stopOf(a, true)).decision).toBe("block");
    expect((await stopOf(a, true)).decision).toBe("runaway");
    expect((await a.fire("bogus")).code).toBe(1);
    expect((await stopOf(a, true)).decision).toBe("runaway");
    await a.go("yield");
    expect((await stopOf(a)).decision).toBe("allow");
    expect((await a.prompt()).out).toBe("{}\n");
    expect((await stopOf(a)).decision).toBe("block");
  });

  // covers: smllm-stop-table
  test("C4 first stop already active: held all the same", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    expect((await stopOf(a, true)).decision).toBe("block");
  });

  // covers: smllm-stop-moved, smllm-engine-moved
  test("C5 moved, told once: the holder and the idle list, then it may stop", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    const b = await project.start("b");
    await a.go(enter("fix", "T-5"));
    await b.go(enter("fix", "T-5"));
    const told = await stopOf(a);
    expect(told.decision).toBe("block");
    expect(told.text).toMatch(new RegExp(`^error: .*${b.key}`, "m"));
    expect(told.text).toContain("State machines:");
    expect(a.record().holding).toBeNull();
    expect((await stopOf(a)).decision).toBe("allow");
  });

  // covers: smllm-engine-unconfigured, smllm-engine-lets-go, smllm-stop-allow
  test("C6 unconfigured: it may stop, events are refused, pause lets go, the work goes on later", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go(enter("fix", "T-6"));
    const text = readFileSync(project.machinePath("fix"), "utf8");
    project.edit("fix", (whole) => `${whole}  : [\n`);
    const before = project.prints();
    expect((await stopOf(a)).decision).toBe("allow");
    expect((await a.fire("yield")).code).toBe(1);
    expect(project.prints()).toEqual(before);

    const { path } = project.instance("fix", "T-6");
    const instance = readFileSync(path, "utf8");
    const paused = await a.go("pause");
    expect(paused).toContain(`session ${a.key} · idle\n`);
    expect(a.record().holding).toBeNull();
    expect(readFileSync(path, "utf8")).toBe(instance);
    expect(project.instance("fix", "T-6").record).toMatchObject({ status: "active" });

    writeFileSync(project.machinePath("fix"), text);
    const entered = await a.go(enter("fix", "T-6"));
    expect(entered).not.toContain("took over");
    expect(await a.row()).toBe("smllm fix › CODE (visit 2) · ticket T-6");
  });

  // covers: smllm-hook-unconfigured
  test("C8 no config: {} from all three, and nothing is made", async () => {
    using project = new Project();
    for (const name of ["session-start", "user-prompt-submit", "stop"]) {
      const ended = await project.hook(name, { session_id: "a", cwd: project.folder });
      expect(ended).toMatchObject({ code: 0, out: "{}\n", err: "" });
    }
    expect(existsSync(join(project.root, "state"))).toBe(false);
  });

  test("C8 no config and no home: {} from all three; with a config the start tells that there is no place", async () => {
    using project = new Project();
    const env = { HOME: "", XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" };
    const call = (name: string) =>
      project.hook(name, { session_id: "a", cwd: project.folder }, { env });
    for (const name of ["session-start", "user-prompt-submit", "stop"]) {
      expect(await call(name)).toMatchObject({ code: 0, out: "{}\n", err: "" });
    }
    project.write(".smllm/config.toml", "[machines]\n");
    const started = await call("session-start");
    expect(started).toMatchObject({ code: 1, out: "" });
    expect(started.err).toContain("XDG_STATE_HOME");
    expect(await call("stop")).toMatchObject({ code: 0, out: "{}\n", err: "" });
  });

  // covers: smllm-config-needs-machines, smllm-init-harness-only
  test("C9 harness-only config: no hook is on; init adds the machines and keeps the table", async () => {
    using project = new Project();
    const table = '[harness.claude]\nwithout = ["mcp"]\n';
    project.write(".smllm/config.toml", table);
    expect((await project.startHook("a")).out).toBe("{}\n");
    expect(existsSync(join(project.root, "state"))).toBe(false);
    expect((await project.smllm(["init"])).code).toBe(0);
    const text = project.read(".smllm/config.toml");
    expect(text).toContain("[machines]");
    expect(text).toEndWith(table);
    expect((await project.startHook("a")).out).toContain("additionalContext");
  });

  // covers: smllm-takeover
  test("C10 takeover note: from whom, and when it was last seen", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    const b = await project.start("b");
    await a.go(enter("fix", "T-5"));
    const entered = await b.go(enter("fix", "T-5"));
    const time = "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} UTC";
    expect(entered).toMatch(new RegExp(`^.*${a.key}.*${time}.*$`, "m"));
  });

  // covers: smllm-hook-output
  test("an unknown hook, an unknown harness, a broken store: exit 1, nothing on stdout", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    const unknown = await project.hook("pre-tool-use", { session_id: "a" });
    const foreign = await project.smllm(["harness", "hook", "nobody", "stop"], { stdin: "{}" });
    writeFileSync(a.path, "{ nope");
    const broken = await project.hook("stop", { session_id: "a" });
    for (const ended of [unknown, foreign, broken]) {
      expect(ended).toMatchObject({ code: 1, out: "" });
      expect(ended.err).toStartWith("error: ");
    }
  });

  // covers: smllm-hook-bad-input
  test("broken input: read as none; a start without an id makes a session that is not bound", async () => {
    using project = new Project("fix");
    for (const input of ["", "not json", "[]", '{"session_id":7}']) {
      const started = await project.hook("session-start", input);
      expect(started.code).toBe(0);
      expect(contextOf(started)).toContain("· idle");
      expect((await project.hook("stop", input)).out).toBe("{}\n");
      expect((await project.hook("user-prompt-submit", input)).out).toBe("{}\n");
    }
    expect(existsSync(join(project.userState, "bindings"))).toBe(false);
  });
});
