/**
 * Every sentence about the custom command, in the real host in a real terminal, in both screen modes: one
 * world, in which the script is another one from run to run.
 */
import { afterEach, expect, test } from "bun:test";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import type { ScreenCell } from "../../src/testing/pty.ts";
import {
  type CommandWorld,
  type CommandWorldOptions,
  isAlive,
  openCommandWorld,
  processesNaming,
  waitFor,
  zombiesOf,
} from "./command-world.ts";

const SLOW_MS = 180_000;
const worlds: CommandWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});
async function open(options: CommandWorldOptions): Promise<CommandWorld> {
  const it = await openCommandWorld(options);
  worlds.push(it);
  return it;
}

/** The last row of the line. */
function line({ world }: CommandWorld): string {
  return world.screen().findLast((row) => row.trim() !== "") ?? "";
}
/** The cells of the last row that holds a text, from that text on. */
function cellsOf({ world }: CommandWorld, text: string): readonly ScreenCell[] {
  const row = world.screen().findLastIndex((each) => each.includes(text));
  const at = world.screen()[row]?.indexOf(text) ?? 0;
  return row < 0 ? [] : world.pty.cells(row).slice(at);
}
const colorsOf = (cells: readonly ScreenCell[]) =>
  cells.map(({ foreground, background, bold, underline, inverse }) => ({
    ...(foreground && { fg: "index" in foreground ? foreground.index : foreground.rgb }),
    ...(background && { bg: "index" in background ? background.index : background.rgb }),
    ...(bold && { bold }),
    ...(underline && { underline }),
    ...(inverse && { inverse }),
  }));
const ofMode = ["regular", "fullscreen"] as const;

/** Runs a step in regular mode, then in fullscreen mode, in the same world. */
async function inBothModes(
  it: CommandWorld,
  step: (mode: (typeof ofMode)[number]) => Promise<void>,
): Promise<void> {
  for (const mode of ofMode) {
    await step(mode);
    await it.switchMode();
  }
}

/** Unknown `display` is inline; `maxLines` and `position` are for blocks; 1 ms is raised to 500 ms. */
const INLINE = [
  "display: rows",
  "position: below",
  "maxLines: 5",
  "colorMode: ansi",
  "timeoutMs: 1",
];

// covers: runner-stdin-fields, runner-stdin-line, runner-inline-default, runner-timeout-range
// covers: runner-empty-hides, runner-keeps-last, runner-exit-zero, runner-launch-error, runner-timeout
// covers: runner-held-stdout, runner-blank-first, runner-line-ends, runner-no-leftovers, runner-both-modes
test(
  "what a run may do: it reads nothing, fails, hangs, leaves a job, prints nothing",
  async () => {
    const it = await open({ settings: INLINE, script: "echo start" });
    const { world, folder } = it;
    await world.waitForText("~/work │ start");
    // The first run knew no session: what is unknown is left out, and the order is fixed.
    expect(it.lines()[0]).toMatch(
      /^\{"protocol":1,"event":"startup","workspace_dir":"[^"]+","tui_version":"[^"]+"\}$/,
    );
    world.type("/title Mend it");
    world.press("enter");
    await world.waitFor(() => it.events().at(-1) === "turn-end");
    await it.turn();
    expect(Object.keys(it.runs().at(-1) ?? {})).toEqual([
      "protocol",
      "event",
      "session_id",
      "workspace_dir",
      "model",
      "session_title",
      "tui_version",
    ]);
    expect(it.runs().at(-1)).toMatchObject({ session_title: "Mend it", workspace_dir: world.cwd });
    await inBothModes(it, async (mode) => {
      it.setScript(`echo good-${mode}`);
      await it.turn();
      await world.waitForText(`│ good-${mode}`);
      const keeps = async (): Promise<void> => {
        await world.waitForText(`│ good-${mode}`);
        expect(world.text()).not.toContain("zq-");
      };
      // A failure with output, and an end by a signal.
      it.setScript("echo zq-failed; exit 3");
      await it.turn();
      await keeps();
      it.setScript("echo zq-killed; kill -9 $$");
      await it.turn();
      await keeps();
      // It cannot be started: nothing is said, nothing flickers.
      renameSync(it.program, `${it.program}.away`);
      world.type("hi");
      world.press("enter");
      await world.rest(600);
      renameSync(`${it.program}.away`, it.program);
      await keeps();
      expect(world.text()).not.toMatch(/ENOENT|cannot start/);
      // Too slow, deaf to the polite signal, its child holds stdout: the next run does not wait for it.
      it.setScript(
        'trap "" TERM; echo zq-slow; (trap "" TERM; sleep 300) & echo $$ $! > "$D/slow"; wait',
      );
      await it.turn();
      await world.waitFor(() => it.pids("slow").length >= 2 && !it.pids("slow").some(isAlive));
      await keeps();
      // Less than half a second is not too slow, whatever lower number is configured.
      it.setScript(`sleep 0.25; echo in-time-${mode}`);
      await it.turn();
      await world.waitForText(`│ in-time-${mode}`);
      // It ends well and leaves a child that holds stdout: no output is lost, and the child goes.
      it.setScript(`sleep 300 & echo $! > "$D/held"; echo held-${mode}`);
      await it.turn();
      await world.waitForText(`│ held-${mode}`);
      await world.waitFor(() => !it.pids("held").some(isAlive));
      // A child that has left the group cannot be ended, but nothing waits for it.
      it.setScript(`setsid sleep 5 & echo $! > "$D/escaped"; echo escaped-${mode}`);
      await it.turn();
      await world.waitForText(`│ escaped-${mode}`);
      for (const pid of it.pids("escaped")) if (isAlive(pid)) process.kill(pid, "SIGKILL");
      // Line ends of both kinds; blank lines before the first one; blanks around it.
      it.setScript(`printf '\\r\\n  \\n  first-${mode}  \\r\\nzq-second\\n'`);
      await it.turn();
      await world.waitForText(`│ first-${mode}`);
      expect(line(it)).toBe(`~/work │ first-${mode}`);
      // Good, and nothing to say: the item goes.
      it.setScript("true");
      await it.turn();
      await world.waitFor(() => line(it).trim() === "~/work");
      it.setScript(`echo back-${mode}`);
      await it.turn();
      await world.waitForText(`│ back-${mode}`);
    });
    expect(world.text()).not.toContain("zq-");
    // Deaf to its input: no error, and its output counts. Nothing of all this is left.
    expect(zombiesOf(world.pty.pid)).toEqual([]);
    expect(processesNaming(folder).filter((pid) => pid !== process.pid)).toEqual([]);
  },
  SLOW_MS,
);

// covers: runner-coalesces, runner-serial, runner-turn-end, runner-session-change, runner-late-dropped
// covers: runner-events-only, runner-unkept
test(
  "a burst of turns and sessions while it runs: one run at a time, one after it, with the newest event",
  async () => {
    const it = await open({ settings: ["timeoutMs: 30000"], script: "echo zero" });
    const { world } = it;
    await world.waitForText("│ zero");
    await inBothModes(it, async (mode) => {
      const gate = (name: string) => `${waitFor(`${name}-${mode}`)}; echo ${name}-${mode}`;
      await it.turn();
      it.setScript(gate("one"));
      await it.turn();
      const before = it.events().length;
      // Eight turns end while it runs.
      for (let at = 0; at < 8; at++) {
        world.type(`burst ${mode} ${at}`);
        world.press("enter");
        await world.waitForText(`You wrote: burst ${mode} ${at}`);
        await world.waitForText("/ commands");
      }
      it.setScript(gate("two"));
      it.touch(`one-${mode}`);
      await world.waitForText(`│ one-${mode}`);
      await world.waitFor(() => it.events().length === before + 1);
      expect(it.events().at(-1)).toBe("turn-end");
      // Then a turn and a new session: what was shown goes at once, and what the old run prints is late.
      world.type("hi");
      world.press("enter");
      await world.rest();
      world.type("/new");
      world.press("enter");
      await world.waitForNoText(`one-${mode}`);
      it.setScript(gate("three"));
      it.touch(`two-${mode}`);
      await world.waitFor(() => it.events().length === before + 2);
      expect(it.events().at(-1)).toBe("session-change");
      await world.rest();
      expect(line(it).trim()).toBe("~/work");
      it.touch(`three-${mode}`);
      await world.waitForText(`│ three-${mode}`);
      await world.rest(500);
      expect(it.events()).toHaveLength(before + 2);
    });
    expect(new TextDecoder().decode(world.pty.raw())).not.toContain("two-");
    expect(it.overlaps()).toBe(0);
    // No interval is configured: events alone ran it, however long that took.
    expect(it.events()).not.toContain("interval");
    // Nothing of what it printed is kept of the conversation, on disk or for the agent.
    const kept = new Glob("**/*").scanSync({ cwd: world.home, dot: true });
    const texts = [...kept].map((name) => readFileSync(join(world.home, name), "latin1"));
    expect(texts.some((text) => text.includes("burst regular 1"))).toBe(true);
    expect(texts.filter((text) => /(one|two|three)-(regular|full)/.test(text))).toEqual([]);
  },
  SLOW_MS,
);

// covers: runner-colour-filter, runner-colour-reset, runner-controls, runner-colour-modes
test(
  "colours inline: those that are permitted, reset before the separator, and no other control",
  async () => {
    const clipboard: string[] = [];
    const it = await open({
      settings: INLINE,
      items: "custom-command, current-dir",
      script: "printf '\\033[32mgre\\033[44men'",
      env: { COLORTERM: "truecolor" },
      osc: { 52: (data) => void clipboard.push(data) },
    });
    const { world } = it;
    await world.waitForText("green │ ~/work");
    await inBothModes(it, async () => {
      it.setScript("printf '\\033[32mgre\\033[44men'");
      await it.turn();
      await world.waitForText("green │ ~/work");
      const [g, , , e, , blank, bar] = colorsOf(cellsOf(it, "green │"));
      expect([g, e]).toEqual([{ fg: 2 }, { fg: 2, bg: 4 }]);
      expect(blank).not.toHaveProperty("bg");
      expect(bar).not.toHaveProperty("bg");
      expect(bar?.fg).not.toBe(2);
      // Bright, 256 and RGB colours, parts and whole resets, an empty reset.
      it.setScript(
        "printf '\\033[91;107ma\\033[39mb\\033[49mc\\033[38;5;200md\\033[48;5;7me\\033[0mf\\033[38;2;1;2;3mg\\033[mh'",
      );
      await it.turn();
      await world.waitForText("abcdefgh │");
      expect(colorsOf(cellsOf(it, "abcdefgh")).slice(0, 8)).toEqual([
        { fg: 9, bg: 15 },
        { bg: 15 },
        {},
        { fg: 200 },
        { fg: 200, bg: 7 },
        {},
        { fg: 0x010203 },
        {},
      ]);
      // One parameter that is not permitted drops the whole sequence; so do colons and wrong numbers.
      it.setScript(
        "printf '\\033[1;32ma\\033[32;5mb\\033[8mc\\033[38;5;256md\\033[38;2;1;2;300me\\033[38:5:1mf\\033[4mg'",
      );
      await it.turn();
      await world.waitForText("abcdefg │");
      expect(colorsOf(cellsOf(it, "abcdefg")).slice(0, 7)).toEqual(Array(7).fill({}));
      // Every other control goes, and colours within one with it.
      it.setScript(
        "printf 'a\\033[2J\\033[Hb\\033]0;evil\\007c\\033]52;c;ZXZpbA==\\007d\\033]8;;http://evil\\033\\\\e\\033Pq\\033[31m\\033\\\\f\\033[5Ag'",
      );
      await it.turn();
      await world.waitForText("abcdefg │ ~/work");
      expect(colorsOf(cellsOf(it, "abcdefg")).slice(0, 7)).toEqual(Array(7).fill({}));
      expect(world.text()).not.toContain("evil");
      expect(world.pty.title()).not.toContain("evil");
    });
    expect(clipboard).toEqual([]);
    const sent = new TextDecoder().decode(world.pty.raw());
    expect(sent).not.toContain("]8;;http://evil");
    expect(sent).not.toContain("evil\x07");
  },
  SLOW_MS,
);

// covers: runner-inline-limits, runner-both-modes
test(
  "inline at every width: 60, 24, 12 columns, then it drops; back with the width",
  async () => {
    const it = await open({
      settings: INLINE,
      items: "custom-command, current-dir, approval-mode",
      script: "printf '\\033[33m'; printf '建0123456789%.0s' 1 2 3 4 5 6 7 8 9",
    });
    const { world } = it;
    await world.waitForText("建0123456789");
    await inBothModes(it, async () => {
      for (const cols of [200, 160, 120, 80, 64, 40, 24, 20]) {
        world.pty.resize(cols, 24);
        const cut = (
          { 200: 60, 160: 60, 120: 60, 80: 60, 64: 24, 40: 24, 24: 12, 20: 12 } as const
        )[cols as 200];
        const shown = /^建0123[^│…]*…(?= │)/;
        await world.waitFor(() => {
          const [text = ""] = shown.exec(line(it)) ?? [];
          const isCut = Bun.stringWidth(text) === cut || Bun.stringWidth(text) === cut - 1;
          return isCut && Bun.stringWidth(line(it)) <= cols && /ask$/i.test(line(it));
        });
      }
      world.pty.resize(100, 24);
    });
  },
  SLOW_MS,
);
