/** What the rows above the composer say of a session. */
import { expect, test } from "bun:test";
import { type PanelHostOptions, panelHost } from "../../../test/host/panel-host.ts";
import type { OpenInteraction } from "../../wire/runtime/entities.ts";
import { EMPTY_STATE, type SessionState } from "../../wire/runtime/state.ts";
import { activityRows } from "./activity-rows.ts";

const SIZE = { widthCols: 60, heightRows: 5 };
const BASE: SessionState = { ...EMPTY_STATE, sessionId: "s-1", cwd: "/w" };
const TURN = { turnId: "t", promptId: "p", stage: "active", startedAtMs: 0 } as const;
const ASKED: OpenInteraction = {
  requestId: "r-1",
  asks: "permission",
  title: "ls",
  options: [],
  atMs: 0,
};

function rows(change: Partial<SessionState>, options: PanelHostOptions = {}): readonly string[] {
  const session: SessionState = { ...BASE, ...change };
  const made = activityRows(panelHost({ ...options, session }).context)(SIZE);
  return made.map((row) => Bun.stripANSI(row).replace(/\d+m?\d*s/, "0s"));
}

test("a fault of the session stands there for as long as it lasts, cleaned, on its own row", () => {
  expect(rows({})).toEqual([]);
  const fault = "The agent asked\x1b[31m something";
  expect(rows({ fault })).toEqual(["Fault: The agent asked something"]);
  expect(rows({ fault, turn: TURN })).toEqual([
    "Fault: The agent asked something",
    "● Working 0s · Esc interrupts",
  ]);
  expect(rows({ fault }, { language: "zh-Hans" })[0]).toStartWith("故障：");
});

test("while something is asked, the row says so and promises nothing of Esc, which answers then", () => {
  expect(rows({ turn: TURN, interactions: [ASKED] })).toEqual(["● Waiting for you 0s"]);
  expect(rows({ turn: TURN })).toEqual(["● Working 0s · Esc interrupts"]);
});
