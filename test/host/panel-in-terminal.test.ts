/** `/statusline` in the host, in a real terminal, with a real config file: both modes, every size. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setConfigValue } from "../../src/config/write.ts";
import { type Pty, startPty } from "../../src/testing/pty.ts";
import { canMount, mountSmallDisk, unmount } from "../../src/testing/small-disk.ts";
import { BUN, keyBytes } from "./world.ts";

const PROGRAM = join(import.meta.dir, "panel-program.ts");
/** A busy machine starts a program slowly. */
const WAIT_MS = 30_000;
const TEST_MS = 120_000;
/** Long enough that a drawing has followed the change of the size. */
const QUIET_MS = 60;
const MODES = ["regular", "fullscreen"] as const;
const FILE = `# mine
agent: mine # chosen
tui:
  statusLine: [model, context-meter, cost] # the line
`;

let home = "";
let pty: Pty | undefined;

beforeEach(() => {
  home = fs.mkdtempSync(join(tmpdir(), "telltale-panel-"));
  fs.writeFileSync(configFile(), FILE);
});
afterEach(async () => {
  await pty?.end();
  pty = undefined;
  fs.rmSync(home, { recursive: true, force: true });
});

const configFile = (): string => join(home, "config.yaml");
const written = (): string => fs.readFileSync(configFile(), "utf8");
const screen = (): string => pty?.text() ?? "";
const press = (...names: readonly string[]): void => {
  for (const name of names) pty?.type(keyBytes(name));
};

async function see(text: string | RegExp): Promise<void> {
  const holds = () => (typeof text === "string" ? screen().includes(text) : text.test(screen()));
  if ((await pty?.wait(holds, WAIT_MS)) !== true) throw new Error(`no ${text} in\n${screen()}`);
}
async function seeNo(text: string): Promise<void> {
  const holds = () => !screen().includes(text);
  if ((await pty?.wait(holds, WAIT_MS)) !== true) throw new Error(`${text} stays in\n${screen()}`);
}

async function start(mode: string, state = "idle", file = configFile()): Promise<void> {
  pty = startPty([BUN, PROGRAM, mode, file, join(home, "lock"), state], {
    cols: 80,
    rows: 30,
    env: { PATH: process.env.PATH ?? "", TERM: "xterm-256color", LANG: "C.UTF-8" },
  });
  await see("Model One");
}
async function open(mode: string, state = "idle", file = configFile()): Promise<void> {
  await start(mode, state, file);
  pty?.type("/statusline");
  await see("› /statusline");
  press("enter");
  await see("Status line ─");
}

describe.each(MODES)("%s", (mode) => {
  // covers: panel-select, panel-toggle, panel-reorder, panel-save, panel-preview, panel-one-key
  test(
    "select, toggle, reorder, save: file and line change at once, all else in the file stays",
    async () => {
      await open(mode);
      press("right");
      await see(/Context ▕█+░+▏ 77% left │ ✦ Model One/);
      press("down", "space");
      await see("› [ ] cost");
      press("enter");
      await seeNo("Status line ─");
      await see(/▏ 77% left │ ✦ Model One/);
      expect(written()).toBe(
        FILE.replace("[model, context-meter, cost]", "[context-meter, model]"),
      );
    },
    TEST_MS,
  );

  // covers: panel-search, panel-search-order, panel-unavailable, panel-discard
  test(
    "search, then Escape: found, labelled, moved in the query, and nothing is kept",
    async () => {
      await open(mode);
      pty?.type("CLOC");
      await see("› [ ] clock");
      press("left", "left", "right", "end", "space");
      await see("› [x] clock");
      press("ctrl+u");
      pty?.type("queu");
      await see("nothing to show now");
      press("escape");
      await seeNo("Status line ─");
      await see("✦ Model One │ Context");
      expect(written()).toBe(FILE);
    },
    TEST_MS,
  );

  // covers: panel-defaults, panel-removes
  test(
    "Ctrl+R and Enter: the key is gone, the defaults show",
    async () => {
      await open(mode);
      press("ctrl+r");
      await see("Defaults ─╮");
      press("enter");
      await seeNo("Status line ─");
      await see("~/src/shop │");
      expect(written()).not.toContain("statusLine");
      expect(written()).toContain("agent: mine # chosen");
    },
    TEST_MS,
  );

  // covers: panel-hides
  test(
    "everything deselected: an empty list in the file, and no line",
    async () => {
      await open(mode);
      press("space", "down", "space", "down", "space");
      await see("The status line is hidden");
      press("enter");
      await seeNo("Status line ─");
      await seeNo("Model One");
      expect(written()).toContain("statusLine: []");
    },
    TEST_MS,
  );

  // covers: panel-heights, panel-sizes
  test(
    "every size: hints, then the selected item, then the search; nothing wraps",
    async () => {
      await open(mode);
      pty?.type("meter");
      await see("› [x] context-meter");
      for (const cols of [20, 24, 40, 64, 80, 120, 160, 200]) {
        for (const rows of [1, 2, 3, 5, 8, 9, 14, 15, 24, 40, 60]) {
          pty?.resize(cols, rows);
          await pty?.rest(QUIET_MS, WAIT_MS);
          await see(/Esc/);
          if (rows >= 8) await see(new RegExp(`^╭─ Status line .{${cols - 16}}╮ *$`, "m"));
          if (rows >= 3) await see("Search: meter|");
          if (rows >= 2) await see(cols === 20 ? "› [x] context-" : "› [x] context-meter");
          if (rows >= 9 && cols >= 40) await see("▕");
          await see(cols === 20 && rows === 1 ? /Enter save · Esc/ : /Enter save/);
          expect(pty?.screen()).toHaveLength(rows);
        }
      }
      press("ctrl+c");
      pty?.resize(80, 24);
      await seeNo("Status line ─");
      expect(written()).toBe(FILE);
    },
    TEST_MS,
  );

  // covers: panel-failure
  test(
    "a read-only file: nothing changes, the draft stays, and once it may be written Enter saves",
    async () => {
      fs.chmodSync(configFile(), 0o444);
      await open(mode);
      press("space", "enter");
      await see("Not saved: the file and the line are as they were");
      await see("› [ ] model");
      expect(written()).toBe(FILE);
      expect(screen()).toContain("✦ Model One │ Context");
      fs.chmodSync(configFile(), 0o644);
      press("enter");
      await seeNo("Status line ─");
      expect(written()).toContain("[context-meter, cost]");
    },
    TEST_MS,
  );

  // covers: command-layout
  test(
    "/statusline compact and items: the line changes at once, the file stays",
    async () => {
      await start(mode);
      pty?.type("/statusline compact");
      await see("› /statusline compact");
      press("enter");
      await see("m-1 · ");
      pty?.type("/statusline items");
      await see("› /statusline items");
      press("enter");
      await see("✦ Model One │ Context");
      expect(written()).toBe(FILE);
    },
    TEST_MS,
  );

  // covers: panel-refused
  test(
    "a side session: stays closed, and says why",
    async () => {
      await start(mode, "side");
      pty?.type("/statusline");
      await see("› /statusline");
      press("enter");
      await see("in a side session");
      expect(screen()).not.toContain("Status line ─");
    },
    TEST_MS,
  );

  // covers: panel-refused
  test(
    "a question waits: what is typed opens no panel",
    async () => {
      await start(mode, "asks");
      await see("May it?");
      pty?.type("/statusline\r");
      await pty?.rest(QUIET_MS, WAIT_MS);
      expect(screen()).not.toContain("Status line ─");
      expect(written()).toBe(FILE);
    },
    TEST_MS,
  );

  // covers: panel-during-run
  test(
    "while a turn runs: opens and saves",
    async () => {
      await open(mode, "busy");
      press("space", "enter");
      await seeNo("Status line ─");
      expect(written()).toContain("[context-meter, cost]");
    },
    TEST_MS,
  );

  // covers: panel-machine-line
  test(
    "with build-mode: only explains, and the file stays",
    async () => {
      fs.writeFileSync(configFile(), "tui:\n  statusLine: [build-mode]\n");
      pty = startPty([BUN, PROGRAM, mode, configFile(), join(home, "lock"), "idle"], {
        cols: 110,
        rows: 30,
        env: { PATH: process.env.PATH ?? "", TERM: "xterm-256color", LANG: "C.UTF-8" },
      });
      await see("[V] seq=");
      pty.type("/statusline");
      press("enter");
      await see("build-mode owns the status line");
      await see("restart");
      press("space", "ctrl+r", "enter");
      await seeNo("build-mode owns");
      expect(written()).toBe("tui:\n  statusLine: [build-mode]\n");
      expect(screen()).toContain("[V] seq=");
    },
    TEST_MS,
  );
});

// covers: panel-one-key
test(
  "a linked config: its target changes, the link stays, and what others wrote meanwhile too",
  async () => {
    const real = join(home, "dotfile.yaml");
    fs.renameSync(configFile(), real);
    fs.symlinkSync("dotfile.yaml", configFile());
    await open("regular");
    const place = { configFile: configFile(), lockFile: join(home, "lock") };
    expect((await setConfigValue(place, ["tui", "theme"], "light")).ok).toBe(true);
    press("space", "enter");
    await seeNo("Status line ─");
    expect(fs.readlinkSync(configFile())).toBe("dotfile.yaml");
    const text = fs.readFileSync(real, "utf8");
    expect(text).toContain("statusLine: [context-meter, cost]");
    expect(text).toContain("theme: light");
  },
  TEST_MS,
);

// covers: panel-failure
test.skipIf(!canMount())(
  "a full disk: the file whole, the draft there; with room again Enter saves",
  async () => {
    const disk = mountSmallDisk();
    const file = join(disk, "config.yaml");
    try {
      fs.writeFileSync(file, FILE);
      try {
        fs.writeFileSync(join(disk, "filler"), Buffer.alloc(256 * 1024));
      } catch {
        // Full is what it is to be.
      }
      await open("regular", "idle", file);
      press("space", "enter");
      await see("Not saved");
      expect(fs.readFileSync(file, "utf8")).toBe(FILE);
      fs.rmSync(join(disk, "filler"));
      press("enter");
      await seeNo("Status line ─");
      expect(fs.readFileSync(file, "utf8")).toContain("[context-meter, cost]");
    } finally {
      await pty?.end();
      for (const name of fs.readdirSync(disk)) fs.rmSync(join(disk, name));
      unmount(disk);
    }
  },
  TEST_MS,
);
