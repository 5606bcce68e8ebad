/** Running a command, really and after a question. */
import type { acp } from "../../sources/acp/agent-side.ts";
import { startTerminal } from "../../sources/acp/workspace/terminal.ts";
import { type Tool, type Turn, textContent } from "../turn.ts";
import type { AgentRequest } from "./agent-request.ts";

/** Output that is kept of a command. */
const OUTPUT_BYTES = 65_536;
/** Without a client that serves terminals, a command is ended after this. */
const OWN_LIMIT_MS = 60_000;

interface Ran {
  readonly status: acp.TerminalExitStatus;
  readonly output: string;
}

export const runCommand: AgentRequest = {
  name: "run",
  hint: "COMMAND",
  summary: "Asks, and really runs a shell command, in the client's terminal if it has some",
  words: /^(?:please )?(?:run|execute)(?: the command)?:? +`?([^`]+?)`?$/i,
  async run(turn, rest) {
    const command = rest.trim() === "" ? "echo hello from the simulator" : rest.trim();
    const tool = await turn.tool({ title: command, kind: "execute", input: { command } });
    if (turn.session.settings.modeId === "plan") {
      await tool.end("failed", [textContent("In plan mode nothing is run.")]);
      await turn.say("I am in plan mode and run nothing. Ask me for a plan, or change the mode.");
      return undefined;
    }
    if ((await turn.permission(tool)) === "no") {
      await tool.end("failed");
      await turn.say("You did not allow it, so I have not run it.");
      return undefined;
    }
    await turn.activity(`running ${command}`);
    const { terminal } = turn.session.outlet.serves;
    const ran = terminal ? await runThere(turn, tool, command) : await runHere(turn, tool, command);
    turn.read(ran.output);
    const { exitCode, signal } = ran.status;
    const how = signal ? `by ${signal}` : `with code ${exitCode ?? "unknown"}`;
    const last = ran.output.trimEnd().split("\n").at(-1) ?? "";
    const said = last === "" ? "It printed nothing." : `Its last line: \`${last}\``;
    await turn.say(`The command has ended ${how}. ${said}`);
    return undefined;
  },
};

async function runThere(turn: Turn, tool: Tool, command: string): Promise<Ran> {
  const { sessionId, cwd, outlet } = turn.session;
  const { terminalId } = await turn.ask<acp.CreateTerminalResponse>("terminal/create", {
    sessionId,
    command: "sh",
    args: ["-c", command],
    cwd,
    outputByteLimit: OUTPUT_BYTES,
  });
  const shown: acp.ToolCallContent[] = [{ type: "terminal", terminalId }];
  const params = { sessionId, terminalId };
  try {
    await tool.begin(shown);
    const status = await turn.ask<acp.TerminalExitStatus>("terminal/wait_for_exit", params);
    const { output } = await turn.ask<acp.TerminalOutputResponse>("terminal/output", params);
    await tool.end(status.exitCode === 0 ? "completed" : "failed", shown);
    return { status, output };
  } finally {
    // Also of a cancelled turn: the client ends what still runs in it.
    await outlet.client.request("terminal/release", params).catch(() => {});
  }
}

async function runHere(turn: Turn, tool: Tool, command: string): Promise<Ran> {
  const { cwd, outlet } = turn.session;
  const started = startTerminal({
    command: "sh",
    args: ["-c", command],
    cwd,
    env: outlet.env,
    limitBytes: OUTPUT_BYTES,
    platform: outlet.platform,
    onChange: () => {},
  });
  if (!started.ok) {
    await tool.end("failed", [textContent(started.reason.message)]);
    return { status: {}, output: started.reason.message };
  }
  const terminal = started.value;
  const stop = () => void terminal.end();
  const timer = setTimeout(stop, OWN_LIMIT_MS);
  turn.signal.addEventListener("abort", stop);
  await tool.begin();
  const status = await terminal.exited;
  clearTimeout(timer);
  await terminal.end();
  turn.check();
  const output = terminal.output();
  await tool.end(status.exitCode === 0 ? "completed" : "failed", [textContent(output)]);
  return { status, output };
}
