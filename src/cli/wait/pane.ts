/**
 * The screen of a tmux pane as a source. The pane is asked for by its id once it is found, so that a
 * target such as `work` still means the same pane when a person splits the window. What is captured
 * is the program's own screen, also while a person scrolls in the pane.
 */
import { cleanLine, cutUnits } from "../../text/clean.ts";
import { lowestRecord } from "../../wire/record/find.ts";
import { RECORD_COLS } from "../../wire/record/message.ts";
import { printable } from "../arguments.ts";
import type { Io } from "../io.ts";
import type { Reading, Sample, WaitSource } from "./reading.ts";
import { runTmux } from "./run-tmux.ts";

export interface PaneOptions {
  readonly target: string;
  /** Path of the server's socket; absent: as tmux finds it by itself. */
  readonly socket?: string;
  readonly io: Io;
}

/** Units of a message of tmux that are repeated. */
const MAX_REASON_UNITS = 200;

/** What is asked of a pane beside its text, one line before it. */
const HEAD = "#{pane_id} #{pane_width} #{pane_dead}";

const NOTHING: Reading = {
  kind: "nothing",
  reason: "no [V] record stands in the last rows of the pane",
};

/** Claude Code, for one, shows no status line while it asks something. */
const GONE: Reading = {
  kind: "nothing",
  reason: "the record was there and is gone: a dialog may hide it",
};

/** Makes the source; nothing is started before the first look. */
export function paneSource({ target, socket, io }: PaneOptions): WaitSource {
  const stopped = new AbortController();
  const server = socket === undefined ? [] : ["-S", socket];
  let isFound = false;
  let wasSeen = false;
  // A semicolon at the end of a word would end the command.
  let pane = target.replace(/;$/, "\\;");
  return {
    async look() {
      const words = [
        "display-message",
        "-p",
        "-t",
        pane,
        HEAD,
        ";",
        "capture-pane",
        "-p",
        "-t",
        pane,
      ];
      const run = await runTmux([...server, ...words], io, stopped.signal);
      switch (run.kind) {
        case "ended": {
          if (run.exitCode !== 0) return lost(target, run.stderr, isFound);
          const [, id, cols, dead] =
            /^(%\d+) (\d+) (\d*)$/m.exec(run.stdout.split("\n", 1)[0] ?? "") ?? [];
          if (id === undefined) return lost(target, "it is no pane", isFound);
          pane = id;
          isFound = true;
          const screen = run.stdout.slice(run.stdout.indexOf("\n") + 1);
          const reading = readScreen(screen, Number(cols)) ?? (wasSeen ? GONE : NOTHING);
          wasSeen ||= reading.kind === "record";
          return sampleOf(reading, Number(cols), dead === "1");
        }
        case "too-slow":
          return { reading: { kind: "unreadable", reason: "tmux does not answer" } };
        case "not-started":
          return { reading: NOTHING, lost: `tmux cannot be started: ${run.reason}` };
        default:
          return run satisfies never;
      }
    },
    async close() {
      stopped.abort();
    },
  };
}

function lost(target: string, stderr: string, wasThere: boolean): Sample {
  const said = cleanLine(cutUnits(stderr, MAX_REASON_UNITS)) || "tmux gave no reason";
  const what = wasThere ? "is gone" : "cannot be read";
  return { reading: NOTHING, lost: `the pane ${printable(target)} ${what}: ${said}` };
}

function sampleOf(reading: Reading, widthCols: number, isDead: boolean): Sample {
  const tooNarrow = reading.kind !== "record" && widthCols < RECORD_COLS;
  const narrow = `the pane has ${widthCols} columns and a record takes up to ${RECORD_COLS}`;
  return {
    reading: tooNarrow ? { kind: reading.kind, reason: `${narrow}; ${reading.reason}` } : reading,
    ...(tooNarrow && { notice: `${narrow}: nothing is judged until a whole record is seen` }),
    ...(isDead && { ended: "the program in the pane has ended" }),
  };
}

function readScreen(screen: string, widthCols: number): Reading | undefined {
  const lowest = lowestRecord(screen, { widthCols });
  if (lowest === undefined) return undefined;
  if (lowest.kind === "record") {
    return { kind: "record", record: lowest.record, protocol: "record" };
  }
  return { kind: "unreadable", reason: `the lowest [V] line: ${lowest.refusal.text}` };
}
