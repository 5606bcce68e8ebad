/** An agent without a process: a test answers, speaks, asks and dies in its place. */
import { failed, ok } from "../base/result.ts";
import type {
  AgentAbilities,
  AgentEnd,
  AgentLink,
  AgentListener,
  AgentUpdate,
  InteractionRequest,
  LinkFault,
  LinkResult,
  OpenedSession,
  PromptEnd,
} from "../sources/acp/agent-link.ts";
import type { AgentSpec } from "../sources/acp/agent-spec.ts";
import type { Answer, Task } from "../wire/runtime/entities.ts";

export const FAKE_SPEC: AgentSpec = {
  name: "fake",
  title: "Fake",
  command: ["fake-agent"],
  hint: "it is a fake",
  quirks: {},
};

/** One prompt that the agent has been given. */
export interface FakePrompt {
  readonly text: string;
  readonly answer: (result: LinkResult<PromptEnd>) => void;
  readonly end: (stopReason?: string) => void;
}

/** Answers of the fake to what the runtime asks; a test replaces them. */
export interface FakeAnswers {
  abilities: AgentAbilities;
  start: () => Promise<LinkResult<void>>;
  newSession: () => Promise<LinkResult<OpenedSession>>;
  reopen: () => Promise<LinkResult<OpenedSession>>;
  steer: () => Promise<LinkResult<void>>;
  listTasks: () => Promise<LinkResult<readonly Task[]>>;
  logIn: () => Promise<LinkResult<void>>;
  /** What a cancel does; by default the open prompts end as cancelled. */
  cancel: (link: FakeLink) => void;
}

export interface FakeLink extends AgentLink {
  readonly prompts: FakePrompt[];
  readonly steered: string[];
  readonly reopened: string[];
  cancels: number;
  isDisposed: boolean;
  readonly say: (update: AgentUpdate) => void;
  readonly ask: (request: Partial<InteractionRequest>, signal?: AbortSignal) => Promise<Answer>;
  readonly die: (reason?: string) => void;
}

interface Start {
  readonly listener: AgentListener;
}

/** All processes of one fake agent, and how the next one answers. */
export class FakeAgent {
  readonly links: FakeLink[] = [];
  readonly answers: FakeAnswers = {
    abilities: { load: false, resume: false, close: true, steer: false, listsTasks: false },
    start: async () => ok(undefined),
    newSession: async () =>
      ok({ agentSessionId: `conversation-${this.links.length}`, options: [] }),
    reopen: async () => ok({ agentSessionId: "conversation-1", options: [] }),
    steer: async () => ok(undefined),
    listTasks: async () => ok([]),
    logIn: async () => ok(undefined),
    cancel: (link) => {
      for (const prompt of link.prompts) prompt.end("cancelled");
    },
  };

  /** The newest process. */
  get link(): FakeLink {
    const link = this.links.at(-1);
    if (link === undefined) throw new Error("no process was started");
    return link;
  }

  readonly start = async (_spec: AgentSpec, start: Start): Promise<LinkResult<AgentLink>> => {
    const started = await this.answers.start();
    if (!started.ok) return started;
    const link = createLink(this.answers, start.listener, this.links.length + 1);
    this.links.push(link);
    return ok(link);
  };
}

/** A failure with its kind. */
export function fault(reason: string, kind: LinkFault): LinkResult<never> {
  return { ...failed(reason), fault: kind };
}

function createLink(answers: FakeAnswers, listener: AgentListener, pid: number): FakeLink {
  const ended = Promise.withResolvers<AgentEnd>();
  let conversation = "";
  const opened = async (asked: Promise<LinkResult<OpenedSession>>) => {
    const result = await asked;
    if (result.ok) conversation = result.value.agentSessionId;
    return result;
  };
  const link: FakeLink = {
    pid,
    identity: { name: "fake", title: "Fake", version: "1" },
    abilities: answers.abilities,
    auth: [],
    ended: ended.promise,
    prompts: [],
    steered: [],
    reopened: [],
    cancels: 0,
    isDisposed: false,
    newSession: () => opened(answers.newSession()),
    reopenSession(how, agentSessionId) {
      link.reopened.push(`${how} ${agentSessionId}`);
      return opened(answers.reopen());
    },
    prompt(_, text) {
      const { promise, resolve } = Promise.withResolvers<LinkResult<PromptEnd>>();
      const end = (stopReason = "end_turn") => resolve(ok({ stopReason }));
      link.prompts.push({ text, answer: resolve, end });
      return promise;
    },
    steer(_, text) {
      link.steered.push(text);
      return answers.steer();
    },
    cancel() {
      link.cancels += 1;
      answers.cancel(link);
    },
    setMode: async () => ok(undefined),
    setOption: async () => ok([]),
    listTasks: () => answers.listTasks(),
    stopTask: async () => ok(undefined),
    logIn: () => answers.logIn(),
    closeSession: async () => {},
    async dispose() {
      link.isDisposed = true;
      ended.resolve({ reason: "it was ended", wanted: true });
    },
    say: (update) => listener.onUpdate(conversation, update),
    ask: (request, signal = new AbortController().signal) =>
      listener.onInteraction(
        conversation,
        { asks: "permission", title: "May it?", options: ALLOW_OR_NOT, ...request },
        signal,
      ),
    die: (reason = "it was killed by SIGKILL") => ended.resolve({ reason, wanted: false }),
  };
  return link;
}

const ALLOW_OR_NOT: InteractionRequest["options"] = [
  { optionId: "allow", label: "Allow", role: "allow-once" },
  { optionId: "reject", label: "Reject", role: "reject-once" },
];
