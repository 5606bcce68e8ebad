/** Configs and machine files on a disk: what counts, what replaces what, what is told. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { instanceRecord } from "../../testing/workflow-records.ts";
import { createDiskStore } from "../store/disk-store.ts";
import { loadConfigs } from "./load.ts";
import type { LoadMode } from "./loaded.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-load-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function put(path: string, text: string): string {
  const file = join(root, path);
  fs.mkdirSync(join(file, ".."), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

/** A machine with one state and one prompt. */
const machine = (id: string, prompt = "{ text: Do it. }", event = "done"): string => `id: ${id}
initial: A
meta: { smllm: 1 }
states:
  A:
    entry: { type: prompt, params: ${prompt} }
    on: { ${event}: Z }
  Z: { type: final, entry: { type: command, params: { run: "true" } } }
`;

function config(folder: string, files: readonly string[], more = ""): string {
  const listed = JSON.stringify(files.map((id) => `${id}.smllm.yaml`));
  return put(`${folder}/config.toml`, `[machines]\nfiles = ${listed}\n${more}`);
}

const ids = (paths: readonly string[], mode: LoadMode = "run"): readonly string[] =>
  loadConfigs(paths, mode).set.machines.map(({ id }) => id);

/** `level rule file:line` of each finding, with what its message must hold. */
const told = (paths: readonly string[], mode: LoadMode = "run"): readonly string[] =>
  loadConfigs(paths, mode).findings.map(
    ({ level, rule, file, line, message }) =>
      `${level} ${rule} ${file.slice(root.length + 1)}:${line ?? "-"} ${message}`,
  );

describe("one config", () => {
  // covers: smllm-config-state-dir
  test("a state folder that is a file: an error at its line, in check alone", () => {
    put("one/a.smllm.yaml", machine("a"));
    put("one/taken", "mine");
    const path = config("one", ["a"], '[state]\ndir = "taken"\n');
    expect(told([path], "check")).toEqual([
      "error CLI-3 one/config.toml:4 the state folder taken is a file",
    ]);
    expect(told([path], "run")).toEqual([]);
  });

  // covers: smllm-config-state-dir
  test("machines in their order, with the folders of their instances", () => {
    put("one/b.smllm.yaml", machine("b"));
    put("one/a.smllm.yaml", machine("a"));
    const path = config("one", ["b", "a"]);
    const loaded = loadConfigs([path], "run");
    expect(loaded.set.machines.map(({ id }) => id)).toEqual(["b", "a"]);
    expect([...loaded.stateDirs]).toEqual([
      ["b", join(root, "one/state")],
      ["a", join(root, "one/state")],
    ]);
    expect(loaded.findings.filter(({ level }) => level !== "info")).toEqual([]);
    config("one", ["b"], '[state]\ndir = "../kept"\n');
    expect(loadConfigs([path], "run").stateDirs.get("b")).toBe(join(root, "kept"));
    config("one", ["b"], '[state]\ndir = "/kept"\n');
    expect(loadConfigs([path], "run").stateDirs.get("b")).toBe("/kept");
  });

  // covers: smllm-config-one-bad-file
  test("a broken machine, a missing one, a folder: left out and told, the others work", () => {
    put("one/bad.smllm.yaml", "id: bad\n: [\n");
    put("one/good.smllm.yaml", machine("good"));
    fs.mkdirSync(join(root, "one/dir.smllm.yaml"));
    const path = config("one", ["bad", "none", "dir", "good"]);
    expect(ids([path])).toEqual(["good"]);
    const lines = told([path]);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toStartWith("error CFG-1 one/bad.smllm.yaml:2 ");
    expect(lines[1]).toBe(
      "error CLI-3 one/config.toml:2 the machine file none.smllm.yaml is not there",
    );
    expect(lines[2]).toContain("dir.smllm.yaml is no regular file");
  });

  // covers: smllm-config-twice
  test("one id twice, and ids that differ in case: an error each, the first counts", () => {
    put("one/a.smllm.yaml", machine("a"));
    put("one/b.smllm.yaml", machine("a", "{ text: Other. }"));
    put("one/c.smllm.yaml", machine("A"));
    const path = config("one", ["a", "b", "c", "a"]);
    expect(ids([path])).toEqual(["a"]);
    expect(told([path])).toEqual([
      expect.stringMatching(/^error CFG-1 one\/b.smllm.yaml:- the machine a is in .*a.smllm.yaml/),
      expect.stringMatching(/^error CFG-1 one\/c.smllm.yaml:- the ids A and a /),
      expect.stringMatching(/^error CFG-1 one\/a.smllm.yaml:- the machine a is in /),
    ]);
    expect(JSON.stringify(loadConfigs([path], "run").set)).not.toContain("Other");
  });

  // covers: smllm-prompt-files
  test("a prompt file that is missing: by mode an error at its line; one implied: nothing", () => {
    put("one/a.smllm.yaml", machine("a", "{ file: text/a.md }"));
    const path = config("one", ["a"]);
    for (const mode of ["run", "check", "inline"] as const) {
      expect(ids([path], mode)).toEqual([]);
      expect(told([path], mode)).toEqual([
        "error CFG-4 one/a.smllm.yaml:6 the prompt file text/a.md is not there",
      ]);
    }
    put("one/text/a.md", "From a file. </smllm>");
    expect(ids([path])).toEqual(["a"]);
    expect(told([path])).toEqual([]);
    expect(told([path], "check")).toEqual([
      expect.stringMatching(/^warning TURN-12 one\/text\/a.md:1 /),
    ]);
  });

  test("inline: texts of prompt files stand in the machine, an implied one that is missing leaves nothing", () => {
    const text = machine("a", "{ file: a.md }").replace(
      "on: {",
      "exit: { type: prompt, params: { file: b.md } }\n    on: {",
    );
    put("one/a.smllm.yaml", text);
    put("one/a.md", "Text of a.");
    put("one/b.md", "Text of b.");
    put("one/enter-Z.md", "Text of Z.");
    const path = config("one", ["a"]);
    const set = JSON.stringify(loadConfigs([path], "inline").set);
    for (const found of ["Text of a.", "Text of b.", "Text of Z."]) expect(set).toContain(found);
    expect(set).not.toContain(root);
    fs.unlinkSync(join(root, "one/enter-Z.md"));
    const without = JSON.stringify(loadConfigs([path], "inline").set);
    expect(without).not.toContain("enter-Z");
    expect(without).toContain('"command"');
    expect(JSON.stringify(loadConfigs([path], "run").set)).toContain(join(root, "one/a.md"));
  });

  test("inline: files that begin with a byte order mark are their words alone", () => {
    put("one/a.smllm.yaml", machine("a", "{ file: a.md }"));
    put("one/a.md", "\uFEFFText of a.");
    put("one/hi.md", "\uFEFFHello.");
    const path = config("one", ["a"], '[idle]\non-enter = { file = "hi.md" }\n');
    const { machines, idle } = loadConfigs([path], "inline").set;
    expect(idle).toEqual([{ text: "Hello." }]);
    expect(machines[0]?.states[0]?.entry[0]?.actions).toEqual([
      { kind: "prompt", prompt: { text: "Text of a." } },
    ]);
  });

  // covers: smllm-config-idle-text
  test("texts of idle: in words or in a file, which must be there", () => {
    const path = config("one", [], '[idle]\non-enter = { text = "Hi </events>." }\n');
    expect(loadConfigs([path], "run").set.idle).toEqual([{ text: "Hi </events>." }]);
    expect(told([path], "check")).toEqual([
      expect.stringMatching(/^warning TURN-12 one\/config.toml:4 /),
    ]);
    config("one", [], '[idle]\non-enter = { file = "hi.md" }\n');
    expect(loadConfigs([path], "run").set.idle).toEqual([]);
    expect(told([path])).toEqual([
      "error CFG-4 one/config.toml:4 the prompt file hi.md is not there",
    ]);
    put("one/hi.md", "Hello.");
    expect(loadConfigs([path], "run").set.idle).toEqual([{ file: join(root, "one/hi.md") }]);
    expect(loadConfigs([path], "inline").set.idle).toEqual([{ text: "Hello." }]);
  });

  test("no such config: an error and no machines", () => {
    expect(told([join(root, "none.toml")])).toEqual([
      "error CLI-3 none.toml:- the config is not there",
    ]);
  });
});

describe("several configs", () => {
  const both = (): readonly string[] => [
    join(root, "user/config.toml"),
    join(root, "project/config.toml"),
  ];

  beforeEach(() => {
    for (const id of ["a", "b", "c"]) put(`user/${id}.smllm.yaml`, machine(id));
    config("user", ["a", "b", "c"], '[idle]\non-enter = { text = "User." }\n');
    put("project/b.smllm.yaml", machine("b", "{ text: Mine. }"));
    put("project/d.smllm.yaml", machine("d"));
    config("project", ["d", "b"]);
  });

  // covers: smllm-config-replaces
  test("an id of both: the later in the place of the earlier, with its folder, told as info", () => {
    const loaded = loadConfigs(both(), "run");
    expect(loaded.set.machines.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    expect(JSON.stringify(loaded.set.machines[1])).toContain("Mine.");
    expect(loaded.stateDirs.get("b")).toBe(join(root, "project/state"));
    expect(loaded.stateDirs.get("a")).toBe(join(root, "user/state"));
    expect(told(both())).toEqual([
      expect.stringMatching(
        /^info CFG-15 project\/b.smllm.yaml:- the machine b replaces that of .*user/,
      ),
    ]);
    expect(loaded.set.idle).toEqual([{ text: "User." }]);
  });

  test("an idle table of the later: in the place of the earlier, even if it says nothing", () => {
    config("project", [], "[idle]\n");
    expect(loadConfigs(both(), "run").set.idle).toEqual([]);
  });

  // covers: smllm-config-withdraws
  test("a replacement that is broken or missing: the earlier goes as well, with a warning", () => {
    put("project/b.smllm.yaml", "id: b\n: [\n");
    expect(ids(both())).toEqual(["a", "c", "d"]);
    expect(told(both())).toContainEqual(
      expect.stringMatching(
        /^warning CFG-15 project\/b.smllm.yaml:- the machine b of .*user.* is withdrawn/,
      ),
    );
    fs.unlinkSync(join(root, "project/b.smllm.yaml"));
    expect(ids(both())).toEqual(["a", "c", "d"]);
    put("project/b.smllm.yaml", machine("b", "{ file: none.md }"));
    expect(ids(both())).toEqual(["a", "c", "d"]);
  });

  test("a broken file of the same config as its sound twin: the twin stays", () => {
    put("project/b2.smllm.yaml", "id: b\n: [\n");
    config("project", ["b", "b2"]);
    expect(ids(both())).toEqual(["a", "b", "c"]);
  });

  test("a later config that does not parse: no machine of an earlier one, one warning", () => {
    put("project/config.toml", "[machines\n");
    expect(ids(both())).toEqual([]);
    expect(told(both())).toEqual([
      expect.stringMatching(/^error CLI-3 project\/config.toml:\d this is no TOML/),
      expect.stringMatching(/^warning CFG-15 project\/config.toml:- .*withdrawn.*a, b, c/),
    ]);
  });

  test("a later config that is gone: the earlier machines stay", () => {
    fs.unlinkSync(join(root, "project/config.toml"));
    expect(ids(both())).toEqual(["a", "b", "c"]);
  });

  test("ids that differ in case in two configs: both, unless they share a folder", () => {
    put("project/b.smllm.yaml", machine("B"));
    expect(ids(both())).toEqual(["a", "b", "c", "d", "B"]);
    config("project", ["b"], '[state]\ndir = "../user/state"\n');
    expect(ids(both())).toEqual(["a", "b", "c"]);
    expect(told(both())).toContainEqual(
      expect.stringMatching(/^error CFG-1 project\/b.smllm.yaml/),
    );
  });
});

describe("saved instances", () => {
  // covers: smllm-store-corrupt
  test("in a state that is gone, broken, with a broken marker: a warning each, in check alone", () => {
    put("one/a.smllm.yaml", machine("a"));
    const path = config("one", ["a"]);
    const stateDirs = new Map([["a", join(root, "one/state")]]);
    const store = createDiskStore({ stateDir: join(root, "user"), stateDirs });
    const own = { machine: "a", status: "paused", holder: null } as const;
    store.putInstance(instanceRecord({ ...own, state: "GONE\u001b[31m", ref: "T-1" }));
    store.putInstance(instanceRecord({ ...own, state: "A", ref: "T-2", id: "i-fine11" }));
    store.putInstance(
      instanceRecord({ ...own, state: "GONE", ref: "T-3", id: "i-done11", status: "completed" }),
    );
    expect(told([path], "check")).toEqual([
      "warning IDLE-4 one/state/a/paused/i-abc123.json:- instance T-1 rests in GONE, which a no longer has",
    ]);
    put("one/state/a/paused/i-broken.json", "{ nope");
    put("one/state/a/refs/t-2.json", "{ nope");
    const [gone, broken, marker, ...others] = told([path], "check").toSorted();
    expect(others).toEqual([]);
    expect(gone).toContain("IDLE-4");
    expect(broken).toContain("STO-1 one/state/a/paused/i-broken.json");
    expect(marker).toContain("STO-1 one/state/a/refs/t-2.json");
    expect(told([path], "run")).toEqual([]);
  });
});
