/** The question whether an agent may reach outside its workspace, and what was answered for the session. */
import { ok, type Result } from "../../../base/result.ts";
import { cleanLine } from "../../../text/clean.ts";
import type { AnswerOption, ToolKind } from "../../../wire/runtime/entities.ts";
import type { AgentListener, InteractionRequest } from "../agent-link.ts";
import { cancelled, notAllowed, type ServeFault } from "./serve-fault.ts";

export type Reach = "read" | "write" | "run";

export interface OutsidePermission {
  /** Asks unless it was allowed for the session; `path` is real. Never rejects. */
  readonly require: (
    sessionId: string,
    reach: Reach,
    path: string,
    why: string,
    signal: AbortSignal,
  ) => Promise<Result<void, ServeFault>>;
  readonly forget: (sessionId: string) => void;
}

/** Questions that stand at once; a person reads one after the other, and an agent can ask again. */
const MAX_OPEN = 16;

const OPTIONS: readonly AnswerOption[] = [
  { optionId: "allow-once", label: "Allow once", role: "allow-once" },
  { optionId: "allow-session", label: "Allow for this session", role: "allow-always" },
  { optionId: "reject", label: "Reject", role: "reject-once" },
];

const WORDS: Readonly<Record<Reach, readonly [title: string, kind: ToolKind]>> = {
  read: ["Read", "read"],
  write: ["Write", "edit"],
  run: ["Run a command in", "execute"],
};

/** Permissions of all sessions of one agent. */
export function outsidePermission(ask: AgentListener["onInteraction"]): OutsidePermission {
  const allowed = new Map<string, Set<string>>();
  let open = 0;
  let number = 0;

  return {
    async require(sessionId, reach, path, why, signal) {
      const key = `${reach} ${path}`;
      if (allowed.get(sessionId)?.has(key) === true) return ok(undefined);
      const refusal = `${WORDS[reach][0].toLowerCase()} ${path}: ${why}`;
      if (open >= MAX_OPEN) return notAllowed(`${refusal}; too many questions wait already`);
      open += 1;
      number += 1;
      try {
        const answer = await ask(sessionId, question(reach, path, why, number), signal);
        if (signal.aborted) return cancelled();
        const chosen = answer.kind === "option" ? answer.optionId : "reject";
        if (chosen === "allow-once") return ok(undefined);
        if (chosen !== "allow-session")
          return notAllowed(`${refusal}; the person did not allow it`);
        const set = allowed.get(sessionId) ?? new Set();
        allowed.set(sessionId, set.add(key));
        return ok(undefined);
      } catch {
        return notAllowed(`${refusal}; nobody could be asked`);
      } finally {
        open -= 1;
      }
    },
    forget: (sessionId) => void allowed.delete(sessionId),
  };
}

function question(reach: Reach, path: string, why: string, number: number): InteractionRequest {
  const [words, kind] = WORDS[reach];
  const shown = cleanLine(path);
  const title = `${words} ${shown}`;
  return {
    asks: "permission",
    title,
    body: why,
    call: {
      toolCallId: `workspace-${number}`,
      title,
      kind,
      status: "pending",
      locations: [{ path: shown }],
      content: [],
    },
    options: OPTIONS,
  };
}
