import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Pty, startPty } from "../../../testing/pty.ts";
import { tempFolder } from "../../../testing/temp-git.ts";
import type { Command } from "../../command.ts";
import { bashScript } from "./bash.ts";
import { elvishScript } from "./elvish.ts";
import { fishScript } from "./fish.ts";
import { powershellScript } from "./powershell.ts";
import { placesOf } from "./word-tree.ts";
import { zshScript } from "./zsh.ts";

function command(name: string, more: Partial<Command> = {}): Command {
  return {
    name,
    summary: `It's what ${name} does: "all" of $it`,
    usage: [name],
    options: [],
    examples: [],
    exitCodes: [],
    run: () => 0,
    ...more,
  };
}

const PLACES = placesOf([
  command("check", {
    takes: "files",
    options: [{ name: "json", describe: "Print JSON" }],
  }),
  command("work list", { options: [{ name: "json", describe: "Print JSON" }] }),
  command("work show", {
    options: [
      { name: "color", value: "WHEN", choices: ["auto", "never"], describe: "Colours" },
      { name: "out", short: "o", value: "OUT", describe: "Where to" },
    ],
  }),
  command("shell", { takes: ["bash", "zsh"] }),
]);

const GLOBAL = ["--config", "--help", "--version", "-V", "-h"];

/** What is typed, and what may follow. */
const CASES: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ["", ["check", "shell", "work"]],
  ["w", ["work"]],
  ["work ", ["list", "show"]],
  ["work sh", ["show"]],
  ["--config x.toml work s", ["show"]],
  ["work --config x.toml s", ["show"]],
  ["work list --", ["--config", "--help", "--json", "--version"]],
  ["work show --color ", ["auto", "never"]],
  ["work show --color a", ["auto"]],
  ["check --json ", ["a.yaml", "b c.yaml"]],
  ["work show -o ", ["a.yaml", "b c.yaml"]],
  ["--config ", ["a.yaml", "b c.yaml"]],
  ["shell ", ["bash", "zsh"]],
  ["work list x", []],
];

let folder: string;
let files: string;

beforeAll(() => {
  folder = tempFolder("completions");
  files = join(folder, "files");
  mkdirSync(files);
  for (const name of ["a.yaml", "b c.yaml"]) writeFileSync(join(files, name), "");
  writeFileSync(join(folder, "bash"), bashScript(PLACES));
  writeFileSync(join(folder, "_smllm"), zshScript(PLACES));
  writeFileSync(join(folder, "smllm.fish"), fishScript(PLACES));
  writeFileSync(join(folder, "smllm.elv"), elvishScript(PLACES));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(argv: readonly string[], cwd = files): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync([...argv], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: folder, LANG: "C.UTF-8" },
    stdin: "ignore",
  });
  expect([stderr.toString(), exitCode]).toEqual(["", 0]);
  return stdout.toString();
}

function offeredLines(text: string): readonly string[] {
  return [...new Set(text.split("\n").filter((line) => line !== ""))].toSorted();
}

// covers: smllm-completions
describe("bash", () => {
  /** Words as readline would part them: at blanks and at `=`. */
  const SCRIPT = `
    source "$1"; shift
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    compopt() { :; }
    _smllm
    [ \${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"
  `;
  const offered = (words: readonly string[]) =>
    offeredLines(run(["bash", "-c", SCRIPT, "bash", join(folder, "bash"), "smllm", ...words]));

  test.each(CASES)("smllm %s: %j", (typed, words) => {
    expect(offered(typed.split(" "))).toEqual(words);
  });

  test("a value behind an equals sign, which readline parts into three words", () => {
    expect(offered(["work", "show", "--color", "="])).toEqual(["auto", "never"]);
    expect(offered(["work", "show", "--color", "=", "n"])).toEqual(["never"]);
    expect(offered(["--config", "=", "x", "work", "l"])).toEqual(["list"]);
  });

  test("every option, with its letter", () => {
    expect(offered(["work", "show", "-"])).toEqual(
      ["--color", "--out", "-o", ...GLOBAL].toSorted(),
    );
  });
});

/** Whether a shell is there, or must be; and what is said where it is not. */
function needs(shell: string): { readonly isMet: boolean; readonly note: string } {
  const isMet = Bun.which(shell) !== null || process.env.CI === "true";
  return { isMet, note: isMet ? "" : ` (skipped: needs ${shell})` };
}

const fish = needs("fish");
// covers: smllm-completions
describe(`fish${fish.note}`, () => {
  const offered = (typed: string) => {
    const script = `source "$argv[1]"; complete -C "smllm $argv[2]"`;
    const file = join(folder, "smllm.fish");
    const lines = run(["fish", "--no-config", "-c", script, file, typed]).split("\n");
    return offeredLines(lines.map((line) => line.split("\t")[0] ?? "").join("\n"));
  };

  test.if(fish.isMet).each(CASES)("smllm %s: %j", (typed, words) => {
    expect(offered(typed)).toEqual(words);
  });
});

/** What the shells show of it as a list: a single answer they write at once. */
const LISTS = CASES.filter(([, words]) => words.length > 1);
const ALL = [...new Set(CASES.flatMap(([, words]) => words))];
const SHELL_MS = 15_000;

/** Types each call into a shell, asks for the list, wants its words and no others, and drops it. */
async function tryLists(pty: Pty, ask: string, drop: string): Promise<void> {
  try {
    expect(await pty.wait((rows) => rows.some((row) => row.startsWith(">")), SHELL_MS)).toBe(true);
    for (const [typed, words] of LISTS) {
      pty.type(`smllm ${typed}${ask}`);
      const shown = words.map(
        (word) => new RegExp(`(?:^|\\s)${word.replace(" ", "[\\\\]? ")}(?:\\s|$)`, "m"),
      );
      const isListed = (rows: readonly string[]) => {
        const list = rows.slice(1).join("\n");
        return shown.every((word) => word.test(list));
      };
      if (!(await pty.wait(isListed, SHELL_MS))) throw new Error(`${typed}:\n${pty.text()}`);
      const parts = pty
        .screen()
        .slice(1)
        .flatMap((row) => row.trim().split(/\s{2,}/));
      const list = parts.map((part) => part.split(" ")[0] ?? "");
      const others = ALL.filter((word) => !words.includes(word) && list.includes(word));
      expect([typed, others]).toEqual([typed, []]);
      const isGone = (rows: readonly string[]) => rows.slice(1).every((row) => row.trim() === "");
      pty.type(drop);
      if (drop !== "") expect(await pty.wait(isGone, SHELL_MS)).toBe(true);
      pty.press("ctrlU");
      const isEmpty = (rows: readonly string[]) => rows[0]?.trim() === ">" && isGone(rows);
      expect(await pty.wait(isEmpty, SHELL_MS)).toBe(true);
    }
  } finally {
    await pty.end();
  }
}

const terminal = () => ({
  cols: 120,
  rows: 24,
  cwd: files,
  env: { PATH: process.env.PATH ?? "", HOME: folder, TERM: "xterm-256color", LANG: "C.UTF-8" },
});

const zsh = needs("zsh");
// covers: smllm-completions
test.if(zsh.isMet)(
  `zsh, calls typed in a terminal: the list has the words and no others${zsh.note}`,
  async () => {
    const rc = [
      "autoload -U compinit; compinit -D",
      "PS1='> '; PROMPT_SP=''",
      `source ${join(folder, "_smllm")}`,
      // Asks for the list, and leaves the line as it is.
      "bindkey '^T' list-choices",
    ];
    writeFileSync(join(folder, ".zshrc"), `${rc.join("\n")}\n`);
    await tryLists(startPty(["zsh", "-d", "-i"], terminal()), "\x14", "");
  },
  LISTS.length * SHELL_MS,
);

const elvish = needs("elvish");
// covers: smllm-completions
test.if(elvish.isMet)(
  `Elvish, calls typed in a terminal: the list has the words and no others${elvish.note}`,
  async () => {
    const rc = join(folder, "rc.elv");
    const prompt = "set edit:prompt = { put '> ' }; set edit:rprompt = { put '' }";
    writeFileSync(rc, `${prompt}\neval (slurp < ${join(folder, "smllm.elv")})\n`);
    const pty = startPty(["elvish", "-rc", rc], terminal());
    await tryLists(pty, "\t", "\x1b");
  },
  LISTS.length * SHELL_MS,
);

// covers: smllm-completions
test("PowerShell, quotes in what a word means: doubled; each word of each place is there", () => {
  const script = powershellScript(PLACES);
  expect(script).toContain("@('check', 'It''s what check does: \"all\" of $it')");
  for (const { path, words } of PLACES)
    for (const { text } of words) expect(script).toContain(`'${path} ${text}' = '`);
  expect(script).toContain("'work show,--color' = @(,@('auto', 'auto'); ,@('never', 'never'))");
});
