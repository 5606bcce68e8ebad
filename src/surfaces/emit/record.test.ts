import { expect, test } from "bun:test";
import type { RecordMemory } from "../../status/automation-record.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, fold } from "../../status/snapshot.ts";
import { parseRecord } from "../../wire/record/parse.ts";
import { recordLine } from "./record.ts";

// covers: emit-record
test("a turn with a permission, to its end: numbered lines that are read back; the same, the same", () => {
  let snapshot = EMPTY_SNAPSHOT;
  let memory: RecordMemory | undefined;
  const tell = (fact: Fact) => {
    snapshot = fold(snapshot, fact);
    const told = recordLine(memory, snapshot);
    memory = told.memory;
    expect(parseRecord(told.line).ok).toBe(true);
    return told.line;
  };
  tell({ kind: "session-started", sessionId: "session-123" });
  const lines = [
    tell({ kind: "turn-idle" }),
    tell({ kind: "turn-started", turnId: "turn-456" }),
    tell({ kind: "activity-changed", message: "Thinking" }),
    tell({ kind: "interaction-opened", requestId: "permission-789", asks: "permission" }),
    tell({ kind: "interaction-closed" }),
    tell({ kind: "turn-settled", outcome: "done" }),
  ];
  const said = (seq: number, state: string, turn: string, request: string) =>
    `[V] seq=${seq} state=${state} session=v9hm9m turn=${turn} request=${request} agents=0/0 background=0`;
  expect(lines).toEqual([
    said(1, "ready", "none", "none"),
    said(2, "run", "i4jq98", "none"),
    said(2, "run", "i4jq98", "none"),
    said(3, "perm", "i4jq98", "cymua9"),
    said(4, "run", "i4jq98", "none"),
    said(5, "done", "i4jq98", "none"),
  ]);
});

test("less room than the record takes: a line that fits, and that no reader takes", () => {
  const { line: whole } = recordLine(undefined, EMPTY_SNAPSHOT);
  expect(parseRecord(whole).ok).toBe(true);
  for (let widthCols = 0; widthCols < whole.length; widthCols++) {
    const { line } = recordLine(undefined, EMPTY_SNAPSHOT, { widthCols });
    expect(line.length).toBeLessThanOrEqual(widthCols);
    expect(parseRecord(line).ok).toBe(false);
  }
});
