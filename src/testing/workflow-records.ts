/** Records of workflows with everything filled in, for tests that change a member or two. */
import type { HistoryEntry, InstanceRecord, SessionRecord } from "../workflow/engine/records.ts";

/** An idle session of a harness. */
export function sessionRecord(change: Partial<SessionRecord> = {}): SessionRecord {
  return {
    key: "sm-abc123",
    harness: "claude",
    hostSession: "h",
    cwd: "/p",
    configs: ["/p/.smllm/config.toml"],
    holding: null,
    interrupted: null,
    yielded: false,
    blocked: false,
    created: 1,
    lastActive: 2,
    ...change,
  };
}

/** A new instance of the machine `fix`, held by that session. */
export function instanceRecord(change: Partial<InstanceRecord> = {}): InstanceRecord {
  return {
    id: "i-abc123",
    machine: "fix",
    ref: "T-1",
    state: "CODE",
    status: "active",
    holder: "sm-abc123",
    version: 1,
    visits: { CODE: 1 },
    resumeState: null,
    created: 1,
    updated: 2,
    ...change,
  };
}

/** What an event of it left in its history. */
export function historyEntry(event: string): HistoryEntry {
  return {
    at: 5,
    session: "sm-abc123",
    event,
    from: null,
    to: "CODE",
    params: { why: "line\nend" },
    trace: ["Guard: x"],
  };
}
