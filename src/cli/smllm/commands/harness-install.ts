import { installHarness } from "../../../workflow/install/install.ts";
import { PART_NAMES } from "../../../workflow/install/part.ts";
import { type Command, EXIT_OK, type Invocation } from "../../command.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import { configPaths } from "../load-configs.ts";
import {
  HARNESS_ROWS,
  installQuery,
  JSON_OPTION,
  printReport,
  SCOPE_OPTION,
} from "./shared/harness-call.ts";

const FORM = "harness install NAME [--scope SCOPE] [--without PART]... [--force] [--json]";

/** Puts instructions, server, hooks, permission and skill in place. */
export const harnessInstall: Command = {
  name: "harness install",
  summary: "Puts the workflows into a harness, beside what is there",
  notes: [
    "Only what is missing or older is written; a second call writes nothing.",
    "What you changed in it since stays, unless you say --force.",
  ],
  usage: [FORM],
  takes: HARNESS_ROWS.map(([id]) => id),
  table: { title: "Harnesses:", rows: HARNESS_ROWS },
  options: [
    SCOPE_OPTION,
    {
      name: "without",
      value: "PART",
      choices: PART_NAMES,
      repeats: true,
      describe: "Leave this part out, now and later; it is noted in the config",
    },
    { name: "force", describe: "Put parts back that somebody changed" },
    JSON_OPTION,
  ],
  examples: [
    { command: "smllm harness install claude", describe: "Claude Code, in this project" },
    {
      command: "smllm harness install codex --scope user --without instructions",
      describe: "Codex, everywhere, without a block in AGENTS.md",
    },
  ],
  exitCodes: EXIT_CODES,
  async run(invocation) {
    const { options, repeated, io } = invocation;
    const query = installQuery(invocation, FORM);
    if (!query.ok) return fault(io, query.reason);
    const without = PART_NAMES.filter((part) => repeated.without?.includes(part) === true);
    const done = installHarness(query.value, { without, force: options.force === true });
    if (!done.ok) return fault(io, done.reason);
    printReport(invocation, query.value, done.value);
    const isNews = done.value.parts.some(({ action }) => action !== undefined);
    if (isNews && options.json !== true && !(await hasConfig(invocation))) io.err(NO_MACHINES);
    return EXIT_OK;
  },
};

const NO_MACHINES =
  "note: there is no config here yet, so the agent is told of no machine; begin with: " +
  "smllm init && smllm new work --write\n";

async function hasConfig({ io, options }: Invocation): Promise<boolean> {
  const paths = await configPaths(io, options.config);
  return !paths.ok || paths.value.length > 0;
}
