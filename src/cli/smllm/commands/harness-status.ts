import { surveyHarness } from "../../../workflow/install/install.ts";
import { type Command, EXIT_OK } from "../../command.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import {
  HARNESS_ROWS,
  installQuery,
  JSON_OPTION,
  printReport,
  SCOPE_OPTION,
} from "./shared/harness-call.ts";

const FORM = "harness status NAME [--scope SCOPE] [--json]";

/** Tells how the parts of an installation stand. */
export const harnessStatus: Command = {
  name: "harness status",
  summary: "Shows what of the workflows is in a harness",
  usage: [FORM],
  takes: HARNESS_ROWS.map(([id]) => id),
  table: { title: "Harnesses:", rows: HARNESS_ROWS },
  options: [SCOPE_OPTION, JSON_OPTION],
  examples: [{ command: "smllm harness status claude", describe: "Each part and its file" }],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const { io } = invocation;
    const query = installQuery(invocation, FORM);
    if (!query.ok) return fault(io, query.reason);
    const status = surveyHarness(query.value);
    if (!status.ok) return fault(io, status.reason);
    printReport(invocation, query.value, status.value);
    return EXIT_OK;
  },
};
