/**
 * The built-in agent as a process of its own behind a real link, with everything that it says and asks
 * written down. Whoever opens one closes it.
 */
import fs from "node:fs";
import os from "node:os";
import { join, resolve } from "node:path";
import type {
  AgentLink,
  AgentListener,
  AgentUpdate,
  InteractionRequest,
} from "../sources/acp/agent-link.ts";
import { connectAgent } from "../sources/acp/connect.ts";
import type { Answer } from "../wire/runtime/entities.ts";

const MAIN = resolve(import.meta.dir, "../cli/main.ts");
const PATIENCE_MS = 30_000;

export interface AgentWorld {
  /** The session's folder. */
  readonly folder: string;
  readonly updates: AgentUpdate[];
  readonly asked: InteractionRequest[];
  /** What the next questions are answered with, in order; then the first option. */
  readonly answers: Answer[];
  readonly sessionId: () => string;
  readonly link: () => AgentLink;
  /** Another process with the same state. */
  readonly restart: () => Promise<AgentLink>;
  /** Prompts, and gives the texts of the agent since then, joined. */
  readonly say: (prompt: string) => Promise<{ readonly end: unknown; readonly text: string }>;
  readonly until: (holds: () => boolean) => Promise<void>;
  readonly of: <Kind extends AgentUpdate["kind"]>(
    kind: Kind,
  ) => readonly Extract<AgentUpdate, { readonly kind: Kind }>[];
  readonly close: () => Promise<void>;
}

export interface AgentWorldOptions {
  readonly args?: readonly string[];
  /** Factor of the agent's delays; absent: none. */
  readonly speed?: string;
  /** Files of the session's folder. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Starts the agent and opens a session. */
export async function openAgentWorld(options: AgentWorldOptions = {}): Promise<AgentWorld> {
  const world = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "agent-world-")));
  const folder = join(world, "project");
  fs.mkdirSync(folder);
  for (const [name, text] of Object.entries(options.files ?? {})) {
    fs.writeFileSync(join(folder, name), text);
  }
  const updates: AgentUpdate[] = [];
  const asked: InteractionRequest[] = [];
  const answers: Answer[] = [];
  let sessionId = "";
  const connect = () =>
    connectTo(join(world, "home"), folder, options, {
      onUpdate: (_id, update) => updates.push(update),
      async onInteraction(_id, request) {
        asked.push(request);
        const first = request.options[0]?.optionId ?? "";
        return answers.shift() ?? { kind: "option", optionId: first };
      },
    });
  let link = await connect();

  const opened = await link.newSession(folder);
  if (!opened.ok) throw new Error(opened.reason);
  sessionId = opened.value.agentSessionId;
  await waitUntil(() => updates.some(({ kind }) => kind === "usage"));

  return {
    folder,
    updates,
    asked,
    answers,
    sessionId: () => sessionId,
    link: () => link,
    async restart() {
      await link.dispose();
      updates.length = 0;
      link = await connect();
      return link;
    },
    async say(prompt) {
      const from = updates.length;
      const end = await link.prompt(sessionId, prompt);
      const texts = updates
        .slice(from)
        .flatMap((update) =>
          update.kind === "text" && update.role === "agent" && update.memberId === undefined
            ? [update.text]
            : [],
        );
      return { end, text: texts.join("") };
    },
    until: waitUntil,
    of: <Kind extends AgentUpdate["kind"]>(kind: Kind) =>
      updates.filter(
        (update): update is Extract<AgentUpdate, { readonly kind: Kind }> => update.kind === kind,
      ),
    async close() {
      await link.dispose();
      fs.rmSync(world, { recursive: true, force: true });
    },
  };
}

async function waitUntil(holds: () => boolean): Promise<void> {
  for (const endMs = performance.now() + PATIENCE_MS; !holds(); await Bun.sleep(10)) {
    if (performance.now() > endMs) throw new Error(`not met: ${holds.toString()}`);
  }
}

async function connectTo(
  home: string,
  folder: string,
  { args = [], speed = "0" }: AgentWorldOptions,
  listener: AgentListener,
): Promise<AgentLink> {
  const connected = await connectAgent({
    spec: {
      name: "telltale",
      title: "the agent",
      command: [process.execPath, MAIN, "agent", ...args],
      hint: "",
      quirks: { startTimeoutMs: PATIENCE_MS },
    },
    cwd: folder,
    env: { PATH: process.env.PATH, TELLTALE_HOME: home, TELLTALE_AGENT_SPEED: speed },
    platform: process.platform,
    program: [],
    version: "0",
    listener,
  });
  if (!connected.ok) throw new Error(connected.reason);
  return connected.value;
}
