import { KINDS } from "../../wire/osc7501/message.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import { readReport } from "../report/read-report.ts";
import { sendReport } from "../report/send.ts";
import { readWay, WAY_OPTIONS, wayNotes } from "../report/way-options.ts";

/** Tells the terminal what the calling script is doing. */
export const report: Command = {
  name: "report",
  summary: "Tells the terminal what a script is doing, with one report of OSC 7501",
  notes: wayNotes("telltale report done"),
  usage: ["report STATE [OPTIONS]"],
  options: [
    { name: "id", value: "ID", describe: "Record of a part of the work: segments joined by /" },
    { name: "kind", value: "KIND", choices: KINDS, describe: "blocked: what is waited for" },
    { name: "progress", value: "N", describe: "working, blocked: 0 to 100" },
    { name: "app", value: "NAME", describe: "Name of the program that speaks; none without it" },
    { name: "title", value: "TEXT", describe: "Short label of the record" },
    { name: "msg", value: "TEXT", describe: "One line: what happens, or what is waited for" },
    ...WAY_OPTIONS,
  ],
  examples: [
    { command: "telltale report working --title build --progress 40", describe: "In a script" },
    {
      command: 'telltale report blocked --kind question --msg "Deploy to production?"',
      describe: "Before a script waits for an answer",
    },
    { command: "telltale report clear --id build", describe: "Takes the record away" },
    {
      command: "telltale report done --id build --when on",
      describe: "In tmux, with `set -g allow-passthrough on`",
    },
  ],
  table: {
    title: "States:",
    rows: [
      ["idle", "at rest, nothing new"],
      ["working", "running by itself"],
      ["blocked", "goes on when the person has acted"],
      ["done", "finished, to be looked at"],
      ["error", "stopped by a failure"],
      ["clear", "removes the record of --id and those beneath it; without --id all"],
    ],
  },
  exitCodes: [
    { code: EXIT_OK, when: "it was sent; or with --when auto, nobody reads reports here" },
    { code: EXIT_FAILED, when: "--when on, and there is no terminal to send it to" },
    { code: EXIT_USAGE, when: "the call could not be understood, or the report cannot be encoded" },
  ],
  async run(invocation) {
    const { io } = invocation;
    const input = readReport(invocation);
    if (!input.ok) {
      io.err(`telltale report: ${input.reason}\n`);
      return EXIT_USAGE;
    }
    const { when, way, explains } = readWay(invocation);
    const { sent, text } = await sendReport(input.value, way, io);
    // Whoever insists must know that it did not work; a script that only offers it must not fail.
    const isFailure = !sent && when === "on";
    if (isFailure || explains) io.err(`telltale report: ${text}\n`);
    // Builds report from several places at once, and one of them may be asking just now.
    io.leaveTerminal?.();
    return isFailure ? EXIT_FAILED : EXIT_OK;
  },
};
