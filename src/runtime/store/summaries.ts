/** One small file beside each journal, so that a list of sessions reads no journal. */
import fs from "node:fs";
import { asCount, asRecord, asText, known } from "../../base/shape.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { SessionState, SessionSummary } from "../../wire/runtime/state.ts";
import { type SessionFolder, sessionFolder, sessionsRoot } from "./session-folder.ts";

/** A title and a first line of a prompt, each cut, and a path. */
const SUMMARY_MAX_BYTES = 32 * 1024;
const FIRST_PROMPT_CHARS = 300;
/** A person scrolls no further, and reading more would be felt. */
const MAX_LISTED = 2000;

/** The line of a session in a list. */
export function summarize(state: SessionState, live: boolean): SessionSummary {
  const { sessionId, agent, cwd, title, sideOf, createdAtMs, updatedAtMs, turns } = state;
  const first = state.entries.find((entry) => entry.kind === "user") ?? state.queue[0];
  const text = first !== undefined && "text" in first ? first.text : undefined;
  return {
    sessionId,
    agent,
    cwd,
    createdAtMs,
    updatedAtMs,
    turns,
    ...known({ title, sideOf, firstPrompt: firstLine(text) }),
    live,
    running: live && (state.turn !== undefined || state.queue.length > 0),
    waiting: live && state.interactions.length > 0,
  };
}

function firstLine(text: string | undefined): string | undefined {
  const line = text?.trimStart().split("\n", 1)[0]?.slice(0, FIRST_PROMPT_CHARS).trimEnd();
  return line === "" ? undefined : line;
}

/** Failure is no matter: the list is then older than the session. */
export function writeSummary(folder: SessionFolder, summary: SessionSummary): void {
  writeWhole(folder.summary, JSON.stringify(summary), { durable: false });
}

/** All sessions on the disk, the newest first. Those without a readable summary are left out. */
export function readSummaries(stateDir: string): readonly SessionSummary[] {
  const found: SessionSummary[] = [];
  for (const name of sessionNames(stateDir)) {
    const folder = sessionFolder(stateDir, name);
    const summary = folder === undefined ? undefined : readSummary(folder, name);
    if (summary !== undefined) found.push(summary);
  }
  return found.sort((a, b) => b.updatedAtMs - a.updatedAtMs).slice(0, MAX_LISTED);
}

function sessionNames(stateDir: string): readonly string[] {
  try {
    return fs.readdirSync(sessionsRoot(stateDir));
  } catch {
    return [];
  }
}

function readSummary(folder: SessionFolder, sessionId: string): SessionSummary | undefined {
  const text = readBounded(folder.summary, SUMMARY_MAX_BYTES);
  if (!text.ok) return undefined;
  try {
    const value = asRecord(JSON.parse(text.value));
    const agent = asText(asRecord(value?.["agent"])?.["name"]);
    const cwd = asText(value?.["cwd"]);
    const createdAtMs = asCount(value?.["createdAtMs"]);
    const updatedAtMs = asCount(value?.["updatedAtMs"]);
    if (agent === undefined || cwd === undefined) return undefined;
    if (createdAtMs === undefined || updatedAtMs === undefined) return undefined;
    return {
      sessionId,
      agent: { name: agent, ...known({ title: asText(asRecord(value?.["agent"])?.["title"]) }) },
      cwd,
      createdAtMs,
      updatedAtMs,
      turns: asCount(value?.["turns"]) ?? 0,
      ...known({
        title: asText(value?.["title"]),
        sideOf: asText(value?.["sideOf"]),
        firstPrompt: asText(value?.["firstPrompt"]),
      }),
      live: false,
      running: false,
      waiting: false,
    };
  } catch {
    return undefined;
  }
}
