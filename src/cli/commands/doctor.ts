import { managedSettingsFile } from "../../sources/harnesses/claude-code/settings-file.ts";
import { controllingTerminalCols } from "../../sources/probes/width.ts";
import { cleanLine } from "../../text/clean.ts";
import { jsonText } from "../../text/json-text.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import { type Examination, examine } from "../doctor/examine.ts";
import { wrongHarness } from "../install/target.ts";
import { definitions, pageCols, paragraph } from "../page.ts";

/** Says whether the harness shows our row, and if it does not, why. */
export const doctor: Command = {
  name: "doctor",
  summary: "Runs the status line as the harness would, and says what is wrong or missing",
  usage: ["doctor claude-code [--json]"],
  options: [{ name: "json", describe: "Print JSON" }],
  examples: [{ command: "telltale doctor claude-code", describe: "Why is there no row?" }],
  exitCodes: [
    { code: EXIT_OK, when: "the row is shown; warnings do not count" },
    { code: EXIT_FAILED, when: "the row is not installed, or blank" },
    { code: EXIT_USAGE, when: "the call could not be understood" },
  ],
  async run(invocation) {
    const { io, options } = invocation;
    const wrong = wrongHarness(invocation);
    if (wrong !== undefined) {
      io.err(`telltale doctor: ${wrong}\n`);
      return EXIT_USAGE;
    }
    const found = await examine(io, managedSettingsFile(io.platform), controllingTerminalCols());
    io.out(options.json === true ? `${jsonText(found, 2)}\n` : report(found, pageCols(io)));
    return found.works ? EXIT_OK : EXIT_FAILED;
  },
};

/** For a terminal of `cols` columns. */
function report({ checks, rows, works, widthCols }: Examination, cols: number): string {
  const list = checks.map(({ level, title, text, fix }) => ({
    name: `${level.padEnd(4)}  ${title}`,
    sayings: [
      { text: cleanLine(text) },
      ...(fix === undefined ? [] : [{ text: cleanLine(fix), mark: "-> " }]),
    ],
  }));
  const out = [...definitions(list, cols, "").flat()];
  if (rows.length > 0) {
    out.push("", `In a terminal of ${widthCols} columns:`, ...rows.map((row) => `  ${row}`));
  }
  const end = works ? "The status line works." : "The status line is not shown. See fail above.";
  out.push("", ...paragraph({ text: end }, cols));
  return `${out.join("\n")}\n`;
}
