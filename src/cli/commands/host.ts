import { resolve } from "node:path";
import { known } from "../../base/shape.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import type { HostCall } from "../host/open-host.ts";

/** The terminal program for any agent that speaks ACP; what a call without a command runs. */
export const host: Command = {
  name: "host",
  summary: "Opens a terminal program in which you work with a coding agent; also without this word",
  notes: [
    "With a pipe in place of a terminal, prompts are read line by line and answers are plain text.",
  ],
  usage: ["host [OPTIONS]", "host --resume [SESSION] [OPTIONS]"],
  options: [
    { name: "agent", value: "NAME", describe: "Agent to work with, instead of the configured one" },
    {
      name: "resume",
      describe: "Go on with the session that is named, or with the newest one of this folder",
    },
    { name: "cwd", value: "DIR", describe: "Folder to work in, instead of this one" },
    { name: "fullscreen", describe: "Use a screen of its own, and scroll there" },
    { name: "regular", describe: "Use the terminal's own screen and scrollback" },
    {
      name: "lang",
      value: "LANG",
      choices: ["auto", "en", "zh-Hans"],
      describe: "Language of what you read",
    },
    {
      name: "connect",
      value: "SOCKET|URL",
      describe: "Use a runtime that `telltale serve` runs; the token of a URL is in TELLTALE_TOKEN",
    },
    { name: "line", describe: "No screen: prompts line by line, answers as plain text" },
  ],
  examples: [
    { command: "telltale", describe: "With the built-in agent, which needs nothing" },
    { command: "telltale --agent claude", describe: "With Claude Code" },
    { command: "telltale --resume", describe: "Where you left off" },
    { command: "echo 'what is in this folder?' | telltale --line", describe: "Without a screen" },
  ],
  exitCodes: [
    { code: EXIT_OK, when: "you left, or the input ended" },
    { code: EXIT_FAILED, when: "it could not be opened, or the last turn did not succeed" },
    { code: EXIT_USAGE, when: "the call could not be understood" },
  ],
  async run(invocation) {
    const { options, operands, io } = invocation;
    const [sessionId, ...more] = operands;
    const isResumed = options.resume === true;
    if (more.length > 0 || (sessionId !== undefined && !isResumed)) {
      io.err("telltale host: a session is named behind --resume, and nothing else\n");
      return EXIT_USAGE;
    }
    if (options.fullscreen === true && options.regular === true) {
      io.err("telltale host: --fullscreen and --regular exclude each other\n");
      return EXIT_USAGE;
    }
    const { isatty } = await import("node:tty");
    const isTerminal = io.outIsTerminal() && isatty(io.stdin);
    const hasScreen = isTerminal && options.line !== true && io.env.TERM !== "dumb";
    const { openHost } = await import("../host/open-host.ts");
    const { agent, lang, connect } = options;
    const call: HostCall = {
      cwd: resolve(io.cwd, textOf(options.cwd) ?? "."),
      hasScreen,
      isInteractive: isTerminal,
      ...known({ agent: textOf(agent), lang: textOf(lang), connect: textOf(connect) }),
      ...(isResumed && { resume: known({ sessionId }) }),
      ...(options.fullscreen === true && { mode: "fullscreen" as const }),
      ...(options.regular === true && { mode: "regular" as const }),
    };
    // It lives long, so compiled code pays for itself: in a long session a new width takes a third of the time.
    Bun.unsafe.setJITPolicy(1);
    return openHost(call, io);
  },
};

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
