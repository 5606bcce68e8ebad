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
      fullscreen: "切换普通与全屏模式",
      help: "查看按键和命令",
      quit: "退出",
    },
  },
};
