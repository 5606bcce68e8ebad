import { readPayload } from "../../../sources/stdin.ts";
import { cleanLine } from "../../../text/clean.ts";
import { jsonText } from "../../../text/json-text.ts";
import type { Status } from "../../../workflow/engine/reply.ts";
import { type AskedSession, readStatus } from "../../../workflow/statusline/read-status.ts";
import { isColored, renderRow } from "../../../workflow/statusline/row.ts";
import { type Command, EXIT_OK, type Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { noOperands } from "../operands.ts";

/** Conversations of other harnesses are asked about by the key of their session. */
const HARNESS = "claude";

/** The row for somebody else's status line. Whatever goes wrong, that line must not be lost with it. */
export const statusline: Command = {
  name: "statusline",
  summary: "Prints where the work of a session is, as one row for a status line",
  notes: [
    "It reads the JSON that Claude Code writes to a status line command, and prints nothing where no workflow is bound to that session.",
    "The row has no line end, so that it can stand in $(...) or after a printf.",
  ],
  usage: ["statusline [--session KEY] [--json] [--color WHEN] [< JSON]"],
  options: [
    { name: "session", value: "KEY", describe: "The session of that key; stdin is not read" },
    { name: "json", describe: "Print the status as one JSON object, {} where there is none" },
    {
      name: "color",
      value: "WHEN",
      choices: ["auto", "always", "never"],
      describe: "Colours; auto has them unless NO_COLOR is set and not empty",
    },
  ],
  examples: [
    {
      command: "smllm statusline --session sm-4f7k2c",
      describe: "For a prompt or a line of tmux that knows the key",
    },
    {
      command: 'row=$(printf %s "$input" | smllm statusline)',
      describe: "In the script of a status line, which has read its stdin into $input",
    },
  ],
  exitCodes: [{ code: EXIT_OK, when: "always, also when nothing can be shown" }],
  neverFails: true,
  async run({ options, operands, io }) {
    const none = noOperands({ operands }, "statusline");
    if (!none.ok) {
      tell(io, none.reason);
      return EXIT_OK;
    }
    const status = await statusFor(options, io);
    if (options.json === true) io.out(`${jsonText(status ?? {})}\n`);
    else if (status !== undefined) {
      const choice = (options.color ?? "auto") as Parameters<typeof isColored>[0];
      io.out(renderRow(status, isColored(choice, io.env.NO_COLOR)));
    }
    return EXIT_OK;
  },
};

/** The status; undefined where there is none, and where it cannot be read, which stderr tells. */
async function statusFor(options: Invocation["options"], io: Io): Promise<Status | undefined> {
  const { env, cwd, platform } = io;
  try {
    const asked = await askedSession(options, io);
    const status = asked && (await readStatus(asked, { env, cwd, platform }));
    if (status === undefined || status.ok) return status?.value;
    tell(io, status.reason);
  } catch (error) {
    tell(io, error instanceof Error ? error.message : "unknown");
  }
  return undefined;
}

async function askedSession(
  { session }: Invocation["options"],
  io: Io,
): Promise<AskedSession | undefined> {
  if (typeof session === "string") return { key: session };
  const { payload } = await readPayload({ fd: io.stdin });
  const hostSession = payload?.session_id;
  return typeof hostSession === "string" && hostSession !== ""
    ? { harness: HARNESS, hostSession }
    : undefined;
}

function tell(io: Io, reason: string): void {
  io.err(`smllm statusline: ${cleanLine(reason)}\n`);
}
