/**
 * `docs/host.svg`: the host's screen in a real run with the built-in agent, which plays a script. The program
 * runs in a terminal of its own with its own home; its cells are drawn.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type CellColor, type Pty, type ScreenCell, startPty } from "../../src/testing/pty.ts";
import { paletteRgb, type Rgb } from "../../src/text/color.ts";
import type { Span } from "../../src/text/span.ts";
import { drawParts } from "./picture.ts";

const COLS = 104;
const ROWS = 24;
const SHOWN_HOME = "/home/ana";
/** Programs start slowly on a busy machine. */
const WAIT_MS = 60_000;
const QUIET_MS = 300;

const ROOT = resolve(import.meta.dir, "../..");
const PROGRAM = [process.execPath, "--no-env-file", join(ROOT, "src/cli/main.ts")];
const PROMPT = "the coupon is taken off twice, fix it";
const SCRIPT = `greeting: ""
turns:
  - steps:
      - title: Coupon totals
      - say: "\`total()\` takes the coupon off, and \`checkout()\` does so again:"
      - diff:
          path: src/checkout.ts
          old: "  const due = total(cart) - cart.coupon;\\n"
          new: "  const due = total(cart);\\n"
      - usage: { used: 48200, size: 200000, cost: 0.19 }
      - tool: { title: npm test, kind: execute, permission: true }
`;

/** Throws with the screen if the program does not come to the question. */
export async function hostPictureFile(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "telltale-picture-")));
  const pty = startPty([...PROGRAM, "host", "--regular"], {
    cols: COLS,
    rows: ROWS,
    ...layOut(folder),
  });
  try {
    await reach(pty, (screen) => screen.some((row) => row.includes("Sim Medium")));
    pty.type(PROMPT);
    await reach(pty, (screen) => screen.some((row) => row.includes(PROMPT)));
    pty.press("enter");
    await reach(pty, (screen) => screen.some((row) => row.includes("1. ")));
    await pty.rest(QUIET_MS, WAIT_MS);
    const last = pty.screen().findLastIndex((row) => row !== "");
    const rows = Array.from({ length: last + 1 }, (_, row) => spansOf(pty.cells(row)));
    const name = "The host: a conversation, a question whether a command may run, the status line";
    const drawn = rows.map((spans) => ({ spans: settled(spans, folder), widthCols: COLS }));
    return drawParts(name, [{ title: "", rows: drawn }]);
  } finally {
    await pty.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A home with a config, and a folder to work in that is on a branch. */
function layOut(folder: string) {
  const home = join(folder, "ana");
  const cwd = join(home, "src/shop-api");
  mkdirSync(join(cwd, ".git/objects"), { recursive: true });
  mkdirSync(join(cwd, ".git/refs/heads"), { recursive: true });
  writeFileSync(join(cwd, ".git/HEAD"), "ref: refs/heads/fix/coupon\n");
  const script = join(home, "script.yaml");
  writeFileSync(script, SCRIPT);
  const command = [...PROGRAM, "agent", "--script", script].map((word) => `'${word}'`).join(" ");
  const config = { agent: "shown", agents: { shown: { command } }, tui: { theme: "dark" } };
  writeFileSync(join(home, "config.yaml"), JSON.stringify(config));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    TELLTALE_HOME: home,
    TELLTALE_AGENT_SPEED: "0",
    TELLTALE_STATUS_GIT: "0",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    LANG: "C.UTF-8",
  };
  return { cwd, env };
}

async function reach(pty: Pty, predicate: (screen: readonly string[]) => unknown): Promise<void> {
  const ended = pty.exited.then(() => false);
  if (await Promise.race([pty.wait(predicate, WAIT_MS), ended])) return;
  throw new Error(`the host did not come so far:\n${pty.text()}`);
}

/** Neighbours that look alike, together. */
function spansOf(cells: readonly ScreenCell[]): readonly Span[] {
  const spans: Span[] = [];
  for (const cell of cells) {
    if (cell.widthCols === 0) continue;
    const { text, ...style } = spanOf(cell);
    const last = spans.at(-1);
    const { text: before = "", ...lastStyle } = last ?? {};
    if (last !== undefined && JSON.stringify(lastStyle) === JSON.stringify(style)) {
      spans[spans.length - 1] = { ...style, text: before + text };
    } else spans.push({ ...style, text });
  }
  return spans;
}

function spanOf(cell: ScreenCell): Span {
  const front = rgbOf(cell.foreground);
  const back = rgbOf(cell.background);
  const [fg, bg] = cell.inverse ? [back ?? [8, 9, 12], front ?? [228, 228, 228]] : [front, back];
  return {
    text: cell.text,
    ...(fg !== undefined && { fg: fg as Rgb }),
    ...(bg !== undefined && { bg: bg as Rgb }),
    ...(cell.bold && { bold: true }),
  };
}

function rgbOf(color: CellColor | undefined): Rgb | undefined {
  if (color === undefined) return undefined;
  if (color.kind === "palette") return paletteRgb(color.index);
  return [color.rgb >> 16, (color.rgb >> 8) & 0xff, color.rgb & 0xff];
}

/** With what differs from run to run as if it were always the same: seconds of the turn, the folder. */
function settled(spans: readonly Span[], folder: string): readonly Span[] {
  return spans.map((part) => {
    const text = part.text.replaceAll(join(folder, "ana"), SHOWN_HOME);
    return { ...part, text: text.replace(/\b\d+s · /, "4s · ") };
  });
}
