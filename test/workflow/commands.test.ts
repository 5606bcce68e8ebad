/** The other commands: help, lists, views, events without a session, and what lies on disk after them. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { programPath } from "../e2e/program.ts";
import { CASE_MS, Project } from "./project.ts";
import { enter, instructionsIn, offeredIn } from "./session.ts";
import { readJson } from "./state.ts";

setDefaultTimeout(CASE_MS);

const TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} UTC";

describe("the program", () => {
  // covers: smllm-help, smllm-flow
  test("without a command: help with the exit codes, exit 0; its version by both options", async () => {
    using project = new Project();
    const help = await project.smllm([]);
    expect(help).toMatchObject({ code: 0, err: "" });
    for (const code of ["0", "1", "2"]) expect(help.out).toMatch(new RegExp(`^ *${code}  `, "m"));
    for (const word of ["validate", "fire", "harness", "statusline"])
      expect(help.out).toContain(word);
    for (const hidden of ["harness hook", "mcp"]) expect(help.out).not.toContain(hidden);
    for (const option of ["-V", "--version"]) {
      expect((await project.smllm([option])).out).toMatch(/^smllm \d+\.\d+\.\d+\n$/);
    }
    const unknown = await project.smllm(["nonsense"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toMatch(/^error: .*nonsense/);
  });

  // covers: smllm-closed-pipe
  test("a reader that is gone: a clean end", async () => {
    using project = new Project("fix", "ask", "gate");
    const program = await programPath();
    const run = Bun.spawn(
      ["bash", "-c", `set -o pipefail; "$0" flow info schema | head -c 1`, program],
      {
        cwd: project.folder,
        env: { ...project.env },
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const [out, err, code] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
    expect({ out, err, code }).toEqual({ out: "{", err: "", code: 0 });
  });

  // covers: smllm-info-schema
  test("info schema: what a machine must have", async () => {
    using project = new Project();
    const { code, out } = await project.smllm(["info", "schema"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      title: "smllm state machine",
      type: "object",
      required: ["id", "initial", "meta", "states"],
      additionalProperties: false,
    });
  });
});

describe("lists and views", () => {
  // covers: smllm-session-list, smllm-json-alone
  test("sessions: newest first, one line each; without any said so", async () => {
    using project = new Project("fix");
    expect((await project.smllm(["session", "list"])).out).toBe("no sessions\n");
    const a = await project.start("a");
    const b = await project.start("b");
    await a.go(enter("fix", "T-1"));
    const { id } = project.instance("fix", "T-1").record;
    const { out } = await project.smllm(["session", "list"]);
    const [first = "", second = "", ...rest] = out.split("\n");
    const tail = `  last active ${TIME}  ${project.folder}$`;
    expect(first).toMatch(new RegExp(`^${a.key}  claude  fix ${String(id)}${tail}`));
    expect(second).toMatch(new RegExp(`^${b.key}  claude  idle${tail}`));
    expect(rest).toEqual([""]);
    const json = await project.smllm(["session", "list", "--json"]);
    const { sessions } = JSON.parse(json.out) as { readonly sessions: readonly unknown[] };
    expect(sessions).toEqual([a.record(), b.record()]);
  });

  // covers: smllm-session-show, smllm-text-view
  test("a session: its view, as text and as reply, and nothing is written", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    const before = project.prints();
    const text = await project.smllm(["session", "show", a.key]);
    expect(instructionsIn(text.out)).toBe("Repair it.");
    expect(offeredIn(text.out)).toEqual(["ready", "yield", "pause", "unmatched"]);
    const json = await project.smllm(["session", "show", a.key, "--json"]);
    expect(`${(JSON.parse(json.out) as { text: string }).text}\n`).toBe(text.out);
    expect(project.prints()).toEqual(before);
    const unknown = await project.smllm(["session", "show", "sm-zzzzzz"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
  });

  // covers: smllm-instance-list
  test("instances: one line each with state, status and holder; without any said so", async () => {
    using project = new Project("fix", "ask");
    expect((await project.smllm(["instance", "list"])).out).toBe("no instances\n");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "pause", enter("fix", "T-2"), "ready");
    const idOf = (label: string) => String(project.instance("fix", label).record.id);
    const { out } = await project.smllm(["instance", "list"]);
    expect(out.trimEnd().split("\n").toSorted()).toEqual([
      `fix  T-1 (${idOf("T-1")})  CODE  paused`,
      `fix  T-2 (${idOf("T-2")})  CHECKUP  active  held by ${a.key}`,
    ]);
    const json = await project.smllm(["instance", "list", "--json"]);
    const { instances } = JSON.parse(json.out) as { readonly instances: readonly unknown[] };
    expect(instances).toHaveLength(2);
    expect(instances).toContainEqual(project.instance("fix", "T-2").record);
  });
});

describe("events from a shell", () => {
  // covers: smllm-fire-keyless
  test("enter without a session: makes one, and keeps it only if it succeeds", async () => {
    using project = new Project("fix");
    const refused = await project.smllm(["fire", "enter", "--param", "stateMachine=nope"]);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain("no session · idle\n");
    expect(refused.out).toContain("Fire one event: smllm({ event, params })\n");
    expect(existsSync(join(project.userState, "sessions"))).toBe(false);
    const made = await project.smllm(["fire", "enter", "--param", "stateMachine=fix", "--json"]);
    expect(made.code).toBe(0);
    const { session } = JSON.parse(made.out) as { readonly session: string };
    expect(readJson(join(project.userState, "sessions", `${session}.json`))).toMatchObject({
      harness: "none",
      hostSession: null,
      cwd: project.folder,
    });
    expect(readdirSync(join(project.userState, "sessions"))).toEqual([`${session}.json`]);
  });

  // covers: smllm-fire-json, smllm-text-no-menu, smllm-text-header, smllm-text-order
  test("--json: ok, session, place and text; idle has no place; no menu behind a transition", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    const entered = await a.fire(enter("fix", "T-1"), "--json");
    const { id } = project.instance("fix", "T-1").record;
    const text = [
      "<smllm>",
      `session ${a.key} · fix › CODE · ticket T-1`,
      "Arrived by: enter (new ticket)",
      "<instructions>",
      "Repair it.",
      "</instructions>",
      "</smllm>",
    ];
    expect(JSON.parse(entered.out)).toEqual({
      ok: true,
      session: a.key,
      location: { machine: "fix", state: "CODE", instance: id, ref: "T-1" },
      text: text.join("\n"),
    });
    const paused = await a.fire("pause", "--json");
    expect(JSON.parse(paused.out)).toMatchObject({
      ok: true,
      location: { machine: null, state: null, instance: null, ref: null },
    });
    const refused = await a.fire("bogus", "--json");
    expect([refused.code, (JSON.parse(refused.out) as { ok: boolean }).ok]).toEqual([1, false]);
  });

  // covers: smllm-engine-offers
  test("what is offered: the state's events in file order, then resume in a detour, then the rest", async () => {
    using project = new Project("ask");
    const a = await project.start("a");
    await a.go("enter stateMachine=ask");
    expect(offeredIn((await a.fire("bogus")).out)).toEqual([
      "answered",
      "yield",
      "pause",
      "unmatched",
    ]);
    await a.go("unmatched");
    expect(offeredIn((await a.fire("bogus")).out)).toEqual([
      "answered",
      "again",
      "resume",
      "yield",
      "pause",
      "unmatched",
    ]);
    await a.go("unmatched");
    expect(offeredIn((await a.fire("bogus")).out)).toEqual(["enter", "resume"]);
  });

  // covers: smllm-enter-repairs
  test("work in a state that is gone: refused with all states, mended by naming one", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "pause");
    project.edit("fix", (text) => text.replaceAll("CODE", "BUILD"));
    const refused = await a.fire(enter("fix", "T-1"));
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^error: .*BUILD.*CHECKUP.*SHIPPED/m);
    const mended = await a.go(enter("fix", "T-1", "CHECKUP"));
    expect(mended).toContain("Arrived by: enter (saved state CODE no longer exists)\n");
    expect(await a.row()).toBe("smllm fix › CHECKUP · ticket T-1");
  });

  // covers: smllm-store-records, smllm-store-layout, smllm-store-refs
  test("what lies on disk: records with their members, the ref beside them", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    const session = a.record();
    expect(Object.keys(session)).toEqual(
      "key harness hostSession cwd configs holding interrupted yielded blocked created lastActive".split(
        " ",
      ),
    );
    const { path, record } = project.instance("fix", "T-1");
    expect(Object.keys(record)).toEqual(
      "id machine ref state status holder version visits resumeState created updated".split(" "),
    );
    expect(session.holding).toEqual({ machine: "fix", id: record.id });
    expect(record).toMatchObject({
      holder: a.key,
      version: 1,
      visits: { CODE: 1 },
      resumeState: null,
    });
    expect(path).toBe(join(project.smllmFolder, `state/fix/active/${String(record.id)}.json`));
    expect(readJson(join(project.smllmFolder, "state/fix/refs/t-1.json"))).toEqual({
      "T-1": record.id,
    });
  });
});
