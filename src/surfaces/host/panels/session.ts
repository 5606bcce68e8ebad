/** `/session`: what is known of the session that is shown. */
import { compactCount } from "../../../status/formats.ts";
import { glyphs } from "../../../text/ascii.ts";
import type { TokenCounts } from "../../../wire/runtime/entities.ts";
import type { SessionState } from "../../../wire/runtime/state.ts";
import type { HostContext } from "../context.ts";
import type { Panel } from "./panel.ts";
import { modesOf, optionOf } from "./shared/agent-choices.ts";
import { type FactRow, factPanel } from "./shared/fact-panel.ts";
import { costText, fact, usedText } from "./shared/session-facts.ts";

const ACTIVE_MEMBERS: readonly string[] = ["queued", "running", "waiting"];
const ACTIVE_TASKS: readonly string[] = ["queued", "running", "stopping"];

export const session: Panel = {
  id: "session",
  open(context) {
    const words = context.texts.panels.rows;
    return factPanel(context, {
      title: words.sessionTitle,
      empty: words.noSession,
      rows() {
        const state = context.ports.runtime.session();
        return state === undefined ? [] : sessionRows(context, state);
      },
    });
  },
};

function sessionRows(context: HostContext, state: SessionState): readonly FactRow[] {
  const words = context.texts.panels.rows;
  const { agent, usage } = state;
  const version = agent.version === undefined ? "" : ` ${agent.version}`;
  const modes = modesOf(state);
  const mode = modes?.choices.find(({ value }) => value === modes.current)?.name ?? modes?.current;
  const active = state.members.filter(({ status }) => ACTIVE_MEMBERS.includes(status)).length;
  const running = state.tasks.filter(
    ({ status, foreground }) => ACTIVE_TASKS.includes(status) && foreground !== true,
  ).length;
  const { length: members } = state.members;
  return [
    ...fact(words.session, state.sessionId),
    ...fact(words.name, state.title),
    ...fact(words.agent, `${agent.title ?? agent.name}${version}`),
    ...fact(words.folder, state.cwd),
    ...fact(words.sideOf, state.sideOf),
    ...fact(words.model, modelText(state)),
    ...fact(words.mode, mode),
    ...fact(words.messages, messagesText(context, state)),
    ...fact(words.turns, state.turns > 0 ? String(state.turns) : undefined),
    ...fact(words.total, totalText(context, usage.totals)),
    ...fact(words.cost, costText(usage.cost)),
    ...fact(words.context, usedText(context.ports.status.snapshot().context)),
    ...fact(words.subAgents, members > 0 ? words.subAgentsValue(members, active) : undefined),
    ...fact(words.tasks, running > 0 ? words.tasksValue(running) : undefined),
  ];
}

/** The model, and how much it thinks where that can be chosen. */
function modelText(state: SessionState): string | undefined {
  const parts = ["model", "thought_level"].flatMap((category) => {
    const option = optionOf(state, category);
    const chosen = option?.choices.find(({ value }) => value === option.value);
    return option === undefined ? [] : [chosen?.name ?? option.value];
  });
  return parts.length === 0 ? undefined : parts.join(" · ");
}

function messagesText({ texts }: HostContext, { entries }: SessionState): string | undefined {
  const count = (kind: string): number =>
    entries.filter((entry) => entry.kind === kind && entry.memberId === undefined).length;
  const [user, assistant, tools] = [count("user"), count("agent"), count("tool")];
  if (user + assistant + tools === 0) return undefined;
  return texts.panels.rows.messagesValue(user, assistant, tools);
}

function totalText({ painter }: HostContext, totals: TokenCounts | undefined): string | undefined {
  if (totals === undefined) return undefined;
  const { input, output, cacheRead = 0, cacheWrite = 0 } = totals;
  const { up, down } = glyphs(painter.isAscii);
  return `${up}${compactCount(input + cacheRead + cacheWrite)} ${down}${compactCount(output)}`;
}
