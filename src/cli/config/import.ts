/** `telltale config import`: settings of another status line, as ours. */
import { resolve } from "node:path";
import type { ParseError } from "jsonc-parser";
import { failed, ok, type Result } from "../../base/result.ts";
import { textPlace } from "../../base/text-place.ts";
import { spliceKey } from "../../config/splice.ts";
import { setConfigValue } from "../../config/write.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { printable } from "../arguments.ts";
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import { adaptCcstatusline, type ImportedTui } from "./import-ccstatusline.ts";
import { writablePlace } from "./place.ts";

/** Such files have two to ten kilobytes, and what comes of one must fit into `config.yaml`. */
const MAX_SETTINGS_BYTES = 64 * 1024;

/** Prints or writes what the settings in the file would be here. */
export async function importFrom(invocation: Invocation): Promise<number> {
  const { operands, options, io } = invocation;
  const refuse = (reason: string, code: number): number => {
    io.err(`telltale config import: ${reason}\n`);
    return code;
  };
  const [from, file, ...more] = operands;
  if (from === undefined || file === undefined || more.length > 0) {
    return refuse("it takes ccstatusline FILE", EXIT_USAGE);
  }
  if (from !== "ccstatusline") {
    return refuse(
      `settings of ${printable(from)} are not known; it takes ccstatusline`,
      EXIT_USAGE,
    );
  }
  const document = await readJson(resolve(io.cwd, file));
  if (!document.ok) return refuse(document.reason, EXIT_FAILED);
  const imported = adaptCcstatusline(document.value, io.platform);
  if (!imported.ok) return refuse(`${file}: ${imported.reason}`, EXIT_FAILED);
  const { tui, remarks } = imported.value;
  for (const remark of remarks) io.err(`# ${remark}\n`);
  if (tui.lines.length === 0) return refuse("no widget in it has a counterpart", EXIT_FAILED);
  if (options.write === true) return write(invocation, tui);
  const text = await importedText(tui);
  if (!text.ok) return refuse(text.reason, EXIT_FAILED);
  io.out(text.value);
  return EXIT_OK;
}

/** The settings as a whole `config.yaml`: what writing them makes of an empty file. */
export async function importedText(tui: ImportedTui): Promise<Result<string>> {
  let text = "";
  for (const [path, value] of keysOf(tui)) {
    const spliced = await spliceKey(text, path, value);
    if (!spliced.ok) return spliced;
    text = spliced.value;
  }
  return ok(text);
}

/** Key by key. The layout is last: the line changes when everything else is there. */
function keysOf(tui: ImportedTui): readonly (readonly [readonly string[], unknown])[] {
  const command = Object.entries(tui.customStatusLine ?? {});
  return [
    [["tui", "lines"], tui.lines],
    ...command.map(([key, value]) => [["tui", "customStatusLine", key], value] as const),
    [["tui", "layout"], tui.layout],
  ];
}

/** JSON with or without a byte order mark. A parser's own words may quote the file. */
async function readJson(path: string): Promise<Result<unknown>> {
  const read = readBounded(path, MAX_SETTINGS_BYTES);
  if (!read.ok) return read;
  const text = read.value.replace(/^\ufeff/, "");
  try {
    return ok(JSON.parse(text));
  } catch {
    return failed(`${path} is no valid JSON${await whereBroken(text)}`);
  }
}

/** Empty where the parser that knows places sees nothing wrong, or goes too deep. */
async function whereBroken(text: string): Promise<string> {
  const { parseTree } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return "";
  }
  const first = errors[0];
  if (first === undefined) return "";
  const { line, column } = textPlace(text, first.offset);
  return ` at line ${line}, column ${column}`;
}

/** Writes into the person's file and says of each key whether it changed. */
async function write(invocation: Invocation, tui: ImportedTui): Promise<number> {
  const { io } = invocation;
  const place = writablePlace(invocation);
  if (!place.ok) {
    io.err(`telltale config import: ${place.reason}\n`);
    return EXIT_FAILED;
  }
  for (const [path, value] of keysOf(tui)) {
    const key = path.join(".");
    const done = await setConfigValue(place.value, path, value);
    if (!done.ok) {
      io.err(`telltale config import: ${key}: ${done.reason}\n`);
      return EXIT_FAILED;
    }
    io.out(`${done.value.changed ? "changed" : "already so"}: ${key}\n`);
  }
  io.out(`in ${place.value.configFile}\n`);
  return EXIT_OK;
}
