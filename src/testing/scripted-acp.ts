/** Agents for tests: a real process that says on its standard streams what a list of steps tells it to. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** One thing that a scripted agent does. */
export type AcpStep =
  /** Waits for a request or notification; others before it are passed over. */
  | { readonly do: "expect"; readonly method: string }
  /** Waits for the answer to a request of its own. */
  | { readonly do: "expect-answer"; readonly id: unknown }
  /** Answers what was waited for last. */
  | { readonly do: "answer"; readonly result: unknown }
  | { readonly do: "refuse"; readonly error: unknown }
  /** Any message; `jsonrpc` is added. */
  | { readonly do: "send"; readonly message: Readonly<Record<string, unknown>> }
  /** Says what was waited for last as text of the agent. */
  | { readonly do: "echo"; readonly sessionId: string }
  /** Raw bytes, without a line break of their own. */
  | { readonly do: "write"; readonly text: string; readonly times?: number }
  /** A line on stderr. */
  | { readonly do: "complain"; readonly text: string }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "exit"; readonly code: number }
  | { readonly do: "kill-self" };

/** Id of the session that `OPENING` opens. */
export const SCRIPTED_SESSION = "s1";

/** Greets and opens one session. */
export const OPENING: readonly AcpStep[] = [
  { do: "expect", method: "initialize" },
  { do: "answer", result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } },
  { do: "expect", method: "session/new" },
  { do: "answer", result: { sessionId: SCRIPTED_SESSION } },
];

/** Opens the session and has its first prompt. */
export const PROMPTED: readonly AcpStep[] = [
  ...OPENING,
  { do: "expect", method: "session/prompt" },
];

/** Answers the prompt. */
export function sayEnd(stopReason = "end_turn"): AcpStep {
  return { do: "answer", result: { stopReason } };
}

/** Asks for permission for a call `c1`, to be allowed with `yes` and refused with `no`. */
export function sayPermission(id: unknown): AcpStep {
  const toolCall = { toolCallId: "c1", title: "rm -rf x", kind: "execute" };
  const options = [
    { optionId: "yes", name: "Yes", kind: "allow_once" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ];
  const params = { sessionId: SCRIPTED_SESSION, toolCall, options };
  return { do: "send", message: { id, method: "session/request_permission", params } };
}

/** An update of the session. */
export function sayUpdate(
  update: Readonly<Record<string, unknown>>,
  sessionId: string = SCRIPTED_SESSION,
): AcpStep {
  return { do: "send", message: { method: "session/update", params: { sessionId, update } } };
}

/** A piece of text of the agent. */
export function sayText(text: string): AcpStep {
  return sayUpdate({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}

/** The command of an agent that does the steps. Its script stands in the folder. */
export function scriptedAgent(folder: string, steps: readonly AcpStep[]): readonly string[] {
  const script = path.join(fs.mkdtempSync(path.join(folder, "agent-")), "steps.json");
  fs.writeFileSync(script, JSON.stringify(steps));
  return [process.execPath, path.join(import.meta.dir, "scripted-acp-process.ts"), script];
}

/** A folder of its own in the temp folder. */
export function agentFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), "telltale-acp-"));
}

/**
 * The steps that play a recorded stream: lines of `{ d, o }`, `d` the direction (`>` to the agent). What
 * the agent said to a request is said when the request comes; ids of ours are those of now.
 */
export function replaySteps(recording: string): readonly AcpStep[] {
  const asked = new Map<unknown, string>();
  return recording
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line): AcpStep[] => {
      const { d, o } = JSON.parse(line) as { d: string; o: Record<string, unknown> };
      if (d === ">") {
        if (typeof o.method !== "string") return [{ do: "expect-answer", id: o.id }];
        asked.set(o.id, o.method);
        return [{ do: "expect", method: o.method }];
      }
      const { jsonrpc: _, ...message } = o;
      if (message.method !== undefined || !asked.has(message.id)) return [{ do: "send", message }];
      return [{ do: "answer", result: message.result }];
    });
}
