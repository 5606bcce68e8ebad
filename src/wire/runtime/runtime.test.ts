import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { historyTeller, seeded } from "../../testing/session-history.ts";
import type { SessionEvent } from "./event.ts";
import { type Followed, NOT_FOLLOWED, REORDER_WINDOW, takeEvent, takeSnapshot } from "./follow.ts";
import {
  parseEvent,
  parseOpenRequest,
  parseRefusal,
  parseRuntimeInfo,
  parseSessionRequest,
  parseState,
  parseSummaries,
} from "./parse.ts";
import { createFrameParser, encodeFrame, type Frame } from "./stream.ts";
import { encodeStreamMessage, parseStreamMessage } from "./stream-message.ts";

const CORPUS = join(import.meta.dir, "../../../test/corpus/runtime");

function corpus(kind: string) {
  return readdirSync(join(CORPUS, kind))
    .sort()
    .map((name) => ({
      name,
      ...(JSON.parse(readFileSync(join(CORPUS, kind, name), "utf8")) as {
        stream: string;
        messages: unknown;
        reason: string;
      }),
    }));
}

const bytes = (text: string) => new TextEncoder().encode(text);

function framesOf(stream: Uint8Array, cuts: readonly number[] = []): readonly Frame[] {
  const parser = createFrameParser();
  const places = [0, ...[...cuts].sort((a, b) => a - b), stream.length];
  return places.slice(1).flatMap((to, at) => parser.push(stream.subarray(places[at], to)));
}

// covers: runtime-stream-read
describe("corpus of the stream", () => {
  for (const { name, stream, messages } of corpus("accept")) {
    test(`${name}: gives the messages written beside it, cut anywhere`, () => {
      const all = bytes(stream);
      for (let cut = 0; cut <= all.length; cut += 1) {
        const parsed = framesOf(all, [cut]).map(parseStreamMessage);
        expect(parsed.map((each) => (each.ok ? each.value : each.reason))).toEqual(
          messages as never,
        );
      }
    });
  }
  for (const { name, stream, reason } of corpus("reject")) {
    test(`${name}: gives the reason written beside it`, () => {
      const [parsed] = framesOf(bytes(stream)).map(parseStreamMessage);
      expect(parsed?.ok === false ? parsed.reason : "accepted").toContain(reason);
    });
  }
});

function history(seed: number, steps: number) {
  const teller = historyTeller(seed);
  const events: SessionEvent[] = [];
  for (let step = 0; step < steps; step += 1) events.push(teller.next().event);
  return { events, state: teller.state() };
}

test("any event and state: the same again after the stream, at any cuts", () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.nat(20_000), { maxLength: 20 }), (seed, cuts) => {
      const { events, state } = history(seed, 60);
      const text = [
        encodeStreamMessage({ kind: "snapshot", state }),
        ...events.map((event) => encodeStreamMessage({ kind: "change", event })),
        encodeStreamMessage({ kind: "gone" }),
      ].join("");
      const all = bytes(text);
      const places = cuts.map((cut) => cut % (all.length + 1));
      const messages = framesOf(all, places).map(parseStreamMessage);
      const read = messages.map((each) => (each.ok ? each.value : each.reason));
      const told = events.map((event) => ({ kind: "change", event }));
      expect(read).toEqual([{ kind: "snapshot", state }, ...told, { kind: "gone" }] as never);
    }),
  );
});

test("any frame: the same again, line ends inside the data as LF", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (data) => {
      const [frame] = framesOf(bytes(encodeFrame({ event: "x", id: "1", data })));
      expect(frame).toEqual({ event: "x", id: "1", data: data.replace(/\r\n|\r/g, "\n") });
    }),
  );
});

test("any bytes, any JSON: a message or a reason, never an error", () => {
  const readers = [
    parseEvent,
    parseOpenRequest,
    parseRefusal,
    parseRuntimeInfo,
    parseSessionRequest,
    parseState,
    parseSummaries,
  ];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.jsonValue(), (noise, value) => {
      for (const frame of framesOf(noise)) parseStreamMessage(frame);
      for (const read of readers) {
        const parsed = read(value);
        expect(parsed.ok || parsed.reason.length > 0).toBe(true);
      }
    }),
  );
});

test("data over the cap: the frame comes without it, cut as often as one likes, and the next one is whole", () => {
  const parser = createFrameParser(20);
  const stream = bytes(`data: ${"x".repeat(100_000)}\n\ndata: ok\n\n`);
  const frames = [...stream.keys()].flatMap((at) => parser.push(stream.subarray(at, at + 1)));
  expect(frames).toEqual([
    { event: "message", data: "", cut: true },
    { event: "message", data: "ok" },
  ]);
});

// covers: runtime-follow
describe("follower", () => {
  const follow = (from: Followed, events: readonly SessionEvent[]) =>
    events.reduce((followed, event) => takeEvent(followed, event).followed, from);

  test("events repeated and overtaken within the window: the state of the ordered run", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { events, state } = history(seed, 100);
        const below = seeded(seed);
        const start = history(seed, 10).state;
        const mixed = events
          .flatMap((event) => (below(3) === 0 ? [event, event] : [event]))
          .map((event) => ({ event, place: event.id + below(REORDER_WINDOW / 2) }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ event }) => event);
        const first = takeSnapshot(NOT_FOLLOWED, start).followed;
        const followed = follow(first, mixed);
        expect(followed).toEqual({ state, early: [], behind: false });
      }),
    );
  });

  test("one is missing: behind, nothing after it takes effect; with it all does", () => {
    const { events, state } = history(3, 40);
    const lost = events.filter(({ id }) => id !== 20);
    const followed = follow(takeSnapshot(NOT_FOLLOWED, history(3, 5).state).followed, lost);
    expect(followed.behind).toBe(true);
    expect(followed.state?.lastEventId).toBe(19);
    const missing = events.filter(({ id }) => id === 20);
    expect(follow(followed, missing)).toEqual({ state, early: [], behind: false });
  });

  test("more wait than the window holds: behind, and a snapshot sets it right", () => {
    const { events, state } = history(5, 200);
    const followed = follow(
      takeSnapshot(NOT_FOLLOWED, history(5, 2).state).followed,
      events.filter(({ id }) => id !== 10),
    );
    expect(followed.early.length).toBe(REORDER_WINDOW);
    expect(takeSnapshot(followed, state).followed).toEqual({ state, early: [], behind: false });
  });

  test("an old snapshot comes late: nothing; of a runtime that has lost events: it counts", () => {
    const [old, now] = [history(5, 20).state, history(5, 30).state];
    const followed = takeSnapshot(NOT_FOLLOWED, now).followed;
    expect(takeSnapshot(followed, old).followed.state).toBe(now);
    expect(takeSnapshot(followed, old, 30).followed.state).toBe(old);
  });

  test("an event of an unknown kind: moves the number alone", () => {
    const { state } = history(5, 20);
    const step = takeEvent(takeSnapshot(NOT_FOLLOWED, state).followed, {
      ...{ kind: "unknown", id: 21, atMs: 99 },
    });
    expect(step.followed.state).toEqual({ ...state, lastEventId: 21, updatedAtMs: 99 });
  });
});
