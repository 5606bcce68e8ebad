/** The program as it is called: real processes of the sources, with a folder of their own for all files. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { version } from "../../package.json";
import { COMMANDS } from "../../src/cli/commands/registry.ts";
import { ITEMS } from "../../src/status/items/registry.ts";
import { createMeasure } from "../../src/text/width.ts";

const checkout = resolve(import.meta.dir, "../..");
const main = join(checkout, "src/cli/main.ts");
const fixtures = join(checkout, "test/fixtures/ccstatusline");
const measure = createMeasure({ ambiguousWide: false });

let folder: string;
let home: string;
let configFile: string;

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs the program; nothing of this machine's environment but the programs on the PATH. */
function telltale(args: readonly string[], { env = {}, input = "" }: Setting = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: folder,
    input,
    encoding: "utf8",
    env: {
      HOME: folder,
      TELLTALE_HOME: home,
      PATH: process.env.PATH ?? "",
      LANG: "C.UTF-8",
      BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
      ...env,
    },
    timeout: 15_000,
  });
  return { status, stdout, stderr };
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "telltale-cli-")));
});

beforeEach(() => {
  home = mkdtempSync(join(folder, "home-"));
  configFile = join(home, "config.yaml");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("help", () => {
  const listed = COMMANDS.filter((entry) => entry.hidden !== true).map(({ name }) => name);
  // What follows `flow` is read by another program, and so is a wish for help.
  const own = listed.filter((name) => name !== "flow");

  test.each(["--help", "-h", "help"])("%s: lists every command and no hidden one", (word) => {
    const { status, stdout, stderr } = telltale([word]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const name of listed) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
    expect(stdout).not.toContain("refresh-git");
  });

  test.each(own)("%s --help and help %s: the same text with usage and exit codes", (name) => {
    const asked = telltale([name, "--help"]);
    expect(asked).toMatchObject({ status: 0, stderr: "" });
    expect(asked.stdout).toContain(`Usage:\n  telltale ${name}`);
    expect(asked.stdout).toContain("Exit codes:\n  0");
    expect(telltale(["help", name])).toEqual(asked);
  });

  test("flow --help and help flow: the help of smllm", () => {
    const asked = telltale(["flow", "--help"]);
    expect(asked).toMatchObject({ status: 0, stderr: "" });
    expect(asked.stdout).toStartWith(`smllm ${version}: `);
    expect(telltale(["help", "flow"])).toEqual(asked);
    expect(telltale(["flow"])).toEqual(asked);
  });

  test("--version: the version, and nothing else", () => {
    expect(telltale(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("calls that cannot be understood: exit 2, one line on stderr, nothing on stdout", () => {
  test.each<[string, string[]]>([
    ["an unknown command", ["statuslin"]],
    ["help of an unknown command", ["help", "statuslin"]],
    ["an option that the command has not", ["config", "--colour", "get"]],
    ["an option without its value", ["demo", "--width"]],
    ["a flag with a value", ["config", "get", "--json=yes"]],
    ["a value that is no choice", ["install", "claude-code", "--scope", "world"]],
    ["no action", ["config"]],
    ["an unknown action", ["config", "list"]],
    ["an unknown key", ["config", "get", "tui.colour"]],
    ["a key without a value", ["config", "set", "tui.layout"]],
    ["a value and --unset", ["config", "set", "tui.layout", "full", "--unset"]],
    ["a value that does not fit", ["config", "set", "tui.layout", "wide"]],
    ["a value that is no YAML", ["config", "set", "tui.statusLine", "[a, "]],
    ["an item that is not there", ["config", "set", "tui.statusLine", "[model, git-brnch]"]],
    ["an option that an item has not", ["config", "set", "tui.items.clock.zone", "UTC"]],
    ["an unknown layout", ["config", "preview", "--layout", "wide"]],
    ["a width that is none", ["config", "preview", "--width", "0"]],
    ["an import without a file", ["config", "import", "ccstatusline"]],
    ["an import from elsewhere", ["config", "import", "starship", "x.toml"]],
    ["control characters in a name", ["\x1b]0;title\x07\n\u009b31m"]],
  ])("%s", (_name, args) => {
    const { status, stdout, stderr } = telltale(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^telltale[^\n\x1b\x07\u009b]*\n$/);
    expect(existsSync(configFile)).toBe(false);
  });

  test("a refused item: the message names it and says where the items are listed", () => {
    const { stderr } = telltale(["config", "set", "tui.statusLine", "[model, git-brnch]"]);
    expect(stderr).toContain('"git-brnch" (did you mean git-branch?)');
    expect(stderr).toContain("telltale config items");
  });
});

describe("commands that a harness runs: exit 0 whatever happens", () => {
  test.each<[string, string[], string]>([
    ["statusline with an unknown option", ["statusline", "--nonsense"], ""],
    ["statusline with a wrong choice", ["statusline", "--color", "pink"], "{}"],
    ["statusline with half a payload", ["statusline"], '{"session_id": "a'],
    ["hook without a harness", ["hook"], "{}"],
    ["hook of an unknown harness", ["hook", "vim"], "{}"],
    ["hook with no JSON", ["hook", "claude-code"], "nothing"],
    ["hook with an unknown option", ["hook", "claude-code", "--loud"], "{}"],
  ])("%s: nothing on stdout", (_name, args, input) => {
    expect(telltale(args, { input })).toMatchObject({ status: 0, stdout: "" });
  });

  test("statusline without stdin: a row of the directory", () => {
    const { status, stdout } = telltale(["statusline", "--items", "directory", "--width", "40"]);
    expect({ status, stdout: stdout.trim() }).toEqual({
      status: 0,
      stdout: folder.slice(folder.lastIndexOf("/") + 1),
    });
  });
});

describe("config get and set", () => {
  test("get without a file: the defaults, and nothing is written", () => {
    expect(telltale(["config", "get", "tui.layout"])).toEqual({
      status: 0,
      stdout: "items\n",
      stderr: "",
    });
    const { stdout } = telltale(["config", "get", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ tui: { theme: "auto", links: true } });
    expect(Bun.YAML.parse(telltale(["config", "get"]).stdout)).toMatchObject({
      tui: { layout: "items" },
    });
    expect(readdirSync(home)).toEqual([]);
  });

  test("set in an empty folder: makes a file that the owner alone can read, and get reads it", () => {
    const made = telltale(["config", "set", "tui.statusLine", "[model, cost]"]);
    expect(made).toEqual({
      status: 0,
      stdout: expect.stringContaining(`changed ${configFile}; it shows`),
      stderr: "",
    });
    expect(statSync(configFile).mode & 0o777).toBe(0o600);
    expect(telltale(["config", "get", "tui.statusLine", "--json"]).stdout).toBe(
      '["model","cost"]\n',
    );
    const again = telltale(["config", "set", "tui.statusLine", "[model, cost]"]);
    expect(again.stdout).toBe(`already so in ${configFile}\n`);
  });

  test("set in a file of one's own: comments, order and blanks stay; --unset takes it back", () => {
    const before = [
      "# mine",
      "tui:",
      "    theme:   dark   # the office is bright",
      "",
      "    items: {clock: {hours: 12}}",
      "# end",
      "",
    ].join("\n");
    writeFileSync(configFile, before);
    expect(telltale(["config", "set", "tui.theme", "light"]).status).toBe(0);
    expect(readFileSync(configFile, "utf8")).toBe(before.replace("dark", "light"));
    expect(telltale(["config", "set", "tui.layout", "full"]).status).toBe(0);
    expect(telltale(["config", "set", "tui.layout", "--unset"]).status).toBe(0);
    expect(readFileSync(configFile, "utf8")).toBe(before.replace("dark", "light"));
  });

  test("--config: that file, and no other", () => {
    const other = join(home, "other.yaml");
    expect(telltale(["config", "set", "tui.ascii", "true", "--config", other]).status).toBe(0);
    expect(telltale(["config", "get", "tui.ascii", "--config", other]).stdout).toBe("true\n");
    expect(existsSync(configFile)).toBe(false);
  });

  test("a broken file: get warns and shows defaults, set refuses with what to add by hand", () => {
    writeFileSync(configFile, "tui: [\n");
    const got = telltale(["config", "get", "tui.layout"]);
    expect(got).toMatchObject({ status: 0, stdout: "items\n" });
    expect(got.stderr).toContain("begins at line 1 is not closed");
    const { status, stdout, stderr } = telltale(["config", "set", "tui.layout", "full"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("tui:\n  layout: full\n");
    expect(readFileSync(configFile, "utf8")).toBe("tui: [\n");
  });
});

describe("config items and schema", () => {
  test("items: every id with a sample; --json: the same as data", () => {
    const { status, stdout, stderr } = telltale(["config", "items"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const listed = JSON.parse(telltale(["config", "items", "--json"]).stdout) as {
      id: string;
      sample: string;
    }[];
    expect(listed.map(({ id }) => id)).toEqual(ITEMS.map(({ id }) => id));
    const indent = " ".repeat(stdout.indexOf("Machine") - stdout.indexOf("build-mode"));
    for (const { id, sample } of listed) {
      expect([id, sample]).not.toEqual([id, ""]);
      // What does not fit beside its name on a page of 100 columns has nearly all of it.
      const isWide = indent.length + measure(sample) > 100;
      expect(stdout).toContain(`\n${isWide ? "  " : indent}${sample}\n`);
    }
  });

  test("schema: valid JSON that the documents hold as a file", () => {
    const { stdout } = telltale(["config", "schema"]);
    expect(stdout).toBe(readFileSync(join(checkout, "docs/config.schema.json"), "utf8"));
  });
});

describe("config preview", () => {
  test.each([120, 40, 1])("%d columns: no row is wider, in any layout", (cols) => {
    for (const layout of ["items", "full", "compact"]) {
      const args = ["config", "preview", "--layout", layout, "--width", String(cols)];
      const { status, stdout } = telltale(args);
      expect(status).toBe(0);
      for (const row of stdout.split("\n")) expect(measure(row)).toBeLessThanOrEqual(cols);
    }
  });

  test("what is configured: those items; an empty list: the line is hidden", () => {
    const args = ["config", "preview", "--width", "80"];
    writeFileSync(configFile, "tui: { statusLine: [cost] }\n");
    expect(telltale(args).stdout).toBe("$4.32\n");
    writeFileSync(configFile, "tui: { statusLine: [] }\n");
    expect(telltale(args).stdout).toBe("The line is hidden.\n");
  });

  test("colours: none into a pipe, with FORCE_COLOR some, with NO_COLOR none, the text the same", () => {
    const args = ["config", "preview", "--width", "100"];
    const plain = telltale(args).stdout;
    const forced = telltale(args, { env: { FORCE_COLOR: "3" } }).stdout;
    const refused = telltale(args, { env: { FORCE_COLOR: "3", NO_COLOR: "1" } }).stdout;
    expect(plain).not.toContain("\x1b");
    expect(forced).toContain("\x1b[38;2;");
    expect(forced.replace(/\x1b\[[\d;]*m/g, "")).toBe(plain);
    expect(refused).toBe(plain);
  });

  test("TELLTALE_ASCII: no character outside ASCII but the dot", () => {
    const args = ["config", "preview", "--width", "120"];
    const { stdout } = telltale(args, { env: { TELLTALE_ASCII: "1" } });
    expect(stdout).toMatch(/^[\n -~·]+$/);
  });
});

describe("config import ccstatusline", () => {
  const file = join(fixtures, "settings-full.json");
  const yaml = readFileSync(join(fixtures, "settings-full.yaml"), "utf8");

  test("a file: remarks on stderr, a whole config on stdout", () => {
    const { status, stdout, stderr } = telltale(["config", "import", "ccstatusline", file]);
    expect({ status, text: stderr + stdout }).toEqual({ status: 0, text: yaml });
    expect(existsSync(configFile)).toBe(false);
  });

  test("--write: key by key beside what is there, and a second time nothing changes", () => {
    writeFileSync(configFile, "tui:\n  theme: light # mine\n");
    const args = ["config", "import", "ccstatusline", file, "--write"];
    const first = telltale(args);
    expect(first.status).toBe(0);
    expect(first.stdout.match(/^changed: /gm)?.length).toBe(5);
    const written = readFileSync(configFile, "utf8");
    expect(written).toContain("theme: light # mine\n");
    const lines = JSON.parse(
      telltale(["config", "get", "tui.lines", "--json"]).stdout,
    ) as unknown[];
    expect(lines.length).toBe(2);
    expect(telltale(args).stdout).not.toContain("changed: ");
    expect(readFileSync(configFile, "utf8")).toBe(written);
  });

  test.each<[string, string]>([
    ["no JSON", "{"],
    ["another version", '{"version": 9, "lines": []}'],
    ["nothing that has a counterpart", '{"version": 4, "lines": [[{"type": "free-memory"}]]}'],
    ["too much", `{"lines": ${" ".repeat(70_000)}[]}`],
  ])("%s: exit 1 with a reason and nothing on stdout", (_name, text) => {
    const bad = join(home, "bad.json");
    writeFileSync(bad, text);
    const { status, stdout, stderr } = telltale(["config", "import", "ccstatusline", bad]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/telltale config import: [^\n]+\n$/);
  });

  test.each([
    ['{"version": 4,\n "lines": [1,]}', "no valid JSON at line 2, column 14"],
    ["\ufeff{\n  // mine\n}", "no valid JSON at line 2, column 3"],
    ["[".repeat(60_000), "no valid JSON"],
  ])("JSON that is none: where it breaks", (text, why) => {
    const bad = join(home, "bad.json");
    writeFileSync(bad, text);
    const { stderr } = telltale(["config", "import", "ccstatusline", bad]);
    expect(stderr).toContain(`${bad} is ${why}`);
  });

  test("a folder, and no file at all: exit 1 with a reason", () => {
    mkdirSync(join(home, "folder"));
    for (const name of ["folder", "missing.json"]) {
      const args = ["config", "import", "ccstatusline", join(home, name)];
      expect(telltale(args)).toMatchObject({ status: 1, stdout: "" });
    }
  });
});

describe("demo", () => {
  test("no command: the demonstration, no row wider than COLUMNS", () => {
    const { status, stdout, stderr } = telltale([], { env: { COLUMNS: "90" } });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("an invented session");
    for (const row of stdout.split("\n")) expect(measure(row)).toBeLessThanOrEqual(90);
  });
});
