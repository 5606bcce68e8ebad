/** Texts of the composer: its header, and the tips beside it. */
import type { Language } from "./language.ts";

/** A tip in words; both forms name the command. */
export interface TipTexts {
  readonly long: string;
  readonly short: string;
}

/** Every tip, by the command that it is about. */
export type TipId =
  | "context"
  | "statusline"
  | "side"
  | "tasks"
  | "sessions"
  | "agents"
  | "usage"
  | "model"
  | "mode"
  | "fullscreen";

export interface ComposerTexts {
  /** Marks a session beside another one for as long as it is shown. */
  readonly side: string;
  /** Hints at the left of the header, from the longest to the shortest. */
  readonly idle: readonly string[];
  readonly draft: readonly string[];
  readonly completing: readonly string[];
  readonly running: readonly string[];
  readonly asked: readonly string[];
  readonly tips: Readonly<Record<TipId, TipTexts>>;
}

const TIPS_EN: ComposerTexts["tips"] = {
  context: {
    long: "Tip: /context shows what fills the window",
    short: "Tip: /context, what fills it",
  },
  statusline: {
    long: "Tip: choose what the line shows with /statusline",
    short: "Tip: /statusline, your items",
  },
  side: {
    long: "Tip: /side asks something beside the conversation",
    short: "Tip: /side, a quick question",
  },
  tasks: {
    long: "Tip: /tasks lists what runs in the background",
    short: "Tip: /tasks, what still runs",
  },
  sessions: {
    long: "Tip: go back to earlier work with /sessions",
    short: "Tip: /sessions, earlier work",
  },
  agents: {
    long: "Tip: /agents shows what was delegated and to whom",
    short: "Tip: /agents, who works on it",
  },
  usage: {
    long: "Tip: /usage adds up tokens, cost and quota",
    short: "Tip: /usage, tokens and cost",
  },
  model: {
    long: "Tip: change the model between turns with /model",
    short: "Tip: /model, another model",
  },
  mode: {
    long: "Tip: /mode says what the agent may do unasked",
    short: "Tip: /mode, what it may do",
  },
  fullscreen: {
    long: "Tip: /fullscreen keeps the composer at the bottom",
    short: "Tip: /fullscreen, whole window",
  },
};

const TIPS_ZH: ComposerTexts["tips"] = {
  context: { long: "提示:/context 查看上下文窗口的占用情况", short: "提示:/context 查看占用" },
  statusline: {
    long: "提示:用 /statusline 选择状态栏显示的项目",
    short: "提示:/statusline 选项目",
  },
  side: { long: "提示:用 /side 在当前对话之外提问", short: "提示:/side 另外提问" },
  tasks: { long: "提示:/tasks 列出仍在后台运行的任务", short: "提示:/tasks 后台任务" },
  sessions: { long: "提示:用 /sessions 回到以前的工作", short: "提示:/sessions 以前的工作" },
  agents: { long: "提示:/agents 查看委派了哪些工作、给了谁", short: "提示:/agents 查看委派" },
  usage: { long: "提示:/usage 汇总词元、费用和配额", short: "提示:/usage 用量汇总" },
  model: { long: "提示:用 /model 在轮次之间更换模型", short: "提示:/model 更换模型" },
  mode: { long: "提示:/mode 设定代理无需询问可做的事", short: "提示:/mode 设定权限" },
  fullscreen: { long: "提示:/fullscreen 让输入框固定在底部", short: "提示:/fullscreen 全屏" },
};

export const COMPOSER_TEXTS: Readonly<Record<Language, ComposerTexts>> = {
  en: {
    side: "side",
    idle: ["/ commands · @ files", "/ · @"],
    draft: ["Enter sends · Alt+Enter new line", "Enter sends"],
    completing: ["Tab completes · Esc closes the list", "Tab completes"],
    running: ["Esc interrupts · Enter queues · Ctrl+S steers", "Esc interrupts"],
    asked: ["the agent waits for an answer", "waits"],
    tips: TIPS_EN,
  },
  "zh-Hans": {
    side: "旁路",
    idle: ["/ 命令 · @ 文件", "/ · @"],
    draft: ["Enter 发送 · Alt+Enter 换行", "Enter 发送"],
    completing: ["Tab 补全 · Esc 关闭列表", "Tab 补全"],
    running: ["Esc 中断 · Enter 排队 · Ctrl+S 转向", "Esc 中断"],
    asked: ["代理在等待回答", "等待"],
    tips: TIPS_ZH,
  },
};
