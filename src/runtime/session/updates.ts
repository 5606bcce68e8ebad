/** What the agent says by itself, as changes of the session. */
import type { AgentUpdate } from "../../sources/acp/agent-link.ts";
import type { Usage } from "../../wire/runtime/entities.ts";
import { boundedCommands, boundedOptions, cutLine } from "./bounded.ts";
import type { Compaction } from "./compaction.ts";
import type { EventLog } from "./event-log.ts";
import type { Members } from "./members.ts";
import type { TaskLists } from "./task-lists.ts";
import type { Transcript } from "./transcript.ts";
import type { Turns } from "./turns.ts";

export interface UpdateParts {
  readonly log: EventLog;
  readonly transcript: Transcript;
  readonly turns: Turns;
  readonly members: Members;
  readonly tasks: TaskLists;
  readonly compaction: Compaction;
  /** The person gave the session its title. */
  readonly isNamed: () => boolean;
}

type Of<Kind extends AgentUpdate["kind"]> = Extract<AgentUpdate, { readonly kind: Kind }>;

export function takeUpdate(parts: UpdateParts, update: AgentUpdate): void {
  const { members, tasks, turns } = parts;
  switch (update.kind) {
    case "text":
    case "tool":
    case "plan":
    case "notice":
    case "compaction":
    case "activity":
    case "retry":
      takeSaid(parts, update);
      return;
    case "commands":
    case "mode":
    case "options":
    case "title":
    case "usage":
    case "quota":
    case "login":
      takeKnown(parts, update);
      return;
    case "member": {
      const { deliveryTurnId } = update.member;
      const delivery =
        deliveryTurnId === undefined ? {} : { deliveryTurnId: turns.turnIdOf(deliveryTurnId) };
      members.changed({ ...update.member, ...delivery });
      return;
    }
    case "members":
      members.listed(
        update.members.map(({ deliveryTurnId, ...member }) =>
          deliveryTurnId === undefined
            ? member
            : { ...member, deliveryTurnId: turns.turnIdOf(deliveryTurnId) },
        ),
      );
      return;
    case "tasks":
      tasks.told(update.tasks);
      return;
    case "turn-began":
      turns.began(update.turnId);
      return;
    case "turn-ended":
      turns.ended(update.turnId, update.end, update.reason);
      return;
    default:
      update satisfies never;
  }
}

function takeSaid(
  { log, transcript, turns, members, compaction }: UpdateParts,
  update: Of<"text" | "tool" | "plan" | "notice" | "compaction" | "activity" | "retry">,
): void {
  const turn = turns.live();
  const turnId = turn?.turnId;
  switch (update.kind) {
    case "text":
      // The prompt of a turn stands in the transcript already; some agents say it once more.
      if (update.role === "user" && log.state().turn?.promptId !== undefined) return;
      transcript.text(update, turnId);
      return;
    case "tool":
      if (update.call.kind === "delegate") members.called(update.call);
      transcript.tool(update, turnId);
      return;
    case "plan":
      transcript.plan(update.items, turnId);
      return;
    case "notice":
      transcript.notice(update.level, update.text, turnId);
      return;
    case "compaction":
      compaction.told(update.state, update.text ?? "", turnId);
      return;
    case "activity": {
      const activity = update.text === undefined ? undefined : cutLine(update.text);
      if (turn === undefined || log.state().turn?.activity === activity) return;
      log.record({ kind: "activity-changed", ...(activity !== undefined && { activity }) });
      return;
    }
    case "retry":
      if ((log.state().retrying ?? false) === update.waiting) return;
      // Without a turn nothing would end it.
      if (update.waiting && turn === undefined) return;
      log.record({ kind: "retry-changed", waiting: update.waiting });
      if (update.waiting && update.text !== undefined)
        transcript.notice("warning", update.text, turnId);
      return;
    default:
      update satisfies never;
  }
}

function takeKnown(
  parts: UpdateParts,
  update: Of<"commands" | "mode" | "options" | "title" | "usage" | "quota" | "login">,
): void {
  const { log, isNamed } = parts;
  const state = log.state();
  switch (update.kind) {
    case "commands": {
      const commands = boundedCommands(update.commands);
      if (!Bun.deepEquals(commands, state.commands))
        log.record({ kind: "commands-known", commands });
      return;
    }
    case "mode": {
      const { available = [], current } = state.modes ?? {};
      if (current === update.modeId && state.modes?.pending === undefined) return;
      log.record({ kind: "modes-known", modes: { current: update.modeId, available } });
      return;
    }
    case "options": {
      const options = boundedOptions(update.options);
      if (!Bun.deepEquals(options, state.options)) log.record({ kind: "options-known", options });
      return;
    }
    case "title": {
      const title = update.title === undefined ? undefined : cutLine(update.title);
      if (isNamed() || title === state.title) return;
      log.record({ kind: "session-titled", ...(title !== undefined && { title }) });
      return;
    }
    case "usage":
      takeUsage(parts, update.usage);
      return;
    case "quota":
      if (!Bun.deepEquals(update.windows, state.quota)) {
        log.record({ kind: "quota-reported", windows: update.windows });
      }
      return;
    case "login": {
      if ((state.login?.needed ?? false) === update.needed) return;
      if (!update.needed) {
        log.record({ kind: "login-done" });
        return;
      }
      const message = update.message === undefined ? {} : { message: cutLine(update.message) };
      log.record({ kind: "login-needed", ...message });
      return;
    }
    default:
      update satisfies never;
  }
}

/**
 * Many agents say the same after each request. Totals are ours where turns tell their usage: those of an
 * agent begin anew with its process.
 */
function takeUsage({ log, turns }: UpdateParts, told: Usage): void {
  const { usage: before } = log.state();
  const { totals: _, ...rest } = told;
  const usage = turns.hasSums() ? rest : told;
  if (!Bun.deepEquals({ ...before, ...usage }, before))
    log.record({ kind: "usage-reported", usage });
}
