/** Links to scripted agents for tests: what is said and asked is written down, and all is ended. */
import fs from "node:fs";
import type { AgentLink, AgentListener, LinkResult } from "../sources/acp/agent-link.ts";
import type { AgentQuirks } from "../sources/acp/agent-spec.ts";
import { type ConnectOptions, connectAgent } from "../sources/acp/connect.ts";
import type { Answer } from "../wire/runtime/entities.ts";
import { type AcpStep, agentFolder, scriptedAgent } from "./scripted-acp.ts";

/** One thing that happened, in order. */
export type LinkEvent =
  | { readonly on: "update"; readonly sessionId: string; readonly update: UpdateOf }
  | { readonly on: "question"; readonly request: RequestOf; readonly signal: AbortSignal }
  | { readonly on: "log"; readonly line: string }
  /** Written by the test. */
  | { readonly on: "mark"; readonly name: string };

type UpdateOf = Parameters<AgentListener["onUpdate"]>[1];
type RequestOf = Parameters<AgentListener["onInteraction"]>[1];

export interface LinkTrial {
  readonly link: LinkResult<AgentLink>;
  readonly events: LinkEvent[];
  /** The updates so far. */
  readonly updates: () => readonly UpdateOf[];
  /** The texts of the agent so far, joined. */
  readonly text: () => string;
}

export interface LinkTrialOptions {
  readonly quirks?: AgentQuirks;
  /** What the person answers; absent: the first option. A promise that never settles: nothing. */
  readonly answer?: (request: RequestOf, signal: AbortSignal) => Promise<Answer>;
  readonly connect?: Partial<ConnectOptions>;
}

export interface LinkWorld {
  readonly folder: string;
  readonly start: (steps: readonly AcpStep[], options?: LinkTrialOptions) => Promise<LinkTrial>;
  /** Starts it and opens its session. */
  readonly open: (
    steps: readonly AcpStep[],
    options?: LinkTrialOptions,
  ) => Promise<Omit<LinkTrial, "link"> & { readonly link: AgentLink }>;
  /** Ends all agents and removes the folder. */
  readonly close: () => Promise<void>;
}

/** Agents that start in a folder of their own. */
export function linkWorld(): LinkWorld {
  const folder = fs.realpathSync(agentFolder());
  const links: AgentLink[] = [];
  const world: LinkWorld = {
    folder,
    async open(steps, options) {
      const trial = await world.start(steps, options);
      const link = linked(trial);
      valued(await link.newSession(folder));
      return { ...trial, link };
    },
    async start(steps, { quirks = {}, answer = firstOption, connect = {} } = {}) {
      const events: LinkEvent[] = [];
      const command = scriptedAgent(folder, steps);
      const spec = { name: "scripted", title: "Scripted", command, hint: "there is none", quirks };
      const link = await connectAgent({
        spec,
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder },
        platform: process.platform,
        program: ["telltale"],
        version: "0.0.0",
        listener: {
          onUpdate: (sessionId, update) => events.push({ on: "update", sessionId, update }),
          onInteraction(_, request, signal) {
            events.push({ on: "question", request, signal });
            return answer(request, signal);
          },
          onLog: (line) => events.push({ on: "log", line }),
        },
        ...connect,
      });
      if (link.ok) links.push(link.value);
      const updates = () => events.flatMap((event) => (event.on === "update" ? event.update : []));
      const text = () =>
        updates()
          .map((update) => (update.kind === "text" && update.role === "agent" ? update.text : ""))
          .join("");
      return { link, events, updates, text };
    },
    async close() {
      await Promise.all(links.map((link) => link.dispose()));
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

async function firstOption(request: RequestOf): Promise<Answer> {
  const option = request.options[0];
  return option === undefined
    ? { kind: "dismissed" }
    : { kind: "option", optionId: option.optionId };
}

/** The link, or the reason as a failure of the test. */
export function linked(trial: LinkTrial): AgentLink {
  if (!trial.link.ok) throw new Error(trial.link.reason);
  return trial.link.value;
}

/** The value, or the reason as a failure of the test. */
export function valued<Value>(result: LinkResult<Value>): Value {
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}
