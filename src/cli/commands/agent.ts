import { join } from "node:path";
import { isatty } from "node:tty";
import { filePaths } from "../../files/paths.ts";
import { printable } from "../arguments.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import { VERSION } from "../version.ts";

/** The built-in agent, for a client that speaks ACP. */
export const agent: Command = {
  name: "agent",
  summary: "Is a simulated agent that speaks ACP on its standard streams, offline",
  notes: [
    "It calls no model: it reads files and runs commands where it says so, and pretends all else.",
    "In a session, /help tells what it understands.",
    "TELLTALE_AGENT_SPEED multiplies its delays; 0 leaves them out.",
  ],
  usage: ["agent [--script FILE]"],
  options: [
    {
      name: "script",
      value: "FILE",
      describe: "Play the turns of this YAML file; its form is in docs/agent-script.md",
    },
  ],
  examples: [
    { command: "telltale", describe: "Talks with it, as it is the default agent" },
    {
      command: "telltale agent --script demo.yaml",
      describe: "For the configuration of a client: an agent whose turns you wrote",
    },
  ],
  exitCodes: [
    { code: EXIT_OK, when: "the client has closed the connection" },
    { code: EXIT_FAILED, when: "the script could not be read" },
    { code: EXIT_USAGE, when: "the call could not be understood, or stdin is a terminal" },
  ],
  async run({ options, operands, io }) {
    if (operands[0] !== undefined) {
      io.err(`telltale agent: there is no place for ${printable(operands[0])}\n`);
      return EXIT_USAGE;
    }
    const { createPace, SPEED_VARIABLE } = await import("../../agent/pace.ts");
    const play = await scriptOf(options.script, io.cwd);
    if (!play.ok) {
      io.err(`telltale agent: ${play.reason}\n`);
      return EXIT_FAILED;
    }
    if (isatty(io.stdin)) {
      io.err(BY_HAND);
      return EXIT_USAGE;
    }
    const [{ runAgent }, { sessionStore }] = await Promise.all([
      import("../../agent/agent.ts"),
      import("../../agent/session-store.ts"),
    ]);
    const { stateDir } = filePaths(io.env, io.platform);
    // It lives as long as its client's session.
    Bun.unsafe.setJITPolicy(1);
    await runAgent({
      input: process.stdin,
      output: process.stdout,
      version: VERSION,
      env: io.env,
      platform: io.platform,
      nowMs: io.nowMs,
      pace: createPace(io.env[SPEED_VARIABLE]),
      store: sessionStore(stateDir === undefined ? undefined : join(stateDir, "agent")),
      crash: (how) => (how === "kill" ? process.kill(process.pid, "SIGKILL") : process.exit(how)),
      ...play.value,
    });
    return EXIT_OK;
  },
};

const BY_HAND = `telltale agent: this is an agent for programs: it speaks the Agent Client Protocol on its
standard streams and would wait here for JSON. It is a simulator and calls no model.
To talk with it, run: telltale
To use it in another client, give that client the command: telltale agent
`;

/** What plays the turns; nothing without a script. */
async function scriptOf(file: string | boolean | undefined, cwd: string) {
  if (typeof file !== "string") return { ok: true as const, value: {} };
  const { loadScript } = await import("../../agent/script/load-script.ts");
  return loadScript(file, cwd);
}
