/**
 * The conversations of the simulator on disk, so that one can be loaded after a crash: a file of JSON
 * lines a session, the first one about the session, each other an update as it was sent, a title, or
 * what has been used so far.
 */
import fs from "node:fs";
import { join } from "node:path";
import { asCount, asRecord, asText, known } from "../base/shape.ts";
import { readBounded } from "../files/read-bounded.ts";
import type { acp } from "../sources/acp/agent-side.ts";
import type { TokenCounts } from "../wire/runtime/entities.ts";

/** What a conversation has used so far. */
export interface StoredUsage {
  readonly usedTokens: number;
  readonly totals: Required<TokenCounts>;
}

export interface StoredSession {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title?: string;
  readonly updatedAtMs: number;
  readonly updates: readonly acp.SessionUpdate[];
  /** Absent: nothing was counted before. */
  readonly usage?: StoredUsage;
}

export interface SessionStore {
  readonly begin: (sessionId: string, cwd: string) => void;
  readonly add: (sessionId: string, updates: readonly acp.SessionUpdate[]) => void;
  readonly retitle: (sessionId: string, title: string) => void;
  readonly count: (sessionId: string, usage: StoredUsage) => void;
  readonly load: (sessionId: string) => StoredSession | undefined;
  /** Newest first. */
  readonly list: () => readonly StoredSession[];
  readonly remove: (sessionId: string) => void;
}

/** It is a simulator: what was tried last week is not missed. */
const MAX_SESSIONS = 50;
/** A longer conversation is kept up to here, and loads as far as it was kept. */
const MAX_BYTES = 8 * 1024 * 1024;
const ID = /^[\w-]{1,64}$/;
const SUFFIX = ".jsonl";

/** Without a folder nothing is kept. None of it throws: a full disk must not end a conversation. */
export function sessionStore(folder: string | undefined): SessionStore {
  const pathOf = (sessionId: string): string | undefined =>
    folder !== undefined && ID.test(sessionId) ? join(folder, `${sessionId}${SUFFIX}`) : undefined;
  const append = (sessionId: string, lines: readonly object[]): void => {
    const path = pathOf(sessionId);
    if (path === undefined || lines.length === 0) return;
    quietly(() => {
      const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      if (size + text.length > MAX_BYTES) return;
      fs.appendFileSync(path, text, { mode: 0o600 });
    });
  };
  const names = (): readonly string[] => {
    const found: string[] = [];
    quietly(() => {
      if (folder !== undefined) found.push(...fs.readdirSync(folder));
    });
    return found.filter((name) => name.endsWith(SUFFIX));
  };
  const read = (sessionId: string): StoredSession | undefined => {
    const path = pathOf(sessionId);
    if (path === undefined) return undefined;
    const content = readBounded(path, MAX_BYTES);
    return content.ok ? parseSession(sessionId, content.value, modifiedMs(path)) : undefined;
  };

  return {
    begin(sessionId, cwd) {
      if (folder === undefined) return;
      quietly(() => {
        fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
        const old = names()
          .map((name) => join(folder, name))
          .sort((one, other) => modifiedMs(other) - modifiedMs(one));
        for (const path of old.slice(MAX_SESSIONS - 1)) fs.rmSync(path, { force: true });
      });
      append(sessionId, [{ session: { cwd } }]);
    },
    add: (sessionId, updates) =>
      append(
        sessionId,
        updates.map((update) => ({ update })),
      ),
    retitle: (sessionId, title) => append(sessionId, [{ title }]),
    count: (sessionId, usage) => append(sessionId, [{ usage }]),
    load: read,
    list: () =>
      names()
        .flatMap((name) => read(name.slice(0, -SUFFIX.length)) ?? [])
        .sort((one, other) => other.updatedAtMs - one.updatedAtMs),
    remove(sessionId) {
      const path = pathOf(sessionId);
      if (path !== undefined) quietly(() => fs.rmSync(path, { force: true }));
    },
  };
}

function parseSession(
  sessionId: string,
  text: string,
  updatedAtMs: number,
): StoredSession | undefined {
  let cwd: string | undefined;
  let title: string | undefined;
  let usage: StoredUsage | undefined;
  const updates: acp.SessionUpdate[] = [];
  for (const line of text.split("\n")) {
    const record = parsedLine(line);
    cwd ??= asText(asRecord(record?.session)?.cwd);
    title = asText(record?.title) ?? title;
    usage = readUsage(record?.usage) ?? usage;
    const update = asRecord(record?.update);
    // What we wrote ourselves; the client reads it as it reads everything.
    if (asText(update?.sessionUpdate) !== undefined) updates.push(update as acp.SessionUpdate);
  }
  if (cwd === undefined) return undefined;
  return { sessionId, cwd, updatedAtMs, updates, ...known({ title, usage }) };
}

function readUsage(value: unknown): StoredUsage | undefined {
  const raw = asRecord(value);
  const totals = asRecord(raw?.totals);
  const usedTokens = asCount(raw?.usedTokens);
  const input = asCount(totals?.input);
  const output = asCount(totals?.output);
  const cacheRead = asCount(totals?.cacheRead);
  const cacheWrite = asCount(totals?.cacheWrite);
  if (usedTokens === undefined || input === undefined || output === undefined) return undefined;
  if (cacheRead === undefined || cacheWrite === undefined) return undefined;
  return { usedTokens, totals: { input, output, cacheRead, cacheWrite } };
}

/** The last line of a program that was killed may be half a line. */
function parsedLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asRecord(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function modifiedMs(path: string): number {
  return fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function quietly(step: () => void): void {
  try {
    step();
  } catch {
    // The conversation goes on; it cannot be loaded later.
  }
}
