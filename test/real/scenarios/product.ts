/**
 * The product in the client, as a new user meets it: install, see the row, arrange it, work, remove
 * it. What happens to the row during work is in `product-turns.ts`.
 */
import fs from "node:fs";
import path from "node:path";
import { asRecord, asText } from "../../../src/base/shape.ts";
import { PROMPTS } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";
import { NARROW, SCREEN } from "../stage.ts";
import { PRODUCT_SETTINGS, type ProductStage } from "../telltale.ts";
import { RECORD_SCENARIOS } from "./product-record.ts";
import { checkFits, nudge, reply, setItems, WAIT_MS } from "./product-steps.ts";
import { TURN_SCENARIOS } from "./product-turns.ts";

const FIRST_ROW_MS = 20_000;
/** Columns at the right that the client keeps for itself. */
const RIGHT_INSET_COLS = 2;
const INSTALL = ["install", "claude-code", "--scope", "user"];
const TEMP_NAME = /\.(tmp|part|lock)\b|\.config-tmp-/;

function settings(stage: ProductStage): string {
  return fs.readFileSync(stage.workspace.settingsFile, "utf8");
}

const install: Scenario<ProductStage> = {
  id: "install",
  title:
    "install adds a status line and hooks to settings.json, keeps all else, and can be repeated",
  async run(stage) {
    const first = stage.telltale.run(INSTALL);
    check(first.code === 0, "install ends with 0", () => first);
    const text = settings(stage);
    const parsed = asRecord(JSON.parse(text));
    const command = asText(asRecord(parsed?.statusLine)?.command);
    check(command?.includes("statusline"), "statusLine.command is there", () => parsed?.statusLine);
    const ownLines = PRODUCT_SETTINGS.split("\n").filter((line) => /Days|Tips|deny/.test(line));
    const kept = ownLines.every((line) => text.includes(line.replace(/\s*,?\s*$/, "")));
    check(kept, "the person's lines are as they were", () => text);
    const stop = JSON.stringify(asRecord(parsed?.hooks)?.Stop);
    check(stop.includes('"true"'), "the person's own Stop hook stays", () => stop);
    const again = stage.telltale.run(INSTALL);
    check(again.code === 0, "a second install ends with 0", () => again);
    check(settings(stage) === text, "it changes nothing");
  },
};

const doctor: Scenario<ProductStage> = {
  id: "doctor",
  title: "doctor runs the line, finds that it works and says so",
  needs: ["install"],
  async run(stage) {
    const run = stage.telltale.run(["doctor", "claude-code"]);
    check(run.code === 0, "doctor ends with 0", () => run);
    check(/status ?line/i.test(run.out), "it names the status line", () => run.out);
    check(/\d+(\.\d+)?\s*ms/.test(run.out), "it says how long the line took", () => run.out);
  },
};

const row: Scenario<ProductStage> = {
  id: "row",
  title: "the client starts: the row stands below the composer within seconds, whole",
  needs: ["install"],
  async run(stage) {
    const claude = stage.claude();
    const { branch } = stage.workspace;
    const shown = await claude.waitLine((text) => text.includes(branch), FIRST_ROW_MS);
    check(shown, "a row with the branch appears", claude.lineRows);
    checkFits(stage);
    check(
      claude.lineRows().every((text) => !text.includes("NaN")),
      "no broken number",
    );
    check(!/hook (error|failed)/i.test(claude.pty.text()), "the client reports no hook error");
  },
  shows: (stage) => stage.claude().lineRows(),
};

const items: Scenario<ProductStage> = {
  id: "items",
  title: "config set tui.statusLine: the row shows those items in that order",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    setItems(stage, ["git-branch", "model", "context-remaining"]);
    await nudge(stage);
    const wanted = (text: string): boolean => /⎇ trunk │ ✦ Opus/.test(text);
    check(await claude.waitLine(wanted), "branch, then model", claude.lineRows);
    check(
      claude.lineRows().every((text) => !/left/.test(text)),
      "no use of context before the first reply",
      claude.lineRows,
    );
    await reply(stage, PROMPTS.text);
    const left = (text: string): boolean => text.includes("Context 88% left");
    check(await claude.waitLine(left), "context after the first reply", claude.lineRows);
    checkFits(stage);
  },
};

const narrow: Scenario<ProductStage> = {
  id: "narrow",
  title: "a terminal of 60 columns: the row shrinks to fit and keeps its most important items",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    setItems(stage, ["current-dir", "git-branch", "model", "approval-mode", "context-meter"]);
    await nudge(stage);
    const meter = (text: string): boolean => /▕[█░]+▏/.test(text);
    check(await claude.waitLine(meter), "the wide row", claude.lineRows);
    const wide = claude.lineRows()[0] ?? "";
    claude.pty.resize(NARROW.cols, NARROW.rows);
    // A row that is too wide would end with the client's own cut instead of the last item.
    const refitted = (text: string): boolean => text !== wide && /\d+%( left)?$/.test(text);
    check(await claude.waitLine(refitted), "the row refits", claude.lineRows);
    checkFits(stage);
    claude.pty.resize(SCREEN.cols, SCREEN.rows);
    check(await claude.waitLine((text) => text === wide), "wide again", claude.lineRows);
  },
};

const layouts: Scenario<ProductStage> = {
  id: "layouts",
  title: "layout full: right-aligned rows keep their place, although the client trims rows",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    const set = (words: readonly string[]): void => {
      const run = stage.telltale.run(["config", "set", "tui.layout", ...words]);
      check(run.code === 0, "config set ends with 0", () => run);
    };
    set(["full"]);
    await nudge(stage);
    const folded = (text: string): boolean => text.endsWith("[-]");
    check(await claude.waitLine(folded), "the rate line appears", claude.lineRows);
    checkFits(stage);
    const ends = claude
      .lineRows()
      .filter((text) => /\[-\]$| \| \d+[smh]/.test(text))
      .map((text) => lastColumn(stage, text));
    check(ends.length === 2, "rate line and status line", claude.lineRows);
    const edge = SCREEN.cols - RIGHT_INSET_COLS - 1;
    check(
      ends.every((column) => column === edge),
      `both end at column ${edge}`,
      () => ends,
    );
    set(["--unset"]);
    await nudge(stage);
  },
  shows: (stage) => stage.claude().lineRows(),
};

/** Index of the last column of a row that is not blank. */
function lastColumn(stage: ProductStage, text: string): number {
  const { pty } = stage.claude();
  const cells = pty.cells(pty.screen().lastIndexOf(text));
  return cells.findLastIndex((cell) => cell.text.trim() !== "");
}

const uninstall: Scenario<ProductStage> = {
  id: "uninstall",
  title: "uninstall: settings.json byte for byte as before, the row goes, no file is left over",
  needs: ["install"],
  async run(stage) {
    const run = stage.telltale.run(["uninstall", "claude-code", "--scope", "user"]);
    check(run.code === 0, "uninstall ends with 0", () => run);
    check(settings(stage) === PRODUCT_SETTINGS, "as before", () => settings(stage));
    const claude = stage.claude();
    const gone = (): boolean => claude.lineRows().length === 0;
    check(await claude.pty.wait(gone, WAIT_MS), "the row goes", claude.lineRows);
    const left = fs.readdirSync(stage.workspace.configDir).filter((name) => TEMP_NAME.test(name));
    check(left.length === 0, "no temp file beside settings.json", () => left);
  },
};

const leave: Scenario<ProductStage> = {
  id: "leave",
  title: "the client ends: no process of the session stays, and the state on disk is private",
  needs: ["row"],
  async run(stage) {
    await stage.claude().pty.end();
    const mark = `HOME=${stage.workspace.home}`;
    const mine = (): readonly string[] => processesWith(mark);
    for (let waited = 0; waited < WAIT_MS && mine().length > 0; waited += 200) await Bun.sleep(200);
    check(mine().length === 0, "no process is left", mine);
    const open = openFiles(path.join(stage.workspace.home, ".local", "state", "telltale"));
    check(open.length === 0, "nobody else may read the state", () => open);
  },
};

/** Command lines of processes with this in their environment (Linux; elsewhere none are found). */
function processesWith(assignment: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const env = fs.readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
        const words = fs.readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
        return env.includes(assignment) ? [`${pid} ${words.join(" ")}`] : [];
      } catch {
        // It ended in between, or belongs to somebody else.
        return [];
      }
    });
}

/** Files and folders below `folder` that others may read. */
function openFiles(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  const entries = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const all = [folder, ...entries.map((name) => path.join(folder, name))];
  return all.filter((file) => (fs.statSync(file).mode & 0o077) !== 0);
}

/** In the order of their story. */
export const PRODUCT_SCENARIOS: readonly Scenario<ProductStage>[] = [
  install,
  doctor,
  row,
  items,
  narrow,
  layouts,
  ...TURN_SCENARIOS,
  ...RECORD_SCENARIOS,
  uninstall,
  leave,
];
