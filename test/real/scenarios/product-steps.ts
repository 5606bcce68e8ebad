/** Steps that several scenarios of the product take. */
import { check } from "../scenario.ts";
import { SCREEN } from "../stage.ts";
import type { ProductStage } from "../telltale.ts";

export const WAIT_MS = 10_000;
/** The client waits 300 ms before it runs the line; a run and a redraw come on top. */
export const REDRAW_MS = 1500;
/** Columns that the client keeps for itself, half of them at each side. */
const INSET_COLS = 4;

/** Sets the items of the row as a person would. */
export function setItems(stage: ProductStage, ids: readonly string[]): void {
  const run = stage.telltale.run(["config", "set", "tui.statusLine", JSON.stringify(ids)]);
  check(run.code === 0, "config set ends with 0", () => run);
}

/** Makes the client run the line now: nothing tells it that Telltale's configuration changed. */
export async function nudge(stage: ProductStage): Promise<void> {
  const { pty } = stage.claude();
  pty.resize(SCREEN.cols - 1, SCREEN.rows);
  await Bun.sleep(REDRAW_MS);
  pty.resize(SCREEN.cols, SCREEN.rows);
  await Bun.sleep(REDRAW_MS);
}

/** Sends a prompt and waits until its turn is over and the row drawn again. */
export async function reply(stage: ProductStage, prompt: string): Promise<void> {
  const claude = stage.claude();
  const before = stage.fake.requests.length;
  await claude.say(prompt);
  const asked = await claude.pty.wait(() => stage.fake.requests.length > before, WAIT_MS);
  check(asked, `the prompt "${prompt}" reaches the model`);
  check(await claude.waitStatus("idle", WAIT_MS), "the turn ends", claude.registry);
  await Bun.sleep(REDRAW_MS);
}

/** The rows below the composer keep the client's inset free on both sides and are not cut by it. */
export function checkFits(stage: ProductStage): void {
  const { pty, lineRows } = stage.claude();
  const { cols } = pty.size();
  const screen = pty.screen();
  const shown = lineRows();
  check(shown.length > 0, "there is a row");
  for (const text of shown) {
    const cells = pty.cells(screen.lastIndexOf(text));
    const first = cells.findIndex((cell) => cell.text.trim() !== "");
    const last = cells.findLastIndex((cell) => cell.text.trim() !== "" || cell.widthCols === 0);
    check(first >= INSET_COLS / 2, "the left inset is free", () => text);
    check(last < cols - INSET_COLS / 2, `at most ${cols - INSET_COLS} columns`, () => text);
  }
}
