import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { installInto, previewInstall, type SettingsTarget, uninstallFrom } from "./install.ts";
import type { Wanted } from "./settings-edit.ts";

let folder = "";
let target: SettingsTarget;

beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-install-"));
  const file = join(folder, "home", ".claude", "settings.json");
  target = { file, scope: "user", stateDir: join(folder, "state") };
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const WANTED: Wanted = { program: "/x/telltale", hooks: true, foreign: "refuse" };

function write(bytes: string | Uint8Array): void {
  fs.mkdirSync(dirname(target.file), { recursive: true });
  fs.writeFileSync(target.file, bytes);
}

function read(): string {
  return fs.readFileSync(target.file, "utf8");
}

async function install(wanted: Partial<Wanted> = {}) {
  const done = await installInto(target, { ...WANTED, ...wanted });
  if (!done.ok) throw new Error(done.reason.reason);
  return done.value;
}

async function refusal(wanted: Partial<Wanted> = {}) {
  const done = await installInto(target, { ...WANTED, ...wanted });
  if (done.ok) throw new Error("it was installed");
  return done.reason;
}

async function uninstall() {
  const done = await uninstallFrom(target);
  if (!done.ok) throw new Error(done.reason.reason);
  return done.value;
}

/** Files below the test's folder but locks, which stay. */
function files(): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => fs.statSync(join(folder, name)).isFile() && !name.endsWith(".lock"))
    .sort();
}

// covers: install-round-trip, install-keeps-file
describe("round trip", () => {
  test.each([
    ["compact", '{"a":1,"b":[]}'],
    ["tabs, CRLF, blanks before colons", '{\r\n\t"a" : 1 ,\r\n\t"b": { }\r\n}\r\n'],
    ["byte order mark, no final newline", '\uFEFF{\n    "a": "ü"\n}'],
    ["empty", ""],
    ["blank lines", "\n\n { }\n\n"],
    ["foreign hooks", '{ "hooks": { "Stop" : [ {"hooks":[]} ] , "X": [] } }\n'],
  ])(
    "%s: installed twice, the second time changing nothing, then every byte back",
    async (_, text) => {
      write(text);
      expect((await install()).changed).toBe(true);
      const bytes = read();
      expect(bytes.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
      if (text.includes("\r\n")) expect(bytes.replaceAll("\r\n", "")).not.toContain("\n");
      expect((await install()).changed).toBe(false);
      expect(read()).toBe(bytes);
      expect((await uninstall()).changed).toBe(true);
      expect(read()).toBe(text);
      expect((await uninstall()).changed).toBe(false);
      expect(files()).toEqual(["home/.claude/settings.json"]);
    },
  );

  test("random documents in random formatting: every byte back, and edits in between are kept", async () => {
    await fc.assert(
      fc.asyncProperty(settingsText, fc.constantFrom("chain", "replace"), async (text, foreign) => {
        write(text);
        await install({ foreign });
        const installed = read();
        expect(JSON.parse(installed)).toMatchObject(withoutLine(JSON.parse(text)));
        for (const source of memberSources(text)) expect(installed).toContain(source);
        await uninstall();
        expect(read()).toBe(text);

        await install({ foreign });
        write(read().replace("{", '{ "added by hand" : [ 1,2 ],'));
        await uninstall();
        const kept = read();
        expect(JSON.parse(kept)).toEqual({ "added by hand": [1, 2], ...JSON.parse(text) });
        for (const source of memberSources(text)) expect(kept).toContain(source);
      }),
      { numRuns: 60 },
    );
  }, 30_000);

  test("no file, no folder: made private, and gone again with what was made for it", async () => {
    await install();
    expect(fs.statSync(target.file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(dirname(target.file)).mode & 0o777).toBe(0o700);
    await install({ program: "/y/telltale" });
    await uninstall();
    expect(fs.existsSync(join(folder, "home"))).toBe(false);
    expect(files()).toEqual([]);
  });

  test("a file that others came into meanwhile stays with what is theirs", async () => {
    await install();
    write(read().replace("{", '{\n  "theirs": true,'));
    fs.writeFileSync(join(dirname(target.file), "other"), "");
    await uninstall();
    expect(JSON.parse(read())).toEqual({ theirs: true });
  });

  test("the file of a project may be read by all who have it; an old file keeps its mode", async () => {
    target = { ...target, scope: "project" };
    await install();
    expect(fs.statSync(target.file).mode & 0o777).toBe(0o644);
    await uninstall();
    write("{}");
    fs.chmodSync(target.file, 0o640);
    await install();
    expect(fs.statSync(target.file).mode & 0o777).toBe(0o640);
  });

  test.each<{ asked: ["chain" | "replace", "chain" | "replace", ...("chain" | "replace")[]] }>([
    { asked: ["chain", "replace"] },
    { asked: ["replace", "chain"] },
    { asked: ["chain", "replace", "chain", "replace"] },
  ])("$asked: what was asked last holds, and every byte is back at the end", async ({ asked }) => {
    const text = '{"statusLine" :{"type":"command","command":"old \'a b\'", "padding": 1}}';
    write(text);
    for (const [index, foreign] of asked.entries()) {
      const isChained = foreign === "chain";
      const { statusLine } = await install({ foreign });
      if (index > 0) expect(statusLine).toBe(isChained ? "rechained" : "unchained");
      const { command } = JSON.parse(read()).statusLine;
      expect(command.includes("--then 'old '")).toBe(isChained);
      expect((await install()).changed).toBe(false);
      expect((await install({ foreign })).changed).toBe(false);
    }
    const byHand = read().replace("{", '{ "mine": 1,');
    await uninstall();
    expect(read()).toBe(text);
    await install({ foreign: asked[0] });
    await install({ foreign: asked[1] });
    write(byHand);
    await uninstall();
    expect(JSON.parse(read())).toEqual({ mine: 1, ...JSON.parse(text) });
  });

  test("a chained one is replaced where no record is left: it comes back all the same", async () => {
    write('{"statusLine": {"type": "command", "command": "old"}}');
    const text = read();
    await install({ foreign: "chain" });
    fs.rmSync(target.stateDir, { recursive: true });
    await install({ foreign: "replace" });
    expect(read()).not.toContain("--then");
    await uninstall();
    expect(JSON.parse(read())).toEqual(JSON.parse(text));
  });

  test("--chain with nothing before ours: nothing to do", async () => {
    await install();
    expect((await install({ foreign: "chain" })).changed).toBe(false);
  });

  test("installed anew with other options: uninstall still goes back to the very first bytes", async () => {
    write('{"statusLine" :{"type":"command","command":"old $x \\"q\\" \\\\ \'s\'"}}');
    const text = read();
    await install({ foreign: "chain" });
    await install({ program: "'/other place/telltale'", refreshSeconds: 3 });
    await install({ hooks: false });
    await uninstall();
    expect(read()).toBe(text);
  });

  test("the record is lost: what is ours goes all the same, a chained status line comes back", async () => {
    const text =
      '{\n  "statusLine": { "type": "command", "command": "old \'$x\'" },\n  "a": 1\n}\n';
    write(text);
    await install({ foreign: "chain" });
    fs.rmSync(target.stateDir, { recursive: true });
    await uninstall();
    expect(read()).toBe(text);
  });

  test("the status line was replaced by another since: it stays, our hooks go", async () => {
    write("{}");
    await install();
    const other = JSON.parse(read());
    other.statusLine.command = "another one";
    write(JSON.stringify(other));
    expect((await uninstall()).statusLine).toBe("unchanged");
    expect(JSON.parse(read())).toEqual({ statusLine: other.statusLine });
  });

  test("the record holds what may be secret, so nobody else can read it", async () => {
    write('{"env":{"TOKEN":"x"}}');
    await install();
    const [record = ""] = fs.readdirSync(join(target.stateDir, "installs"));
    expect(fs.statSync(join(target.stateDir, "installs", record)).mode & 0o777).toBe(0o600);
    expect(fs.statSync(join(target.stateDir, "installs")).mode & 0o777).toBe(0o700);
  });
});

// covers: install-refuses-broken
describe("refused, with the file untouched", () => {
  test.each([
    ["a stray comma", '{\n  "a": 1,\n}', "line 3, column 1"],
    ["comments", '{\n  // mine\n  "a": 1\n}', "line 2, column 3"],
    ["a cut file", '{"a": 1', "line 1"],
    ["a list", "[]", "no JSON object"],
    ["wrong hooks", '{"hooks": "x"}', '"hooks" is no object'],
  ])("%s: the reason, and the snippet to add", async (_, text, why) => {
    write(text);
    const { reason, snippet } = await refusal();
    expect(reason).toContain(why);
    expect(JSON.parse(snippet ?? "").statusLine.command).toContain("/x/telltale statusline");
    expect(read()).toBe(text);
    expect(files()).toEqual(["home/.claude/settings.json"]);
    expect((await uninstall()).changed).toBe(false);
  });

  // covers: install-foreign-kept
  test("a foreign status line: both ways out, no snippet, nothing written", async () => {
    const text = '{"statusLine":{"type":"command","command":"x"}}';
    write(text);
    const { reason, snippet } = await refusal();
    expect(reason).toContain("--chain");
    expect(reason).toContain("--replace");
    expect(snippet).toBeUndefined();
    expect(read()).toBe(text);
  });

  test("no UTF-8, a folder in its place, a file of 2 MB", async () => {
    write(new Uint8Array([0x7b, 0xff, 0x7d]));
    expect((await refusal()).reason).toContain("UTF-8");
    write(`{"a":"${"x".repeat(2_000_000)}"}`);
    expect((await refusal()).reason).toContain("larger");
    fs.rmSync(target.file);
    fs.mkdirSync(target.file);
    expect((await refusal()).reason).toContain("not a regular file");
  });

  // covers: install-read-only-link
  test("a link to a read-only file: link and target stay, the snippet is given", async () => {
    const store = join(folder, "store.json");
    fs.writeFileSync(store, '{"a": 1}');
    fs.chmodSync(store, 0o444);
    fs.mkdirSync(dirname(target.file), { recursive: true });
    fs.symlinkSync(store, target.file);
    const { reason, snippet } = await refusal();
    expect(reason).toContain("read-only");
    expect(snippet).toContain("statusLine");
    expect(fs.readlinkSync(target.file)).toBe(store);
    expect(read()).toBe('{"a": 1}');
  });

  test("a state folder that cannot be made: nothing happens that could not be taken back", async () => {
    write("{}");
    fs.writeFileSync(join(folder, "state"), "a file");
    expect((await refusal()).reason).toContain("nothing was changed");
    expect(read()).toBe("{}");
  });
});

describe("links", () => {
  test("a link to a file of dotfiles: the target is edited and restored, the link stays", async () => {
    const real = join(folder, "dotfiles.json");
    fs.writeFileSync(real, '{ "a": 1 }');
    fs.mkdirSync(dirname(target.file), { recursive: true });
    fs.symlinkSync("../../dotfiles.json", target.file);
    await install();
    expect(fs.readFileSync(real, "utf8")).toContain("statusLine");
    // By its real name it is the same installation.
    expect((await uninstallFrom({ ...target, file: real })).ok).toBe(true);
    expect(fs.readFileSync(real, "utf8")).toBe('{ "a": 1 }');
    expect(fs.readlinkSync(target.file)).toBe("../../dotfiles.json");
  });

  test("a link to nowhere: the target is made and removed, the link stays", async () => {
    fs.mkdirSync(dirname(target.file), { recursive: true });
    fs.symlinkSync(join(folder, "later.json"), target.file);
    await install();
    expect(fs.existsSync(join(folder, "later.json"))).toBe(true);
    await uninstall();
    expect(fs.existsSync(join(folder, "later.json"))).toBe(false);
    expect(fs.lstatSync(target.file).isSymbolicLink()).toBe(true);
  });
});

test("a preview says what would be and writes nothing", () => {
  const done = previewInstall(target, WANTED);
  expect(done.ok && done.value.after).toContain("statusLine");
  expect(files()).toEqual([]);
});

/** Settings without the members that an installation changes. */
function withoutLine(settings: Record<string, unknown>): Record<string, unknown> {
  const { statusLine: _, hooks: __, ...rest } = settings;
  return rest;
}

/** The source of every member that is none of ours, as it stands in the text. */
function memberSources(text: string): readonly string[] {
  return [...text.matchAll(/<(.*?)>/gs)].map(([source]) => source);
}

const key = fc.string({ unit: fc.constantFrom(...'abcxyz ü$"\\/数'), maxLength: 6 });
const leaf = fc.oneof(
  fc.boolean(),
  fc.integer(),
  fc.constant(null),
  fc.string({ unit: fc.constantFrom(...'ab{}[],:"\\ü😀\n\u0001') }).map((text) => `<${text}>`),
);
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("node"), { maxLength: 3 }),
    object(tie("node")),
  ),
})).node;

function object(member: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.dictionary(key, member, { maxKeys: 4 });
}

const foreignHooks = fc.dictionary(
  fc.constantFrom("Stop", "PreToolUse", "SessionStart", "Other"),
  fc.array(
    fc.record({
      hooks: fc.array(fc.record({ type: fc.constant("command"), command: key }), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
);
const foreignLine = fc.record(
  {
    type: fc.constant("command"),
    command: fc.constantFrom("npx cc", "a 'b' \"$c\" \\d", "~/line.sh --ü"),
    padding: fc.nat(3),
  },
  { requiredKeys: ["type", "command"] },
);
const settings = fc
  .tuple(object(value), fc.option(foreignHooks), fc.option(foreignLine), fc.boolean())
  .map(([rest, hooks, statusLine, first]) => {
    const ours = { ...(hooks && { hooks }), ...(statusLine && { statusLine }) };
    return first ? { ...ours, ...rest } : { ...rest, ...ours };
  });

/** JSON text whose blanks between the tokens are drawn at random, in one style of line ends. */
const settingsText = fc
  .tuple(
    settings,
    fc.array(fc.nat(5), { minLength: 1, maxLength: 12 }),
    fc.constantFrom("\n", "\r\n"),
  )
  .map(([content, picks, eol]) => {
    let turn = 0;
    const blank = (): string => {
      turn += 1;
      return ["", "", " ", `${eol}  `, `${eol}\t`, "  "][picks[turn % picks.length] ?? 0] ?? "";
    };
    const source = (node: unknown): string => {
      if (Array.isArray(node))
        return `[${node.map((one) => blank() + source(one) + blank()).join(",")}]`;
      if (typeof node !== "object" || node === null) return JSON.stringify(node);
      const members = Object.entries(node).map(
        ([name, member]) =>
          `${blank()}${JSON.stringify(name)}${blank()}:${blank()}${source(member)}${blank()}`,
      );
      return `{${members.join(",")}}`;
    };
    return `${blank()}${source(content)}${blank()}`;
  });
