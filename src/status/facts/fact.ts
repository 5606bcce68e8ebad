import type { Account, AccountFact } from "./account.ts";
import type { AgentsFact, MembersListed, TaskList } from "./agents.ts";
import type { CacheFact } from "./cache.ts";
import type { Chat, ChatRead } from "./chat.ts";
import type { ConnectionChanged } from "./connection.ts";
import type { ContextFact } from "./context.ts";
import type { CostFact } from "./cost.ts";
import type { CustomFact } from "./custom.ts";
import type { FaultFact } from "./fault.ts";
import type { GitFact } from "./git.ts";
import type { HarnessFact } from "./harness.ts";
import type { HostFact } from "./host.ts";
import type { Interaction, InteractionFact } from "./interaction.ts";
import type { ModeFact } from "./mode.ts";
import type { ModelFact } from "./model.ts";
import type { PlaceFact } from "./place.ts";
import type { QuotaFact } from "./quota.ts";
import type { RateFact } from "./rate.ts";
import type { RecordNumbered } from "./record.ts";
import type { ReviewFact } from "./review.ts";
import type { SessionFact } from "./session.ts";
import type { TokensFact } from "./tokens.ts";
import type { TurnFact, TurnsRead } from "./turn.ts";
import type { WorkflowFact } from "./workflow.ts";

/** One thing that a source says about a session: the only things a source may say. */
export type Fact =
  | AccountFact
  | AgentsFact
  | CacheFact
  | ChatRead
  | ConnectionChanged
  | ContextFact
  | CostFact
  | CustomFact
  | FaultFact
  | GitFact
  | HarnessFact
  | HostFact
  | InteractionFact
  | ModeFact
  | ModelFact
  | PlaceFact
  | QuotaFact
  | RateFact
  | RecordNumbered
  | ReviewFact
  | SessionFact
  | StateRead
  | TokensFact
  | TurnFact
  | WorkflowFact;

/**
 * The source's whole state at one moment, the one fact of several topics: replaces what was known of turn, questions and chat, and of
 * members and tasks if it tells of them. What facts before it got wrong or never told is right after it.
 */
export interface StateRead {
  readonly kind: "state-read";
  /** The session that was read; absent: the open one. Of another one nothing is kept. */
  readonly sessionId?: string;
  readonly turns: TurnsRead;
  /** Open questions, oldest first. */
  readonly interactions: readonly Interaction[];
  /** Absent: nothing is known of it. With it, whether the session is beyond help is concluded anew. */
  readonly chat?: Chat;
  /** The session cannot go on. Absent: what is known stays, as a fault stays until the session changes. */
  readonly fault?: { readonly message?: string };
  /** Absent: not read; what is known stays. */
  readonly account?: Account;
  /** Absent: not read; what is known stays. */
  readonly agents?: MembersListed;
  /** Absent: not read; what is known stays. Its request was made after `turns` was read, or with it. */
  readonly tasks?: TaskList;
}
