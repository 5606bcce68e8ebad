/** The stream of a source that follows a live session. Sources that only look (hooks) have none. */
export interface Connection {
  /** Facts that come now are complete only while it is `live`. */
  readonly phase: ConnectionPhase;
  /** The source can list background tasks. */
  readonly listsTasks?: boolean;
  /** The source's whole state was read since the stream last began. */
  readonly read?: true;
}

export type ConnectionPhase = "starting" | "loading" | "live" | "reconnecting" | "lost";

/** How the stream stands now. After a gap it is `live` again once the source's state was read. */
export interface ConnectionChanged {
  readonly kind: "connection-changed";
  readonly phase: ConnectionPhase;
  /** Absent: as before. */
  readonly listsTasks?: boolean;
}

/** The connection after one more fact; a gap makes what was read old. */
export function foldConnection(state: Connection | undefined, fact: ConnectionChanged): Connection {
  const { kind: _, phase, listsTasks = state?.listsTasks } = fact;
  const read = (phase === "live" || phase === "loading") && state?.read === true;
  return { phase, ...(listsTasks !== undefined && { listsTasks }), ...(read && { read }) };
}

/** What was read was of another session. */
export function unreadConnection(state: Connection | undefined): Connection | undefined {
  if (state?.read === undefined) return state;
  const { read: _, ...kept } = state;
  return kept;
}
