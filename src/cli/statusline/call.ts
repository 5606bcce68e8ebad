/** One call of the status line: what was asked on the command line, merged with the settings. */
import { readSettings } from "../../config/read.ts";
import type { Settings } from "../../config/settings.ts";
import { type FilePaths, filePaths } from "../../files/paths.ts";
import type { Harness } from "../../sources/harnesses/harness.ts";
import { harnessById, recogniseHarness } from "../../sources/harnesses/recognise.ts";
import { parseColumns } from "../../sources/probes/width.ts";
import { readPayload, type StdinReading } from "../../sources/stdin.ts";
import type { LayoutChoice } from "../../status/plan.ts";
import type { RowFormat } from "../../surfaces/statusline/encode-rows.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";

/** What one call draws, and with what. */
export interface Call {
  readonly io: Io;
  readonly paths: FilePaths;
  readonly settings: Settings;
  readonly input: StdinReading;
  readonly harness?: Harness;
  readonly choice: LayoutChoice;
  readonly format: RowFormat;
  readonly color: "auto" | "always" | "never";
  readonly askedCols?: number;
  /** Another status line, as shell text, whose rows follow ours. */
  readonly then?: string;
  /** Whether somebody wants to know where everything comes from. */
  readonly explains: boolean;
  /** One line each, uncleaned. */
  readonly notes: string[];
}

/** Puts a call together. Whatever is wrong with it is noted, and the rest still counts. */
export async function openCall({ options, io }: Invocation): Promise<Call> {
  const notes: string[] = [];
  const paths = filePaths(io.env, io.platform);
  const configFile = text(options.config) ?? paths.configFile;
  const { settings, notes: settingsNotes } = readSettings(configFile);
  for (const note of settingsNotes) {
    notes.push(`config: ${note.level}: ${note.path}: ${note.message}; ${note.fix}`);
  }
  const input = await readPayload({ fd: io.stdin });
  if (input.reason !== undefined) notes.push(`stdin: ${input.reason}`);
  const asked = text(options.harness);
  const harness =
    asked === undefined
      ? input.payload && recogniseHarness(input.payload, io.env)
      : harnessById(asked);
  const askedCols = parseColumns(text(options.width));
  if (options.width !== undefined && askedCols === undefined) {
    notes.push("--width takes a whole number of columns from 1 to 10000; it was ignored");
  }
  const then = text(options.then);
  return {
    io,
    paths,
    settings,
    input,
    choice: choiceOf(options, settings),
    format: (text(options.format) ?? "ansi") as RowFormat,
    color: (text(options.color) ?? "auto") as Call["color"],
    explains: options.explain === true,
    notes,
    ...(harness !== undefined && { harness }),
    ...(askedCols !== undefined && { askedCols }),
    ...(then !== undefined && { then }),
  };
}

/** Layout and items: what the options say, else the settings. */
export function choiceOf(options: Invocation["options"], { tui }: Settings): LayoutChoice {
  const items = text(options.items)?.split(",") ?? tui.statusLine;
  const layout = text(options.layout) ?? (options.items === undefined ? tui.layout : "items");
  const block = tui.customStatusLine?.display === "block";
  return {
    layout,
    lines: tui.lines,
    ...(items !== undefined && { items }),
    ...(block && { elsewhere: ["custom-command"] }),
  };
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
