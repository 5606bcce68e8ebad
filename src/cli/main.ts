#!/usr/bin/env bun
/** The program `telltale`: finds the command, gives it its arguments, ends with its exit code. */
import { parseArguments, printable } from "./arguments.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "./command.ts";
import { COMMANDS } from "./commands/registry.ts";
import { type ProcessIo, processIo } from "./io.ts";
import { VERSION } from "./version.ts";

/** Runs one call and gives its exit code: work whose result nobody can have has failed. */
async function main(args: readonly string[], io: ProcessIo): Promise<number> {
  const flow = argumentsOfFlow(args, process.argv0);
  if (flow !== undefined) return (await import("./smllm.ts")).runSmllm(flow, io);
  const { code, name, neverFails } = await call(args, io);
  const fault = io.outFault();
  if (fault === undefined) return code;
  const who = name === undefined ? "telltale" : `telltale ${name}`;
  io.err(`${who}: cannot write to standard output: ${fault}\n`);
  return code === EXIT_OK && neverFails !== true ? EXIT_FAILED : code;
}

/** The arguments of a call of `smllm`: by a name of the executable, or by the word for it. */
function argumentsOfFlow(args: readonly string[], calledBy: string): readonly string[] | undefined {
  const [word, about] = args;
  if (/(?:^|[\\/])smllm(?:\.exe)?$/i.test(calledBy)) return args;
  if (word === "flow") return args.slice(1);
  return word === "help" && about === "flow" ? ["--help"] : undefined;
}

/** Options of the program itself. */
const OWN_OPTIONS: ReadonlySet<string> = new Set(["--version", "-V", "--help", "-h"]);

/** Without a command it is the host, whose options may come first; nothing at all without a terminal is a demonstration. */
function withCommand(args: readonly string[], io: ProcessIo): readonly string[] {
  const [first] = args;
  if (first === undefined) return [isInTerminal(io) ? "host" : "demo"];
  return first.startsWith("-") && !OWN_OPTIONS.has(first) ? ["host", ...args] : args;
}

function isInTerminal(io: ProcessIo): boolean {
  return io.outIsTerminal() && process.getBuiltinModule("node:tty").isatty(io.stdin);
}

interface Ended {
  readonly code: number;
  readonly name?: string;
  readonly neverFails?: true;
}

async function call(args: readonly string[], io: ProcessIo): Promise<Ended> {
  const [name = "", ...rest] = withCommand(args, io);
  if (name === "--version" || name === "-V") {
    io.out(`${VERSION}\n`);
    return { code: EXIT_OK };
  }
  if (name === "--help" || name === "-h" || name === "help") {
    return { code: await showHelp(rest[0], io), ...(name === "help" && { name }) };
  }
  const entry = COMMANDS.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    io.err(`telltale: there is no command ${printable(name)}; see: telltale --help\n`);
    return { code: EXIT_USAGE };
  }
  const command = await entry.load();
  // A status line or a hook holds up the agent that waits for it.
  if (command.neverFails === true) io.limitPatience();
  const code = await runCommand(command, rest, io);
  return { code, name, ...(command.neverFails === true && { neverFails: true }) };
}

async function runCommand(
  command: Command,
  args: readonly string[],
  io: ProcessIo,
): Promise<number> {
  const parsed = parseArguments(command, args);
  if (!parsed.ok) {
    io.err(`telltale ${command.name}: ${parsed.reason}\n`);
    return command.neverFails === true ? EXIT_OK : EXIT_USAGE;
  }
  if (parsed.value.options.help === true) {
    const { commandHelp, cols } = await helpFor(io);
    io.out(commandHelp(command, cols));
    return EXIT_OK;
  }
  try {
    return await command.run({ ...parsed.value, io });
  } catch (error) {
    // Whatever reaches this line is a fault of the program: say so, and never on stdout.
    const message = error instanceof Error ? error.message : "unknown";
    io.err(`telltale ${command.name}: internal error: ${printable(message)}\n`);
    return command.neverFails === true ? EXIT_OK : EXIT_FAILED;
  }
}

async function showHelp(name: string | undefined, io: ProcessIo): Promise<number> {
  const { commandHelp, programHelp, cols } = await helpFor(io);
  if (name === undefined) {
    const listed = COMMANDS.filter((entry) => entry.hidden !== true);
    const commands = await Promise.all(listed.map((entry) => entry.load()));
    io.out(programHelp(VERSION, commands, cols));
    return EXIT_OK;
  }
  const entry = COMMANDS.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    io.err(`telltale help: there is no command ${printable(name)}; see: telltale --help\n`);
    return EXIT_USAGE;
  }
  io.out(commandHelp(await entry.load(), cols));
  return EXIT_OK;
}

/** Loaded when asked for, with the width that it is written for. */
async function helpFor(io: ProcessIo) {
  const [help, { pageCols }] = await Promise.all([import("./help.ts"), import("./page.ts")]);
  return { ...help, cols: pageCols(io) };
}

/** How the program is started again. A compiled program's own sources live in no real file. */
function ownProgram(): readonly string[] {
  const compiled = import.meta.path.startsWith("/$bunfs/") || import.meta.path.includes("~BUN");
  if (compiled) return [process.execPath];
  // The folder somebody works in must not change what runs: no .env and no bunfig.toml of it.
  return [process.execPath, "--no-env-file", "--config=/dev/null", import.meta.path];
}

const code = await main(process.argv.slice(2), processIo(ownProgram()));
// Said outright: a process that is left to end by itself takes a fifth longer over it.
process.exit(code);
