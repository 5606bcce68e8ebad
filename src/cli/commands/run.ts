import { basename } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { encodeReport, type ReportInput } from "../../wire/osc7501/encode.ts";
import { type Command, EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import { readWay, WAY_OPTIONS, wayNotes } from "../report/way-options.ts";
import { reportWhile } from "../run/report-while.ts";
import { COMMAND_EXIT_CODES } from "../run/run-command.ts";

/** Runs a command, and tells the terminal that it works and how it ended. */
export const run: Command = {
  name: "run",
  summary: "Runs a command as it is, and tells the terminal that it works and how it ended",
  notes: wayNotes("telltale run -- make test"),
  usage: ["run [OPTIONS] -- CMD [ARGUMENTS]"],
  takesCommand: true,
  options: [
    { name: "title", value: "TEXT", describe: "Label of the record; CMD without it" },
    { name: "id", value: "ID", describe: "Record to report on: segments joined by /" },
    {
      name: "progress",
      describe: "Take percentages in the output as progress too; OSC 9;4 always is",
    },
    {
      name: "app",
      value: "NAME",
      describe: "Name of the program that speaks; telltale without it",
    },
    ...WAY_OPTIONS,
  ],
  examples: [
    { command: "telltale run -- make test", describe: "Working, then done or the error" },
    {
      command: "telltale run --title upload --progress -- curl -# -T file ftp://host/",
      describe: "With the percentages that it shows",
    },
    {
      command: "telltale run --id build --when on -- make",
      describe: "In tmux, with `set -g allow-passthrough on`",
    },
    {
      command: "telltale run --when on -- make 2>&1 | less",
      describe: "In a pipeline the terminal is not asked: another program may have the keys",
    },
  ],
  exitCodes: [
    {
      code: EXIT_OK,
      when: "CMD ended with it; any other code, or signal, of CMD is passed on too",
    },
    { code: EXIT_USAGE, when: "the call could not be understood" },
    ...COMMAND_EXIT_CODES,
  ],
  run(invocation) {
    const { io, operands, options } = invocation;
    const record = readRecord(invocation);
    if (!record.ok) {
      io.err(`telltale run: ${record.reason}\n`);
      return EXIT_USAGE;
    }
    const { way, explains } = readWay(invocation);
    const readsPercentages = options.progress === true;
    return reportWhile(operands, io, { record: record.value, way, explains, readsPercentages });
  },
};

/** What every report says; or one sentence without its end. */
function readRecord({
  operands,
  options,
}: Invocation): Result<Pick<ReportInput, "id" | "app" | "title">> {
  const [name] = operands;
  if (name === undefined) return failed("it needs a command: telltale run [OPTIONS] -- CMD ...");
  const text = (option: string): string | undefined => {
    const value = options[option];
    return typeof value === "string" ? value : undefined;
  };
  const id = text("id");
  const record = {
    ...(id !== undefined && { id }),
    app: text("app") ?? "telltale",
    title: text("title") ?? basename(name),
  };
  const encoded = encodeReport({ ...record, state: "working" }, { strict: true });
  return encoded.ok ? ok(record) : failed(`--${encoded.reason}`);
}
