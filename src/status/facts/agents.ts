/** Delegated members (sub-agents) and background tasks of the session. */
export interface Agent {
  readonly agentId: string;
  /** What kind of member it is, or what it is called. Outside text. */
  readonly name?: string;
  /** What it was asked to do, in a few words. Outside text. */
  readonly title?: string;
  /** What it does now. Outside text. */
  readonly activity?: string;
  readonly status: "queued" | "running" | "waiting" | "done" | "fail" | "cancel";
}

/** Members of the session, running and ended, and tasks in the background. */
export interface Agents {
  readonly members: readonly Agent[];
  /** Background tasks that are queued, running or stopping; agents are not counted here. */
  readonly backgroundTasks?: number;
}

/** One member changed; an unknown id is a new member. Name and title are kept if it says none. */
export interface AgentChanged extends Agent {
  readonly kind: "agent-changed";
}

/** All members now; replaces what was known. */
export interface AgentsListed {
  readonly kind: "agents-listed";
  readonly members: readonly Agent[];
}

/** Tasks that run in the background; replaces the count before. */
export interface BackgroundCounted {
  readonly kind: "background-counted";
  readonly tasks: number;
}

export type AgentsFact = AgentChanged | AgentsListed | BackgroundCounted;

/** The members after one more fact; a list replaces them all. */
export function foldAgents(state: Agents = { members: [] }, fact: AgentsFact): Agents {
  switch (fact.kind) {
    case "agent-changed": {
      const { kind: _, ...agent } = fact;
      const at = state.members.findIndex((member) => member.agentId === agent.agentId);
      const { name, title } = state.members[at] ?? {};
      const known = { ...(name !== undefined && { name }), ...(title !== undefined && { title }) };
      const members =
        at < 0 ? [...state.members, agent] : state.members.with(at, { ...known, ...agent });
      return { ...state, members };
    }
    case "agents-listed":
      return { ...state, members: fact.members };
    case "background-counted":
      return { ...state, backgroundTasks: fact.tasks };
    default:
      return fact satisfies never;
  }
}
