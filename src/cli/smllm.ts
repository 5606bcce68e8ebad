/**
 * The program `smllm`: the same executable by its other name, or what follows `telltale flow`. Finds the
 * command, gives it its arguments, says what went wrong as `error: <message>`.
 */
import { parseArguments, printable } from "./arguments.ts";
import { type Command, type CommandEntry, EXIT_OK, EXIT_USAGE } from "./command.ts";
import type { Io, ProcessIo } from "./io.ts";
import { fault } from "./smllm/fault.ts";
import { type Found, findCommand, membersOf, wordsOf } from "./smllm/find-command.ts";
import { GLOBAL_OPTIONS, PROGRAM } from "./smllm/globals.ts";
import { SMLLM_COMMANDS } from "./smllm/registry.ts";
import { VERSION } from "./version.ts";

/** A process of which a test may give less. */
type SmllmIo = Io & Partial<ProcessIo>;

/** Runs one call and gives its exit code: 0 fine, 1 errors found, 2 usage or internal error. */
export async function runSmllm(args: readonly string[], io: SmllmIo): Promise<number> {
  const ended = await call(args, io);
  const broken = io.outFault?.();
  if (broken === undefined) return ended.value;
  fault(io, `cannot write to standard output: ${broken}`);
  return ended.faultCode;
}

interface Ended {
  readonly value: number;
  /** What it is if its output could not be written. */
  readonly faultCode: number;
}

async function call(args: readonly string[], io: SmllmIo): Promise<Ended> {
  const ended = (value: number): Ended => ({ value, faultCode: EXIT_USAGE });
  const asksHelp = args[0] === "help";
  const found = findCommand(SMLLM_COMMANDS, asksHelp ? args.slice(1) : args);
  if (!found.ok) return ended(fault(io, found.reason));
  if (asksHelp) return ended(await showHelp(found.value, io));
  const { kind, options } = found.value;
  if (options.version === true) return ended(showVersion(io));
  if (kind !== "command" || options.help === true) {
    if (kind === "group" && options.help !== true) return ended(incomplete(found.value.name, io));
    return ended(await showHelp(found.value, io));
  }
  const command = await found.value.entry.load();
  // A status line or a hook holds up the agent that waits for it.
  const faultCode = faultCodeOf(command);
  if (faultCode !== EXIT_USAGE) io.limitPatience?.();
  return { value: await runCommand(command, found.value, io), faultCode };
}

async function runCommand(
  command: Command,
  { options, rest }: Extract<Found, { kind: "command" }>,
  io: SmllmIo,
): Promise<number> {
  const wrong = faultCodeOf(command);
  const context = { program: PROGRAM, globals: GLOBAL_OPTIONS };
  const parsed = parseArguments(command, rest, context);
  if (!parsed.ok) {
    fault(io, `${PROGRAM} ${command.name}: ${parsed.reason}`);
    return wrong;
  }
  const given = { ...options, ...parsed.value.options };
  if (given.version === true) return showVersion(io);
  if (given.help === true) {
    const { commandHelp, cols } = await helpFor(io);
    io.out(commandHelp(command, cols, context));
    return EXIT_OK;
  }
  try {
    const every = () => listed(SMLLM_COMMANDS);
    return await command.run({ ...parsed.value, options: given, listed: every, io });
  } catch (error) {
    // Whatever reaches this line is a fault of the program: say so, and never on stdout.
    const message = error instanceof Error ? error.message : "unknown";
    fault(io, `${PROGRAM} ${command.name}: internal error: ${printable(message)}`);
    return wrong;
  }
}

function faultCodeOf({ neverFails, faultCode }: Command): number {
  return neverFails === true ? EXIT_OK : (faultCode ?? EXIT_USAGE);
}

function showVersion(io: Io): number {
  io.out(`${PROGRAM} ${VERSION}\n`);
  return EXIT_OK;
}

/** A first word alone is half a command. */
function incomplete(group: string, io: Io): number {
  const words = wordsOf(SMLLM_COMMANDS, group).join("|");
  return fault(io, `${PROGRAM} ${group} needs a command: ${PROGRAM} ${group} ${words}`);
}

async function showHelp(found: Found, io: Io): Promise<number> {
  const { commandHelp, groupHelp, smllmHelp, cols } = await helpFor(io);
  switch (found.kind) {
    case "none":
      io.out(smllmHelp(VERSION, await listed(SMLLM_COMMANDS), cols));
      return EXIT_OK;
    case "group":
      io.out(groupHelp(found.name, await listed(membersOf(SMLLM_COMMANDS, found.name)), cols));
      return EXIT_OK;
    case "command": {
      const command = await found.entry.load();
      io.out(commandHelp(command, cols, { program: PROGRAM, globals: GLOBAL_OPTIONS }));
      return EXIT_OK;
    }
    default:
      return found satisfies never;
  }
}

/** The commands that are not hidden, loaded. */
function listed(entries: readonly CommandEntry[]): Promise<readonly Command[]> {
  return Promise.all(entries.filter(({ hidden }) => hidden !== true).map((entry) => entry.load()));
}

/** Loaded when asked for, with the width that it is written for. */
async function helpFor(io: Io) {
  const [help, own, { pageCols }] = await Promise.all([
    import("./help.ts"),
    import("./smllm/help.ts"),
    import("./page.ts"),
  ]);
  return { ...help, ...own, cols: pageCols(io) };
}
