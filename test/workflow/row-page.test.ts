/** The page of the status line row, sentence by sentence: its sample, forms, options and JSON fields. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { CASE_MS, Project } from "./project.ts";
import { enter } from "./session.ts";

setDefaultTimeout(CASE_MS);

const LETTERS = "[0-9a-hjkmnp-tv-z]{6}";

/** The fields in their order, each with the types that it may have. */
const FIELDS: readonly (readonly [string, readonly string[]])[] = [
  ["session", ["string"]],
  ["idle", ["boolean"]],
  ["machine", ["string", "null"]],
  ["state", ["string", "null"]],
  ["visit", ["number", "null"]],
  ["yielded", ["boolean"]],
  ["instance", ["object", "null"]],
  ["interrupted", ["object", "null"]],
  ["paused", ["number"]],
];
const INSTANCE_FIELDS = ["machine", "kind", "id", "ref", "label", "status"];

const typeOf = (value: unknown) => (value === null ? "null" : typeof value);

/** What breaks the table in an object that was printed. */
function faultsOf(status: Record<string, unknown>): readonly string[] {
  const names = FIELDS.map(([name]) => name);
  const keys = Object.keys(status).join() === names.join() ? [] : [Object.keys(status).join()];
  const types = FIELDS.filter(([name, allowed]) => !allowed.includes(typeOf(status[name])));
  const instances = [status.instance, status.interrupted].filter((value) => value !== null);
  const inner = instances.map((value) => Object.keys(value as object).join());
  return [
    ...keys,
    ...types.map(([name]) => `${name}: ${typeOf(status[name])}`),
    ...inner.filter((found) => found !== INSTANCE_FIELDS.join()),
  ];
}

describe("the page of the row", () => {
  // covers: smllm-row-json, smllm-row-forms
  test("A30 the seed page's sample: two issues paused, the third at its third visit", async () => {
    using project = new Project("dev");
    const a = await project.start("a");
    await a.go(enter("dev", "GH-121"), "pause", enter("dev", "GH-122"), "pause");
    await a.go(enter("dev", "GH-123"), "done", "changes", "done", "changes");
    const { id } = project.instance("dev", "GH-123").record as { readonly id: string };
    expect(id).toMatch(new RegExp(`^i-${LETTERS}$`));
    const status = await a.json();
    expect(status).toStrictEqual({
      session: a.key,
      idle: false,
      machine: "dev",
      state: "WORK",
      visit: 3,
      yielded: false,
      instance: {
        machine: "dev",
        kind: "issue",
        id,
        ref: "GH-123",
        label: "GH-123",
        status: "active",
      },
      interrupted: null,
      paused: 2,
    });
    expect(faultsOf({ ...status })).toEqual([]);
    expect(await a.row()).toBe("smllm dev › WORK (visit 3) · issue GH-123");
  });

  // covers: smllm-row-forms
  test("the other rows of the page: yielded in a machine, interrupted and paused in idle", async () => {
    using project = new Project("dev");
    const a = await project.start("a");
    await a.go(enter("dev", "GH-121"), "pause", enter("dev", "GH-122"), "pause");
    await a.go(enter("dev", "GH-123"), "done", "yield");
    expect(await a.row()).toBe("smllm dev › REVIEW · issue GH-123 · yielded");
    await a.go("unmatched");
    expect(await a.row()).toBe("smllm idle · 1 interrupted · 2 paused");
  });

  // covers: smllm-row-json
  test("the fields, in idle, held, yielded and interrupted: always all, of their types", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    const steps = ["", "enter stateMachine=ask", "yield", "unmatched", "resume", "answered"];
    for (const step of [...steps, enter("fix", "T-1"), "unmatched"]) {
      if (step !== "") await a.go(step);
      expect([step, faultsOf({ ...(await a.json()) })]).toEqual([step, []]);
    }
  });

  // covers: smllm-row-json
  test("an instance without a ref: null as ref, its id as label", async () => {
    using project = new Project("ask");
    const a = await project.start("a");
    await a.go("enter stateMachine=ask");
    const { instance } = await a.json();
    expect(instance).toMatchObject({ ref: null, kind: "instance", machine: "ask" });
    expect(instance?.label).toBe(instance?.id ?? "");
  });

  // covers: smllm-row-session
  test("--session: that session, whatever stdin says; an unknown one shows nothing", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    const b = await project.start("b");
    await b.go(enter("fix", "T-1"));
    const shown = await project.statusline(a, ["--session", b.key, "--color", "never"]);
    expect(shown).toMatchObject({ code: 0, out: "smllm fix › CODE · ticket T-1", err: "" });
    const json = await project.smllm(["statusline", "--session", b.key, "--json"]);
    expect((JSON.parse(json.out) as { session: string }).session).toBe(b.key);
    const unknown = await project.smllm(["statusline", "--session", "sm-zzzzzz"]);
    expect(unknown).toMatchObject({ code: 0, out: "", err: "" });
    const unknownJson = await project.smllm(["statusline", "--session", "sm-zzzzzz", "--json"]);
    expect(unknownJson).toMatchObject({ code: 0, out: "{}\n", err: "" });
  });

  // covers: smllm-row-exit
  test("a call that cannot be understood: told on stderr, empty, exit 0", async () => {
    using project = new Project("fix");
    await project.start("a");
    const calls = [["--color", "mauve"], ["--nonsense"], ["--session"], ["operand"]];
    for (const args of calls) {
      const { code, out, err } = await project.statusline({ host: "a" }, args);
      expect({ args, code, out, told: err !== "" }).toEqual({ args, code: 0, out: "", told: true });
    }
  });

  // covers: smllm-row-nothing, smllm-row-exit
  test("no folder to be in, no home, no terminal: nothing, exit 0", async () => {
    using project = new Project("fix");
    const bare = { HOME: "", XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" };
    const { code, out } = await project.statusline({ host: "a" }, [], bare);
    expect({ code, out }).toEqual({ code: 0, out: "" });
  });

  // covers: smllm-config-recorded
  test("other configs in the environment: the row keeps to those of its session", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    const { out } = await project.statusline(a, ["--color", "never"], { SMLLM_CONFIG: "/nowhere" });
    expect(out).toBe("smllm fix › CODE · ticket T-1");
    const elsewhere = await project.smllm(["statusline", "--color", "never"], {
      stdin: JSON.stringify({ session_id: "a" }),
      cwd: project.root,
    });
    expect(elsewhere.out).toBe("smllm fix › CODE · ticket T-1");
  });

  // covers: smllm-row-session
  test("the program in the checkout: the same row as from inside the other", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    const program = join(import.meta.dir, "../../bin/smllm");
    const run = Bun.spawnSync([program, "statusline", "--session", a.key, "--color", "never"], {
      cwd: project.folder,
      env: { ...project.env },
      stdin: "ignore",
    });
    expect(run.exitCode).toBe(0);
    expect(run.stdout.toString()).toBe("smllm fix › CODE · ticket T-1");
  });
});
