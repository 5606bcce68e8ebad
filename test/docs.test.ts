/** What the documents promise: links that lead somewhere, and examples that the program takes. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArguments } from "../src/cli/arguments.ts";
import { COMMANDS } from "../src/cli/commands/registry.ts";
import { itemNotes } from "../src/cli/config/item-notes.ts";
import { parseKey, parseValue } from "../src/cli/config/keys.ts";
import { findCommand } from "../src/cli/smllm/find-command.ts";
import { GLOBAL_OPTIONS } from "../src/cli/smllm/globals.ts";
import { SMLLM_COMMANDS } from "../src/cli/smllm/registry.ts";
import { adaptSettings } from "../src/config/read.ts";
import { unknownKeys } from "../src/config/unknown-keys.ts";
import { tokenize } from "../src/sources/custom-command/tokenize.ts";
import type { Payload } from "../src/sources/harnesses/harness.ts";
import { recogniseHarness } from "../src/sources/harnesses/recognise.ts";
import { findItem } from "../src/status/selection.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../src/status/snapshot.ts";
import { testOptions } from "../src/testing/draw.ts";

const checkout = resolve(import.meta.dir, "..");
const places = [
  "*.md",
  "docs/*.md",
  ...["src", "test", "bench", "scripts", "examples"].map((top) => `${top}/**/*.md`),
];
const files = places.flatMap((place) => [...new Bun.Glob(place).scanSync(checkout)]).sort();
const AGENT_SCRIPT = "docs/agent-script.md";
const guides = files.filter((path) => path === "README.md" || path.startsWith("docs/"));

function textOf(path: string): string {
  return readFileSync(join(checkout, path), "utf8");
}

/** Fenced blocks of a language that give no file. */
function blocksOf(path: string, language: string): readonly string[] {
  const fenced = new RegExp(
    `(?<!^<!-- file: .*\\n\\n)^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`,
    "gm",
  );
  return [...textOf(path).matchAll(fenced)].map((match) => match[1] ?? "");
}

/** Names of the headings of a document as GitHub makes them. */
function anchorsOf(path: string): readonly string[] {
  return [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("links", () => {
  test("there are documents to look at", () => {
    expect(files).toContain("README.md");
    expect(guides.length).toBeGreaterThanOrEqual(6);
  });

  test.each(files)("%s: every relative link names a file, and a heading in it", (path) => {
    const prose = textOf(path).replace(/^```[\s\S]*?^```$/gm, "");
    const broken = [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/i.test(target))
      .filter((target) => {
        const [file = "", anchor] = target.split("#");
        const found = file === "" ? path : relative(checkout, join(checkout, dirname(path), file));
        if (!existsSync(join(checkout, found))) return true;
        return anchor !== undefined && !anchorsOf(found).includes(anchor);
      });
    expect(broken).toEqual([]);
  });
});

describe("examples", () => {
  test("YAML in the guides: settings without a note, of keys and items that there are", () => {
    // Those of workflows are machines and those of the built-in agent are scripts; `test/guides/` writes files.
    const isOther = (path: string) => path.startsWith("docs/workflow") || path === AGENT_SCRIPT;
    const ofSettings = guides.filter((path) => !isOther(path));
    const blocks = ofSettings.flatMap((path) => blocksOf(path, "yaml"));
    expect(blocks.length).toBeGreaterThanOrEqual(3);
    for (const block of blocks) {
      const document = Bun.YAML.parse(block);
      const { settings, notes } = adaptSettings(document);
      expect([...notes, ...unknownKeys(document), ...itemNotes(settings)]).toEqual([]);
    }
  });

  test("JSON in the guides: valid", () => {
    for (const block of guides.flatMap((path) => blocksOf(path, "json"))) JSON.parse(block);
  });

  test("calls in the guides: commands and options that there are, keys and values that fit", async () => {
    const lines = guides
      .flatMap((path) => blocksOf(path, "sh"))
      .flatMap((block) => block.split("\n"))
      .flatMap((line) => line.replace(/\s+#.*$/, "").split(" | "))
      .map((line) => line.trim().replace(/ [<>].*$/, ""));
    const calls = lines.filter((line) => /^(?:bin\/)?telltale(?: |$)/.test(line));
    expect(calls.length).toBeGreaterThanOrEqual(20);
    for (const call of calls) {
      const argv = tokenize(call);
      if (!argv.ok) throw new Error(`${call}: ${argv.reason}`);
      const [, first = "host", ...rest] = argv.value;
      // Without a command it is the host's.
      const [name, ...args] = first.startsWith("-") ? ["host", first, ...rest] : [first, ...rest];
      const command = await COMMANDS.find((entry) => entry.name === name)?.load();
      if (command === undefined) throw new Error(`${call}: there is no command ${name}`);
      const parsed = parseArguments(command, args);
      expect([call, parsed.ok]).toEqual([call, true]);
      if (!parsed.ok || name !== "config") continue;
      const [action, key, value] = parsed.value.operands;
      if ((action !== "set" && action !== "get") || key === undefined) continue;
      const path = parseKey(key);
      expect([call, path.ok]).toEqual([call, true]);
      if (path.ok && value !== undefined)
        expect([call, parseValue(path.value, value).ok]).toEqual([call, true]);
    }
  });

  test("calls of smllm in the guides: commands and options that there are", async () => {
    const lines = guides
      .flatMap((path) => blocksOf(path, "sh"))
      .flatMap((block) => block.split("\n"))
      .map((line) => line.replace(/\s+#.*$/, ""))
      .flatMap((line) => line.split(/ (?:&&|[|<>]) |[()]/))
      .map((line) => line.trim().replace(/ [<>].*$/, ""));
    const calls = lines.filter((line) => /^(?:bin\/)?smllm /.test(line));
    expect(calls.length).toBeGreaterThanOrEqual(15);
    for (const call of calls) {
      const argv = tokenize(call);
      const found = findCommand(SMLLM_COMMANDS, argv.ok ? argv.value.slice(1) : []);
      if (!found.ok || found.value.kind === "group") throw new Error(`not understood: ${call}`);
      if (found.value.kind === "none") continue;
      const command = await found.value.entry.load();
      const globals = { globals: GLOBAL_OPTIONS };
      expect([call, parseArguments(command, found.value.rest, globals).ok]).toEqual([call, true]);
    }
  });

  test("recipes for tmux: the pane's path is escaped, as a shell reads it and a folder may have any name", async () => {
    const help = await Promise.all(COMMANDS.map(async (entry) => (await entry.load()).examples));
    const texts = [...guides.map(textOf), ...help.flat().map(({ command }) => command)];
    const named = texts.flatMap((text) => [...text.matchAll(/.{0,5}pane_current_path\}.?/g)]);
    expect(named.length).toBeGreaterThanOrEqual(3);
    expect(named.filter(([found]) => !/^ ?#\{q:pane_current_path\} $/.test(found))).toEqual([]);
  });

  test("the example payload: Claude Code's, and all that it holds shows", () => {
    const payload: unknown = JSON.parse(textOf("docs/example-payload.json"));
    const harness = recogniseHarness(payload as Payload, {});
    expect(harness?.id).toBe("claude-code");
    const snapshot = foldAll(EMPTY_SNAPSHOT, harness?.adapt(payload as Payload).facts ?? []);
    const ids = ["current-dir", "session-title", "review-link", "token-quota", "rebill"];
    const absent = ids.filter((id) => findItem(id)?.render(snapshot, testOptions()) === null);
    expect(absent).toEqual([]);
  });

  test("files that calls in the guides and in help read from the checkout: there", async () => {
    const help = await Promise.all(COMMANDS.map(async (entry) => (await entry.load()).examples));
    const calls = [
      ...guides.flatMap((path) => blocksOf(path, "sh")),
      ...help.flat().map(({ command }) => command),
    ];
    const read = calls.flatMap((call) => [...call.matchAll(/(?:< |\s)(docs\/[\w./-]+)/g)]);
    expect(read.length).toBeGreaterThanOrEqual(6);
    expect(read.filter(([, path = ""]) => !existsSync(join(checkout, path)))).toEqual([]);
  });

  test("npm scripts in README and CONTRIBUTING: there are such scripts", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const named = ["README.md", "CONTRIBUTING.md"].flatMap((path) =>
      [...textOf(path).matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? ""),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
