/** What real clients sent, recorded from their terminal: read as they meant it, however it is cut. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { corpusBytes, corpusCases, type RealCase } from "../../../test/corpus/osc7501/corpus.ts";
import { encodeClear, encodeReport } from "./encode.ts";
import type { ProgramEvent } from "./message.ts";
import { createScanner, type Scanner } from "./scan.ts";
import { createRecordStore } from "./store.ts";
import { summarise } from "./summary.ts";

const CASES = corpusCases("real");

/** What stands between reports on a screen: text, colours, a title, a cursor query, an unfinished CSI. */
const SCREEN = [
  "\x1b[38;2;1;2;3m▎ text\x1b[0m\r\n",
  "\x1b]0;a title\x07",
  "\x1b[c",
  "\x1b[?2026h",
  "",
];

/** The recording as a terminal gets it: its sequences with screen output before each. */
function streamOf({ chunks }: RealCase): { readonly all: Buffer; readonly screen: Buffer } {
  const screen = chunks.map((_, i) => Buffer.from(SCREEN[i % SCREEN.length] ?? ""));
  const all = chunks.flatMap((chunk, i) => [screen[i] ?? Buffer.alloc(0), corpusBytes(chunk)]);
  return { all: Buffer.concat(all), screen: Buffer.concat(screen) };
}

function feed(scanner: Scanner, pieces: readonly Uint8Array[]) {
  const scanned = pieces.map((piece) => {
    const { events, output } = scanner.feed(piece);
    return { events, output: Buffer.from(output) };
  });
  return {
    events: scanned.flatMap(({ events }) => events),
    output: Buffer.concat([...scanned.map(({ output }) => output), scanner.flush()]),
  };
}

function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
  return edges.slice(1).map((end, i) => bytes.subarray(edges[i], end));
}

test("the recordings: both clients, and all that a terminal can be told", () => {
  const states: readonly string[] = CASES.flatMap(({ events }) =>
    events.map((event) => (event.event === "report" ? event.record.state : event.event)),
  );
  for (const what of ["query", "idle", "working", "blocked", "done", "error", "clear"])
    expect(states).toContain(what);
  const apps = CASES.flatMap(({ records }) => records.map(({ app }) => app));
  expect(new Set(apps)).toEqual(new Set(["claude-code", "pi"]));
});

// covers: osc7501-real-clients
for (const one of CASES) {
  const { all, screen } = streamOf(one);
  const events = [...one.events];

  test(`${one.name}: the events written beside it and the screen untouched, at every cut`, () => {
    for (let place = 0; place <= all.length; place++) {
      const pieces = cut(all, [place]);
      const passed = feed(createScanner(), pieces);
      expect(passed.events).toEqual(events);
      expect(passed.output.equals(all)).toBe(true);
      const stripped = feed(createScanner({ strip: true }), pieces);
      expect(stripped.events).toEqual(events);
      expect(stripped.output.equals(screen)).toBe(true);
    }
  });

  test(`${one.name}: the same events in pieces of any size`, () => {
    const places = fc.array(fc.nat({ max: all.length }), { maxLength: 40 });
    fc.assert(
      fc.property(places, (chosen) => {
        expect(feed(createScanner(), cut(all, chosen)).events).toEqual(events);
      }),
    );
  });

  test(`${one.name}: the records that it ends with`, () => {
    const store = createRecordStore();
    for (const event of feed(createScanner(), [all]).events) store.apply(event);
    expect(store.list()).toEqual(one.records);
  });

  test(`${one.name}: written by us and read again, the same`, () => {
    for (const event of one.events) {
      const text = written(event);
      if (text === undefined) continue;
      expect(createScanner().feed(Buffer.from(text)).events).toEqual([event]);
    }
  });
}

function written(event: ProgramEvent): string | undefined {
  if (event.event !== "report" && event.event !== "clear") return undefined;
  const text =
    event.event === "report" ? encodeReport(event.record) : encodeClear(event.id || undefined);
  if (!text.ok) throw new Error(text.reason);
  return text.value;
}

/** Feeds the case's events one by one, and gives what speaks for all records after each. */
function spoken(name: string): readonly (string | undefined)[] {
  const found = CASES.find((one) => one.name.startsWith(`real/${name},`));
  if (found === undefined) throw new Error(`no recording ${name}`);
  const store = createRecordStore();
  return found.events.map((event) => {
    store.apply(event);
    const record = summarise(store.list())?.record;
    return record && [record.id && "child", record.state, record.kind].filter(Boolean).join(" ");
  });
}

test("a permission of Claude Code, of pi, and of a sub-agent: it speaks for all until approved", () => {
  const asked = ["working", "blocked permission", "working", "done"];
  expect(spoken("claude-permission")).toEqual(asked);
  expect(spoken("pi-permission")).toEqual(asked);
  expect(
    spoken("claude-subagent-permission").filter((step) => step?.startsWith("blocked")),
  ).toEqual(["blocked permission"]);
});

test("an interrupt: idle at its end, and never done", () => {
  for (const client of ["claude", "pi"])
    expect(spoken(`${client}-interrupt`)).toEqual(["working", "idle", "working", "idle"]);
});

test("a shell in the background: never done while its record is there", () => {
  const steps = spoken("claude-background-shell");
  expect(steps.at(-1)).toBe("done");
  expect(steps.slice(0, -1).every((step) => step?.endsWith("working"))).toBe(true);
});

test("a client that was killed at work: working, until the terminal notices its end", () => {
  const killed = CASES.find(({ name }) => name === "real/claude-killed, killed");
  const store = createRecordStore();
  for (const event of killed?.events ?? []) store.apply(event);
  expect(store.list()).toEqual([{ id: "", state: "working", app: "claude-code" }]);
  store.processExit();
  expect(store.list()).toEqual([]);
});

test("a client's end: nothing left", () => {
  for (const client of ["claude", "pi"]) expect(spoken(`${client}-exit`).at(-1)).toBeUndefined();
});
