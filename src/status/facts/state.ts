import type { Account } from "./account.ts";
import type { MembersListed, TaskList } from "./agents.ts";
import type { Chat } from "./chat.ts";
import type { Interaction } from "./interaction.ts";
import type { TurnsRead } from "./turn.ts";

/**
 * The source's whole state at one moment: replaces what was known of turn, questions and chat, and of
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
