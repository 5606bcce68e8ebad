import type { AccountFact } from "./account.ts";
import type { AgentsFact } from "./agents.ts";
import type { CacheFact } from "./cache.ts";
import type { ChatRead } from "./chat.ts";
import type { ConnectionChanged } from "./connection.ts";
import type { ContextFact } from "./context.ts";
import type { CostFact } from "./cost.ts";
import type { CustomFact } from "./custom.ts";
import type { FaultFact } from "./fault.ts";
import type { GitFact } from "./git.ts";
import type { HarnessFact } from "./harness.ts";
import type { HostFact } from "./host.ts";
import type { InteractionFact } from "./interaction.ts";
import type { ModeFact } from "./mode.ts";
import type { ModelFact } from "./model.ts";
import type { PlaceFact } from "./place.ts";
import type { QuotaFact } from "./quota.ts";
import type { RateFact } from "./rate.ts";
import type { RecordNumbered } from "./record.ts";
import type { ReviewFact } from "./review.ts";
import type { SessionFact } from "./session.ts";
import type { StateRead } from "./state.ts";
import type { TokensFact } from "./tokens.ts";
import type { TurnFact } from "./turn.ts";
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
