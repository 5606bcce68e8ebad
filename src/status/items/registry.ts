import { addedDirs } from "./added-dirs.ts";
import { agentName } from "./agent-name.ts";
import { aheadBehind } from "./ahead-behind.ts";
import { amount } from "./amount.ts";
import { apiTime } from "./api-time.ts";
import { approvalMode } from "./approval-mode.ts";
import { averageRate } from "./average-rate.ts";
import { billedTokens } from "./billed-tokens.ts";
import { buildMode } from "./build-mode.ts";
import { cacheCountdown } from "./cache-countdown.ts";
import { cacheHit } from "./cache-hit.ts";
import { cacheReadRatio } from "./cache-read-ratio.ts";
import { clock } from "./clock.ts";
import { codemode } from "./codemode.ts";
import { contextAuto } from "./context-auto.ts";
import { contextMeter } from "./context-meter.ts";
import { contextPercent } from "./context-percent.ts";
import { contextRemaining } from "./context-remaining.ts";
import { contextShort } from "./context-short.ts";
import { contextSize } from "./context-size.ts";
import { contextUsage } from "./context-usage.ts";
import { contextUsed } from "./context-used.ts";
import { contextWindow } from "./context-window.ts";
import { cost } from "./cost.ts";
import { currentDir } from "./current-dir.ts";
import { customCommand } from "./custom-command.ts";
import { directory } from "./directory.ts";
import { duration } from "./duration.ts";
import { fallbackModel } from "./fallback-model.ts";
import { fastMode } from "./fast-mode.ts";
import { firstToken } from "./first-token.ts";
import { foldHint } from "./fold-hint.ts";
import { gitBranch } from "./git-branch.ts";
import { gitCounts } from "./git-counts.ts";
import { gitHead } from "./git-head.ts";
import { hostStatus } from "./host-status.ts";
import type { Item } from "./item.ts";
import { lineChanges } from "./line-changes.ts";
import { linesEdited } from "./lines-edited.ts";
import { mode } from "./mode.ts";
import { modeHint } from "./mode-hint.ts";
import { model } from "./model.ts";
import { modelReference } from "./model-reference.ts";
import { modelWithReasoning } from "./model-with-reasoning.ts";
import { outputStyle } from "./output-style.ts";
import { planMode } from "./plan-mode.ts";
import { preset } from "./preset.ts";
import { queue } from "./queue.ts";
import { quotaFirst } from "./quota-first.ts";
import { quotaFirstReset } from "./quota-first-reset.ts";
import { quotaSecond } from "./quota-second.ts";
import { quotaSecondReset } from "./quota-second-reset.ts";
import { quotaShort } from "./quota-short.ts";
import { rate } from "./rate.ts";
import { rateLimits } from "./rate-limits.ts";
import { rebill } from "./rebill.ts";
import { repository } from "./repository.ts";
import { reviewLink } from "./review-link.ts";
import { reviewState } from "./review-state.ts";
import { sandbox } from "./sandbox.ts";
import { sessionTitle } from "./session-title.ts";
import { spendLimit } from "./spend-limit.ts";
import { subagent } from "./subagent.ts";
import { terminalWidth } from "./terminal-width.ts";
import { text } from "./text.ts";
import { thinkingLevel } from "./thinking-level.ts";
import { tokenQuota } from "./token-quota.ts";
import { turnState } from "./turn-state.ts";
import { version } from "./version.ts";
import { vimMode } from "./vim-mode.ts";
import { workflow } from "./workflow.ts";
import { worktree } from "./worktree.ts";

/** Every item, in the order in which lists show them. */
export const ITEMS: readonly Item[] = [
  buildMode,
  currentDir,
  sessionTitle,
  gitBranch,
  reviewLink,
  planMode,
  approvalMode,
  modelWithReasoning,
  model,
  contextWindow,
  subagent,
  tokenQuota,
  cacheReadRatio,
  contextRemaining,
  contextMeter,
  customCommand,
  mode,
  modeHint,
  modelReference,
  thinkingLevel,
  fallbackModel,
  contextPercent,
  contextUsed,
  contextSize,
  contextAuto,
  contextShort,
  contextUsage,
  directory,
  gitHead,
  aheadBehind,
  lineChanges,
  gitCounts,
  worktree,
  repository,
  reviewState,
  cost,
  duration,
  apiTime,
  linesEdited,
  billedTokens,
  cacheHit,
  rebill,
  cacheCountdown,
  rate,
  amount,
  averageRate,
  firstToken,
  quotaFirst,
  quotaFirstReset,
  quotaSecond,
  quotaSecondReset,
  quotaShort,
  rateLimits,
  spendLimit,
  turnState,
  queue,
  codemode,
  sandbox,
  preset,
  hostStatus,
  foldHint,
  outputStyle,
  vimMode,
  agentName,
  fastMode,
  version,
  addedDirs,
  terminalWidth,
  clock,
  text,
  workflow,
];
