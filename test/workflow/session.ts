/** One conversation of a project, as a test drives it. */
import { join } from "node:path";
import type { Status } from "../../src/workflow/engine/reply.ts";
import type { Ended } from "../e2e/program.ts";
import type { Project } from "./project.ts";
import { readJson } from "./state.ts";

/** `redo why=x`, or the same as a list where values have blanks. */
export type EventLine = string | readonly string[];

export interface Session {
  /** The id that the harness gave to the conversation. */
  readonly host: string;
  /** `sm-` and six characters. */
  readonly key: string;
  /** What the start of the session told the agent. */
  readonly context: string;
  /** Fires an event through `smllm fire`. */
  readonly fire: (line: EventLine, ...options: readonly string[]) => Promise<Ended>;
  /** Fires events that must all succeed; gives the last reply. */
  readonly go: (...lines: readonly EventLine[]) => Promise<string>;
  readonly row: () => Promise<string>;
  readonly json: () => Promise<Status>;
  /** The stop hook. */
  readonly stop: (active?: boolean) => Promise<Ended>;
  /** The hook of a prompt of the user. */
  readonly prompt: () => Promise<Ended>;
  /** The stored record. */
  readonly path: string;
  readonly record: () => Readonly<Record<string, unknown>>;
}

/** The session that a context of the start hook names. */
export function openSession(project: Project, host: string, context: string): Session {
  const key = /session (sm-[^ ]+)/.exec(context)?.[1] ?? "";
  const path = join(project.userState, "sessions", `${key}.json`);
  const fire: Session["fire"] = (line, ...options) => {
    const [event = "", ...params] = typeof line === "string" ? line.split(" ") : line;
    const given = params.flatMap((param) => ["--param", param]);
    return project.smllm(["fire", "--session", key, event, ...given, ...options]);
  };
  return {
    host,
    key,
    context,
    fire,
    async go(...lines) {
      let reply = "";
      for (const line of lines) {
        const { code, out, err } = await fire(line);
        if (code !== 0) throw new Error(`${String(line)}: exit ${code}\n${out}${err}`);
        reply = out;
      }
      return reply;
    },
    row: () => project.row(host),
    json: () => project.json(host),
    stop: (active) =>
      project.hook("stop", {
        session_id: host,
        ...(active !== undefined && { stop_hook_active: active }),
      }),
    prompt: () => project.hook("user-prompt-submit", { session_id: host, prompt: "go" }),
    path,
    record: () => readJson(path),
  };
}

/** The event that starts or goes on with a piece of work in a fixture. */
export function enter(machine: "fix" | "gate" | "dev", ref: string, state?: string): string {
  const param = { fix: "ticketId", gate: "notePath", dev: "issueId" }[machine];
  const words = ["enter", `stateMachine=${machine}`, `${param}=${ref}`];
  return [...words, ...(state === undefined ? [] : [`state=${state}`])].join(" ");
}

/** The text between two tags; empty without them. */
function between(text: string, tag: string): string {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start < 0 || end < 0 ? "" : text.slice(start + tag.length + 2, end).trim();
}

/** What the author's machine tells the agent in a reply. */
export const instructionsIn = (text: string): string => between(text, "instructions");

/** The names that the menu of a reply offers, in their order. */
export function offeredIn(text: string): readonly string[] {
  return [...between(text, "events").matchAll(/^- ([^ \n]+)/gm)].map(([, name = ""]) => name);
}

/** The line of a reply that says what is wrong; empty without it. */
export function errorIn(text: string): string {
  return /^error: (.*)$/m.exec(text)?.[1] ?? "";
}
