/**
 * A reply to the agent as data: what the oracle says must stand in it, and what does stand in a text.
 * Sentences of the engine's own may be worded in any way; of those only the data is held.
 */

/** The data that some sentence must mention. */
export type Mentions = readonly string[];

export interface MenuItem {
  readonly name: string;
  /** Null: the engine's own words, whichever they are; undefined: none. */
  readonly guidance?: string | null | undefined;
  /** As they stand in the menu; of built-in events the name and whether it is required. */
  readonly params: readonly string[];
}

/** The list of idle, by its lines. */
export interface IdleWords {
  readonly machines: readonly string[] | undefined;
  readonly interrupted: string | undefined;
  readonly paused: readonly string[];
  readonly more: number;
}

export interface Told {
  readonly header: string;
  readonly arrival?: string | undefined;
  readonly params?: string | undefined;
  readonly notes: readonly Mentions[];
  readonly guards: readonly string[];
  readonly failures: readonly Mentions[];
  /** One of these must be mentioned; undefined: no error. */
  readonly error?: readonly Mentions[] | undefined;
  /** Those of idle too, which come last. */
  readonly instructions: readonly string[];
  readonly closing?: Mentions | undefined;
  readonly idle?: IdleWords | undefined;
  readonly menu: readonly MenuItem[];
}

/** What a text says, line by line. */
export interface ReadTold {
  readonly header: string;
  readonly arrival: string | undefined;
  readonly params: string | undefined;
  readonly notes: readonly string[];
  readonly guards: readonly string[];
  readonly failures: readonly string[];
  readonly error: string | undefined;
  readonly instructions: readonly string[];
  readonly closing: string | undefined;
  readonly idle: IdleWords | undefined;
  readonly menu: readonly MenuItem[];
}

const BUILT_INS = ["enter", "resume", "listPaused", "pause", "unmatched", "yield"];

/** Reads a fence back. Throws where a line is in no known place. */
export function readTold(text: string): ReadTold {
  const lines = text.split("\n");
  const take = (is: (line: string) => boolean): string[] => {
    const end = lines.findIndex((line) => !is(line));
    return lines.splice(0, end < 0 ? lines.length : end);
  };
  const one = (start: string): string | undefined => {
    if (lines[0]?.startsWith(start) !== true) return undefined;
    return lines.shift()?.slice(start.length);
  };
  const section = (tag: string): string | undefined => {
    if (one(`<${tag}>`) === undefined) return undefined;
    const inside = take((line) => line !== `</${tag}>`);
    lines.shift();
    return inside.join("\n");
  };
  const prompts = () => section("instructions")?.split("\n\n") ?? [];

  expectLine(lines.shift(), "<smllm>");
  const header = lines.shift() ?? "";
  const arrival = one("Arrived by: ");
  const params = one("Params: ");
  const notes = take((line) => line.startsWith("Note: "));
  const guards = take((line) => line.startsWith("Guard: "));
  const failures = take((line) => /^(Action|Prompt|Always) failed: /.test(line));
  const error = one("error: ");
  const instructions = prompts();
  const closing = /^(Yielded|Done): /.test(lines[0] ?? "") ? lines.shift() : undefined;
  const { idle, more } = readIdle({ lines, take, one, prompts });
  one("Fire one event: ");
  const menu = readMenu(section("events"));
  expectLine(lines.shift(), "</smllm>");
  expectLine(lines.shift(), undefined);
  return {
    header,
    arrival,
    params,
    notes,
    guards,
    failures,
    error,
    instructions: [...instructions, ...more],
    closing,
    idle,
    menu,
  };
}

function expectLine(line: string | undefined, wanted: string | undefined): void {
  if (line !== wanted) throw new Error(`${String(line)} stands where ${String(wanted)} must`);
}

interface Reading {
  readonly lines: readonly string[];
  readonly take: (is: (line: string) => boolean) => string[];
  readonly one: (start: string) => string | undefined;
  readonly prompts: () => string[];
}

function readIdle({ lines, take, one, prompts }: Reading): {
  readonly idle: IdleWords | undefined;
  readonly more: readonly string[];
} {
  const instructions = prompts();
  const before = lines.length;
  const none = one("No state machines") !== undefined;
  const some = one("State machines:") !== undefined;
  const machines = take((line) => /^(- | {4}\S)/.test(line));
  const interrupted = one("Interrupted: ");
  one("Paused:");
  const paused = take((line) => line.startsWith("- "));
  const more = Number(/\d+/.exec(one("…and ") ?? "")?.[0] ?? 0);
  if (lines.length === before) return { idle: undefined, more: instructions };
  const idle = {
    machines: none || some ? machines : undefined,
    interrupted,
    paused: paused.map((line) => line.slice(2)),
    more,
  };
  return { idle, more: instructions };
}

function readMenu(events: string | undefined): readonly MenuItem[] {
  const items: { name: string; guidance: string | undefined; params: string[] }[] = [];
  for (const line of events?.split("\n") ?? []) {
    const [, name, guidance] = /^- (\S+)(?: — (.*))?$/.exec(line) ?? [];
    if (name !== undefined) items.push({ name, guidance, params: [] });
    else items.at(-1)?.params.push(line.trim());
  }
  return items.map(({ name, guidance, params }) => ({
    name,
    guidance,
    params: BUILT_INS.includes(name)
      ? params.map((param) => param.replace(/^(.*?) \((required|optional).*$/, "$1 ($2)"))
      : params,
  }));
}

/** What a text says, with every sentence that says what it must put in the form of the expectation. */
export function alike(read: ReadTold, told: Told): Told {
  const matches = (line: string | undefined, wanted: Mentions | undefined) =>
    line !== undefined && wanted?.every((word) => line.includes(word)) === true;
  const mention = (line: string, wanted: Mentions | undefined): Mentions =>
    matches(line, wanted) && wanted !== undefined ? wanted : [line];
  const errorHeld = told.error?.some((wanted) => matches(read.error, wanted)) === true;
  return {
    ...read,
    notes: read.notes.map((note, index) => mention(note, told.notes[index])),
    failures: read.failures.map((line, index) => mention(line, told.failures[index])),
    error: read.error === undefined ? undefined : errorHeld ? told.error : [[read.error]],
    closing: read.closing === undefined ? undefined : mention(read.closing, told.closing),
    menu: read.menu.map((item, index) =>
      told.menu[index]?.guidance === null ? { ...item, guidance: null } : item,
    ),
  };
}
