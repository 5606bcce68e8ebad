import { claudeCode } from "./claude-code/claude-code.ts";
import { claudeCodeSubagents } from "./claude-code-subagents/claude-code-subagents.ts";
import { codex } from "./codex/codex.ts";
import type { Harness } from "./harness.ts";
import { qwenCode } from "./qwen-code/qwen-code.ts";

/**
 * The harnesses in the order in which they are asked whether a payload is theirs. Claude Code is
 * last: many programs copied its payload, so it takes whatever no other one claims.
 */
export const HARNESSES: readonly Harness[] = [claudeCodeSubagents, codex, qwenCode, claudeCode];
