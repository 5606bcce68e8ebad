import { resolve } from "node:path";
import { readSettings } from "../../config/read.ts";
import { filePaths } from "../../files/paths.ts";
import { type RuntimeServer, serveRuntime } from "../../runtime/http/serve.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { cleanLine } from "../../text/clean.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { openConfiguredRuntime } from "../runtime/configured-runtime.ts";
import { type ServePlaces, servePlaces } from "../runtime/serve-places.ts";
import { stopSignals } from "../stop-signals.ts";

/** Runs the runtime alone, for hosts and scripts that come and go. */
export const serve: Command = {
  name: "serve",
  summary: "Runs agents' sessions without a screen, for programs that connect to it",
  notes: [
    "It owns the sessions and their agents until it is ended by SIGINT, SIGTERM or SIGHUP; then all agents are.",
  ],
  usage: ["serve [OPTIONS]"],
  options: [
    {
      name: "socket",
      value: "PATH",
      describe:
        "The unix socket, for the same user only; serve/runtime.sock in the state folder if absent",
    },
    {
      name: "listen",
      value: "HOST:PORT",
      describe: "Listen on loopback TCP as well, with a token; port 0 takes a free one",
    },
    { name: "agent", value: "NAME", describe: "The agent of new sessions" },
    { name: "json", describe: "Print where it listens as one JSON object" },
  ],
  examples: [
    { command: "telltale serve", describe: "In a terminal of its own or in a service manager" },
    {
      command: "telltale serve --listen 127.0.0.1:0 --json",
      describe: "For a program that reads the address and the file of the token",
    },
  ],
  exitCodes: [
    { code: EXIT_OK, when: "it was ended by a signal, and all agents with it" },
    { code: EXIT_FAILED, when: "it cannot listen there, or the agent is not known" },
    { code: EXIT_USAGE, when: "the call could not be understood" },
  ],
  async run(invocation) {
    const { io, operands } = invocation;
    if (operands.length > 0) {
      io.err("telltale serve: it takes options only; see telltale serve --help\n");
      return EXIT_USAGE;
    }
    const places = servePlaces(io.env, io.platform);
    const socket = invocation.options.socket;
    if (places === undefined && typeof socket !== "string") {
      io.err("telltale serve: no state folder is known; set HOME, or give --socket\n");
      return EXIT_FAILED;
    }
    // A server lives long enough for compiled code to pay for itself.
    Bun.unsafe.setJITPolicy(1);
    return await runServer(invocation, places);
  },
};

async function runServer({ io, options }: Invocation, places: ServePlaces | undefined) {
  // From the first moment on, so that nothing is left running by a signal that comes early.
  const signals = stopSignals();
  try {
    const { configFile, stateDir } = filePaths(io.env, io.platform);
    const { settings } = readSettings(configFile);
    const agent = options.agent;
    const opened = await openConfiguredRuntime({
      ...{ io, settings },
      ...(stateDir !== undefined && { stateDir }),
      ...(typeof agent === "string" && { agent }),
      onNote: (note) => io.err(`telltale serve: ${cleanLine(note)}\n`),
    });
    if (!opened.ok) return fail(io, opened.reason);
    const runtime = opened.value;
    const { socket, listen } = options;
    const socketPath = typeof socket === "string" ? resolve(io.cwd, socket) : places?.socketPath;
    const server = await serveRuntime(runtime, {
      ...(socketPath !== undefined && { socketPath }),
      ...(typeof listen === "string" && { listen }),
      ...(places !== undefined && { tokenFile: places.tokenFile }),
    });
    if (!server.ok) {
      await runtime.close();
      return fail(io, server.reason);
    }
    tellEndpoints(io, server.value, options.json === true, places);
    await signals.stopped;
    await end(runtime, server.value);
    return EXIT_OK;
  } finally {
    signals.close();
  }
}

/** Nobody new comes in while the agents are ended. */
async function end(runtime: Runtime, server: RuntimeServer): Promise<void> {
  await server.close();
  await runtime.close();
}

function fail(io: Io, reason: string): number {
  io.err(`telltale serve: ${cleanLine(reason)}\n`);
  return EXIT_FAILED;
}

function tellEndpoints(
  io: Io,
  { endpoints }: RuntimeServer,
  asJson: boolean,
  places: ServePlaces | undefined,
): void {
  const unix = endpoints.find((endpoint) => endpoint.kind === "unix");
  const tcp = endpoints.find((endpoint) => endpoint.kind === "tcp");
  const tokenFile = tcp === undefined ? undefined : places?.tokenFile;
  if (asJson) {
    const told = { pid: process.pid, socket: unix?.path, url: tcp?.url, tokenFile };
    io.out(`${JSON.stringify(told)}\n`);
    return;
  }
  if (unix !== undefined) io.out(`Listening on ${cleanLine(unix.path)}\n`);
  if (tcp !== undefined)
    io.out(`Listening on ${tcp.url}, with the token in ${cleanLine(tokenFile ?? "")}\n`);
  io.out("Ctrl+C ends it with all its agents\n");
}
