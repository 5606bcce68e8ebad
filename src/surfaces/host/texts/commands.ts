/** What the slash commands do, a line each. */
import type { Language } from "./language.ts";

/** Every slash command of the host. */
export type CommandWord =
  | "new"
  | "resume"
  | "sessions"
  | "side"
  | "agents"
  | "tasks"
  | "usage"
  | "session"
  | "context"
  | "statusline"
  | "model"
  | "mode"
  | "theme"
  | "fullscreen"
  | "help"
  | "quit";

export interface CommandTexts {
  readonly describe: Readonly<Record<CommandWord, string>>;
  readonly unknown: (word: string, near: string | undefined) => string;
  readonly usage: (usage: string) => string;
  readonly noSession: string;
  readonly noFolder: string;
  readonly noMain: string;
  readonly sideOpened: string;
  readonly isNone: (word: string, near: string | undefined) => string;
  readonly nothingToChoose: string;
  readonly failed: (reason: string) => string;
}

export const COMMAND_TEXTS: Readonly<Record<Language, CommandTexts>> = {
  en: {
    describe: {
      new: "Start a new session",
      resume: "Go on with a session of before",
      sessions: "List the sessions",
      side: "Ask something beside the conversation",
      agents: "Show delegated agents",
      tasks: "Show tasks in the background",
      usage: "Show tokens, cost and quota",
      session: "Show what is known of the session",
      context: "Show what fills the context",
      statusline: "Choose the items of the status line",
      model: "Choose the model",
      mode: "Choose the mode",
      theme: "Choose the colours",
      fullscreen: "Switch between regular and fullscreen",
      help: "Show keys and commands",
      quit: "Leave",
    },
    unknown: (word, near) =>
      `There is no /${word}${near === undefined ? "; /help lists all commands" : `; did you mean /${near}?`}`,
    usage: (usage) => `Usage: ${usage}`,
    noSession: "There is no session yet",
    noFolder: "It is not known in which folder to start",
    noMain: "There is no session to open another one beside",
    sideOpened: "A session beside the conversation; /side or Esc goes back",
    isNone: (word, near) =>
      `There is no ${word} to choose${near === undefined ? "" : `; did you mean ${near}?`}`,
    nothingToChoose: "This agent offers nothing to choose here",
    failed: (reason) => `It did not work: ${reason}`,
  },
  "zh-Hans": {
    describe: {
      new: "开始新会话",
      resume: "继续以前的会话",
      sessions: "列出会话",
      side: "在当前对话之外提问",
      agents: "查看委派的代理",
      tasks: "查看后台任务",
      usage: "查看词元、费用和配额",
      session: "查看会话信息",
      context: "查看上下文用量",
      statusline: "选择状态栏项目",
      model: "选择模型",
      mode: "选择模式",
      theme: "选择配色",
      fullscreen: "切换常规与全屏",
      help: "查看按键和命令",
      quit: "退出",
    },
    unknown: (word, near) =>
      `没有命令 /${word}${near === undefined ? "；/help 列出所有命令" : `；是否指 /${near}？`}`,
    usage: (usage) => `用法：${usage}`,
    noSession: "还没有会话",
    noFolder: "不知道在哪个文件夹中启动",
    noMain: "没有可以在旁打开新会话的主会话",
    sideOpened: "已打开旁路会话；/side 或 Esc 返回",
    isNone: (word, near) => `没有可选的 ${word}${near === undefined ? "" : `；是否指 ${near}？`}`,
    nothingToChoose: "此代理在这里没有可选项",
    failed: (reason) => `未成功：${reason}`,
  },
};
