/** What an emitter writes, read by a store as a terminal has it. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { fakeTimers } from "../../testing/fake-timers.ts";
import { createEmitter } from "./emitter.ts";
import { encodeClear, encodeReport } from "./encode.ts";
import { parseBodyText } from "./parse.ts";
import { createRecordStore } from "./store.ts";

// covers: osc7501-emit-faithful
test("any history, a prompt at each stop: the terminal ends with what was reported last", () => {
  const PROMPT = "\x1b]133;A\x1b\\";
  const ids = [undefined, "a", "a/b", "c"] as const;
  const call = fc.record({
    what: fc.constantFrom("report", "report", "report", "clear", "suspend", "resume"),
    id: fc.constantFrom(...ids),
    state: fc.constantFrom("idle", "working", "blocked", "done", "error"),
    msg: fc.constantFrom("1", "2"),
    waitMs: fc.nat(400),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), fc.boolean(), (calls, isProbing) => {
      const timers = fakeTimers();
      const writes: string[] = [];
      const emitter = createEmitter({
        write: (sequence) => void writes.push(sequence),
        nowMs: timers.nowMs,
        schedule: timers.schedule,
        mode: isProbing ? "probing" : "on",
      });
      const wanted = createRecordStore();
      const apply = (store: typeof wanted, sequence: string) =>
        store.apply(parseBodyText(sequence.slice(7, -2)));
      for (const { what, id, state, msg, waitMs } of calls) {
        timers.advanceTo(timers.nowMs() + waitMs);
        if (what === "suspend") {
          emitter.suspend();
          writes.push(PROMPT);
        } else if (what === "resume") emitter.resume();
        else if (what === "clear") emitter.clear(id);
        else emitter.report({ state, id, msg });
        const asked = what === "clear" ? encodeClear(id) : encodeReport({ state, id, msg });
        if (asked.ok && (what === "clear" || what === "report")) apply(wanted, asked.value);
      }
      emitter.supported();
      emitter.resume();
      timers.advanceTo(timers.nowMs() + 500);
      const shown = createRecordStore();
      for (const sequence of writes) {
        if (sequence === PROMPT) shown.promptStart();
        else apply(shown, sequence);
      }
      const byId = (store: typeof wanted) => new Map(store.list().map((one) => [one.id, one]));
      expect(byId(shown)).toEqual(byId(wanted));
    }),
  );
});
