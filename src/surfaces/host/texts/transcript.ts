/** Words in the transcript. */
import type { BadOutcome, ToolKind, ToolStatus } from "../../../wire/runtime/entities.ts";
import type { Language } from "./language.ts";

export interface TranscriptTexts {
  readonly thought: string;
  readonly plan: string;
  readonly highPriority: string;
  readonly compacting: string;
  readonly compacted: string;
  readonly warning: string;
  readonly error: string;
  readonly member: string;
  /** How a turn ended. */
  readonly ended: Readonly<Record<BadOutcome, string>>;
  readonly kinds: Readonly<Record<ToolKind, string>>;
  /** Said behind the title; empty where the mark says enough. */
  readonly statuses: Readonly<Record<ToolStatus, string>>;
  /** `+12 lines (Ctrl+O)`. */
  readonly moreLines: (count: number, key: string) => string;
  readonly earlierLines: (count: number, key: string) => string;
  /** Beyond what is shown even when all is shown. */
  readonly notShown: (count: number) => string;
  readonly unchanged: (count: number) => string;
  readonly newFile: string;
  readonly tooDifferent: string;
  readonly exitCode: (code: number) => string;
  readonly truncated: string;
}

export const TRANSCRIPT_TEXTS: Readonly<Record<Language, TranscriptTexts>> = {
  en: {
    thought: "Thought",
    plan: "Plan",
    highPriority: "high priority",
    compacting: "Compacting the context",
    compacted: "Context compacted",
    warning: "Warning",
    error: "Error",
    member: "agent",
    ended: { failed: "The turn failed", blocked: "The turn was blocked", cancelled: "Interrupted" },
    kinds: {
      read: "read",
      edit: "edit",
      delete: "delete",
      move: "move",
      search: "search",
      execute: "run",
      think: "think",
      fetch: "fetch",
      "switch-mode": "mode",
      delegate: "delegate",
      other: "tool",
    },
    statuses: {
      pending: "waiting",
      running: "",
      done: "",
      failed: "failed",
      cancelled: "cancelled",
    },
    moreLines: (count, key) => `+${count} ${count === 1 ? "line" : "lines"} (${key})`,
    earlierLines: (count, key) => `+${count} earlier ${count === 1 ? "line" : "lines"} (${key})`,
    notShown: (count) => `${count} more ${count === 1 ? "line" : "lines"} not shown`,
    unchanged: (count) => `${count} unchanged ${count === 1 ? "line" : "lines"}`,
    newFile: "new file",
    tooDifferent: "too different to compare line by line",
    exitCode: (code) => `exit code ${code}`,
    truncated: "earlier output was dropped",
  },
  "zh-Hans": {
    thought: "思考",
    plan: "计划",
    highPriority: "高优先级",
    compacting: "正在压缩上下文",
    compacted: "上下文已压缩",
    warning: "警告",
    error: "错误",
    member: "代理",
    ended: { failed: "本轮失败", blocked: "本轮受阻", cancelled: "已中断" },
    kinds: {
      read: "读取",
      edit: "编辑",
      delete: "删除",
      move: "移动",
      search: "搜索",
      execute: "运行",
      think: "思考",
      fetch: "获取",
      "switch-mode": "模式",
      delegate: "委派",
      other: "工具",
    },
    statuses: { pending: "等待中", running: "", done: "", failed: "失败", cancelled: "已取消" },
    moreLines: (count, key) => `还有 ${count} 行 (${key})`,
    earlierLines: (count, key) => `前面还有 ${count} 行 (${key})`,
    notShown: (count) => `另有 ${count} 行未显示`,
    unchanged: (count) => `${count} 行未改动`,
    newFile: "新文件",
    tooDifferent: "差异过大，无法逐行比较",
    exitCode: (code) => `退出码 ${code}`,
    truncated: "较早的输出已丢弃",
  },
};
