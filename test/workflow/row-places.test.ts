/** The status line row where files are broken, moved or elsewhere, and what it does to them: nothing. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CASE_MS, Project } from "./project.ts";
import { enter, offeredIn } from "./session.ts";
import { layConfig, storedIn } from "./state.ts";

setDefaultTimeout(CASE_MS);

const DIM = (text: string) => `\x1b[2m${text}\x1b[0m`;

describe("A: the row and the files", () => {
  // covers: smllm-row-moved, smllm-engine-unconfigured
  test("A16 machine file broken for a while: idle without a word, then where it was", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go(enter("fix", "T-6"));
    const text = readFileSync(project.machinePath("fix"), "utf8");
    project.edit("fix", (whole) => `${whole}  : [\n`);
    expect(await a.row()).toBe("smllm idle");
    writeFileSync(project.machinePath("fix"), text);
    expect(await a.row()).toBe("smllm fix › CODE · ticket T-6");
  });

  // covers: smllm-row-moved
  test("A17 config gone: idle without a word", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    rmSync(join(project.smllmFolder, "config.toml"));
    expect(await a.row()).toBe("smllm idle");
  });

  // covers: smllm-row-fault, smllm-row-exit
  test("A18 store failure: nothing to show, the reason on stderr", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    writeFileSync(a.path, "{ nope");
    const plain = await project.statusline(a);
    expect(plain).toMatchObject({ code: 0, out: "" });
    expect(plain.err).toStartWith("smllm statusline:");
    const json = await project.statusline(a, ["--json"]);
    expect(json).toMatchObject({ code: 0, out: "{}\n" });
    expect(json.err).toStartWith("smllm statusline:");
  });

  // covers: smllm-row-reads-only
  test("A20 read-only: no byte, time or file changes, no lock comes", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    const b = await project.start("b");
    await a.go(enter("fix", "T-1"), "pause", enter("fix", "T-2"));
    await b.go(enter("fix", "T-2"));
    const before = project.prints();
    expect(await b.row()).toBe("smllm fix › CODE (visit 2) · ticket T-2");
    await b.json();
    await project.row("unknown");
    expect(await a.row()).toBe("smllm idle · 1 paused");
    expect(project.prints()).toEqual(before);

    project.edit("fix", (text) => `${text}  : [\n`);
    const broken = project.prints();
    expect(await b.row()).toBe("smllm idle");
    expect(project.prints()).toEqual(broken);
  });

  // covers: smllm-row-colours
  test("A21 colour bytes: each part in its colour", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"), "ready", "redo why=x", "ready", "redo why=y", "yield");
    const held = await project.statusline(a, []);
    const machine = `${DIM("smllm")} \x1b[36mfix\x1b[0m › \x1b[1mCODE\x1b[0m ${DIM("(visit 3)")}`;
    expect(held.out).toBe(`${machine} · \x1b[35mticket T-1\x1b[0m · \x1b[33myielded\x1b[0m`);

    const b = await project.start("b");
    await b.go(enter("fix", "T-2"), "pause", enter("fix", "T-3"), "pause");
    await b.go(enter("fix", "T-4"), "unmatched");
    const idle = await project.statusline(b, []);
    expect(idle.out).toBe(`${DIM("smllm")} idle · ${DIM("1 interrupted")} · ${DIM("2 paused")}`);
  });

  // covers: smllm-row-colour-choice
  test("A22 colour choice: the option decides, then NO_COLOR unless it is empty", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    const isColoured = async (args: readonly string[], env: Record<string, string>) => {
      const { code, out } = await project.statusline(a, args, env);
      expect(code).toBe(0);
      expect(Bun.stripANSI(out)).toBe("smllm idle");
      return out.includes("\x1b");
    };
    const coloured: readonly (readonly [string[], Record<string, string>])[] = [
      [[], {}],
      [[], { NO_COLOR: "" }],
      [["--color", "auto"], {}],
      [["--color", "always"], { NO_COLOR: "1" }],
    ];
    for (const [args, env] of coloured) expect(await isColoured(args, env)).toBe(true);
    const plain: readonly (readonly [string[], Record<string, string>])[] = [
      [[], { NO_COLOR: "1" }],
      [["--color", "auto"], { NO_COLOR: "1" }],
      [["--color", "never"], {}],
      [[], { NO_COLOR: "0" }],
    ];
    for (const [args, env] of plain) expect(await isColoured(args, env)).toBe(false);
  });

  // covers: smllm-engine-removed-state, smllm-validate-store
  test("A24 removed state: the row keeps its name, validate warns, two events are left", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    project.edit("fix", (text) => text.replaceAll("CODE", "BUILD"));
    expect(await a.row()).toBe("smllm fix › CODE · ticket T-1");
    const validated = await project.smllm(["validate", "--warnings"]);
    expect(validated.code).toBe(0);
    const lines = validated.out.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/warning: .*T-1.*\(IDLE-4\)$/);
    expect(lines[0]).toContain("CODE");
    expect(lines[1]).toBe("0 errors, 1 warnings, 0 info");
    const refused = await a.fire("ready");
    expect(refused.code).toBe(1);
    expect(offeredIn(refused.out)).toEqual(["pause", "unmatched"]);
  });

  // covers: smllm-row-paused, smllm-config-lookup, smllm-config-state-dir
  test("A25 only this session's machines: another project's are not counted, the user's are", async () => {
    using project = new Project("fix");
    const other = join(project.root, "other");
    layConfig(join(other, ".smllm"), ["fix"]);
    const elsewhere = await project.start("q", { cwd: other });
    await elsewhere.go(enter("fix", "T-1"), "pause");
    expect(await elsewhere.row()).toBe("smllm idle · 1 paused");
    const a = await project.start("a");
    expect(await a.row()).toBe("smllm idle");

    layConfig(join(project.root, "config/smllm"), ["ask"]);
    const b = await project.start("b");
    await b.go("enter stateMachine=ask", "pause", enter("fix", "T-2"), "pause");
    expect(await b.row()).toBe("smllm idle · 2 paused");
    const kept = storedIn(join(project.root, "config/smllm/state/ask"));
    expect([...kept.values()].map(({ shelf }) => shelf)).toEqual(["paused"]);
    expect(await a.row()).toBe("smllm idle · 1 paused");
  });

  // covers: smllm-store-layout
  test("A26 other harness ids: kept under an escaped name that no other id has", async () => {
    using project = new Project("fix", "ask");
    const a = await project.start("x/y_z");
    const bound = readFileSync(join(project.userState, "bindings/claude/x%2Fy%5Fz"), "utf8");
    expect(bound.trim()).toBe(a.key);
    expect(await project.row("x/y_z")).toBe("smllm idle");
    expect(await project.row("x_y_z")).toBe("");
  });
});
