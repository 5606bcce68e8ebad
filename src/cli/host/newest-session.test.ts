import { expect, test } from "bun:test";
import type { SessionSummary } from "../../wire/runtime/state.ts";
import { newestSession } from "./newest-session.ts";

function summary(sessionId: string, updatedAtMs: number, more = {}): SessionSummary {
  return {
    ...{ sessionId, agent: { name: "a" }, cwd: "/w", createdAtMs: 1, updatedAtMs, turns: 1 },
    ...{ live: false, running: false, waiting: false },
    ...more,
  };
}

// covers: host-resume
test("the newest session of the folder: no side session, and none of another folder", () => {
  const sessions = [
    summary("old", 1),
    summary("main", 2),
    summary("side", 4, { sideOf: "main" }),
    summary("elsewhere", 5, { cwd: "/x" }),
  ];
  expect(newestSession(sessions, "/w")?.sessionId).toBe("main");
  expect(newestSession(sessions, "/y")).toBeUndefined();
});
