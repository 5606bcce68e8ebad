/**
 * The status payload that Claude Code made known and others copied, as facts, for every version since
 * 1.0.71: members came one after another, `model` was once a string, and what a future version adds is passed over.
 */
import { asFlag, asRecord, asTexts, known } from "../../../../base/shape.ts";
import type { Fact } from "../../../../status/facts/fact.ts";
import type { Adapted, Payload } from "../../harness.ts";
import { count, MAX_MEMBERS, text, told, word } from "../values.ts";
import { adaptContext } from "./context.ts";
import { adaptCache, adaptLimits } from "./limits.ts";
import { adaptReview } from "./review.ts";

/** The facts of a payload of the named program, and what it says about the use of the context. */
export function adaptStatusPayload(payload: Payload, harnessName: string): Adapted {
  const context = adaptContext(payload);
  const facts = [
    ...adaptSession(payload),
    ...adaptHarness(payload, harnessName),
    ...adaptPlace(payload),
    ...adaptRepository(payload),
    ...adaptReview(payload.pr),
    ...adaptModel(payload),
    ...adaptMode(payload),
    ...context.facts,
    ...adaptCost(payload),
    ...adaptLimits(payload),
    ...adaptCache(payload),
  ];
  return { facts, context: context.context };
}

/** Who the session is, shared with the line of its sub-agents. */
export function adaptSession(payload: Payload): readonly Fact[] {
  const sessionId = word(payload.session_id);
  const facts: Fact[] = [];
  if (sessionId !== undefined) {
    const transcriptPath = text(payload.transcript_path);
    const remoteId = word(asRecord(payload.remote)?.session_id);
    facts.push({ kind: "session-started", sessionId, ...known({ transcriptPath, remoteId }) });
  }
  const title = text(payload.session_name);
  if (title !== undefined) facts.push({ kind: "session-titled", title });
  const cost = asRecord(payload.cost);
  const durationMs = count(cost?.total_duration_ms);
  const apiDurationMs = count(cost?.total_api_duration_ms);
  facts.push(...told({ kind: "session-timed", ...known({ durationMs, apiDurationMs }) }));
  return facts;
}

/** Programs that copied the contract leave the version out; then it may be any of them. */
function adaptHarness(payload: Payload, name: string): readonly Fact[] {
  const version = word(payload.version);
  return version === undefined ? [] : [{ kind: "harness-known", name, version }];
}

function adaptPlace(payload: Payload): readonly Fact[] {
  const workspace = asRecord(payload.workspace);
  const cwd = text(workspace?.current_dir) ?? text(payload.cwd);
  const projectDir = text(workspace?.project_dir);
  const cloudDir = text(workspace?.cloud_dir);
  const dirs = asTexts(workspace?.added_dirs);
  const added = dirs?.slice(0, MAX_MEMBERS).flatMap((dir) => text(dir) ?? []);
  const addedDirs = added === undefined || added.length === 0 ? undefined : added;
  return told({ kind: "place-known", ...known({ cwd, projectDir, addedDirs, cloudDir }) });
}

/**
 * Only what cannot be out of date: the worktree's name. Its branch in the payload is the one it
 * was made with; HEAD says which one it is now.
 */
function adaptRepository(payload: Payload): readonly Fact[] {
  const workspace = asRecord(payload.workspace);
  const facts: Fact[] = [];
  const worktree = text(workspace?.git_worktree) ?? text(asRecord(payload.worktree)?.name);
  if (worktree !== undefined) facts.push({ kind: "git-head-read", repo: true, worktree });
  const repo = asRecord(workspace?.repo);
  const name = text(repo?.name);
  if (name !== undefined) {
    const host = text(repo?.host);
    const owner = text(repo?.owner);
    facts.push({ kind: "repository-known", name, ...known({ host, owner }) });
  }
  return facts;
}

function adaptModel(payload: Payload): readonly Fact[] {
  const model = asRecord(payload.model);
  const id = text(model?.id) ?? text(payload.model);
  const displayName = text(model?.display_name);
  const thinking = asFlag(asRecord(payload.thinking)?.enabled);
  const effort = word(asRecord(payload.effort)?.level) ?? word(payload.effort);
  const fast = asFlag(payload.fast_mode);
  return [
    ...told({ kind: "model-selected", ...known({ id, displayName }) }),
    ...told({ kind: "reasoning-set", ...known({ thinking, effort }) }),
    ...(fast === undefined ? [] : [{ kind: "fast-mode-set" as const, on: fast }]),
  ];
}

function adaptMode(payload: Payload): readonly Fact[] {
  const facts: Fact[] = [];
  // Not sent up to 2.1.332, though a change of it triggers a refresh.
  const permission = word(payload.permission_mode);
  if (permission !== undefined) {
    facts.push({ kind: "permission-mode-set", mode: permission });
    facts.push({ kind: "plan-mode-set", on: permission === "plan" });
  }
  const style = text(asRecord(payload.output_style)?.name);
  if (style !== undefined) facts.push({ kind: "output-style-set", name: style });
  const vim = word(asRecord(payload.vim)?.mode);
  if (vim !== undefined) facts.push({ kind: "vim-mode-set", mode: vim });
  const agent = text(asRecord(payload.agent)?.name) ?? text(payload.agent_type);
  if (agent !== undefined) facts.push({ kind: "agent-set", name: agent });
  return facts;
}

function adaptCost(payload: Payload): readonly Fact[] {
  const cost = asRecord(payload.cost);
  const sessionUsd = count(cost?.total_cost_usd);
  const linesAdded = count(cost?.total_lines_added);
  const linesRemoved = count(cost?.total_lines_removed);
  return [
    ...told({ kind: "cost-counted", ...known({ sessionUsd }) }),
    ...told({ kind: "edits-counted", ...known({ linesAdded, linesRemoved }) }),
  ];
}
