import type { Language } from "./language.ts";
import { STATUSLINE_TEXTS, type StatuslineTexts } from "./statusline.ts";

/** Of the panels that list things. */
export interface ListTexts {
  readonly search: string;
  readonly placeholder: string;
  readonly noMatches: string;
  readonly loading: string;
  readonly select: string;
  readonly choose: string;
  readonly scroll: string;
  readonly close: string;
}

export interface SessionsTexts {
  readonly title: string;
  readonly empty: string;
  readonly emptyHere: string;
  readonly open: string;
  readonly allFolders: string;
  readonly thisFolder: string;
  readonly running: string;
  readonly waiting: string;
  readonly live: string;
  readonly here: string;
  readonly untitled: string;
  readonly justNow: string;
  readonly ago: (time: string) => string;
}

export interface AgentsTexts {
  readonly title: string;
  readonly empty: string;
  readonly status: Readonly<
    Record<"queued" | "running" | "waiting" | "done" | "failed" | "cancelled", string>
  >;
}

export interface TasksTexts {
  readonly title: string;
  readonly empty: string;
  readonly stop: string;
  readonly foreground: string;
  readonly status: Readonly<
    Record<"queued" | "running" | "stopping" | "done" | "failed" | "cancelled", string>
  >;
}

/** Names of what is known of a session, its use and its context. */
export interface RowTexts {
  readonly usageTitle: string;
  readonly usageEmpty: string;
  readonly read: string;
  readonly fresh: string;
  readonly written: string;
  readonly output: string;
  readonly cacheShare: string;
  readonly cost: string;
  readonly quota: (window: string) => string;
  readonly quotaValue: (used: string, reset: string | undefined) => string;
  readonly sessionTitle: string;
  readonly noSession: string;
  readonly session: string;
  readonly name: string;
  readonly agent: string;
  readonly folder: string;
  readonly sideOf: string;
  readonly model: string;
  readonly mode: string;
  readonly messages: string;
  readonly messagesValue: (user: number, assistant: number, tools: number) => string;
  readonly turns: string;
  readonly total: string;
  readonly context: string;
  readonly subAgents: string;
  readonly subAgentsValue: (total: number, active: number) => string;
  readonly tasks: string;
  readonly tasksValue: (active: number) => string;
  readonly contextTitle: string;
  readonly contextEmpty: string;
  readonly used: string;
  readonly left: string;
  readonly tokens: (count: string) => string;
  readonly source: string;
  readonly reported: string;
  readonly estimated: string;
  readonly autoCompact: string;
  readonly autoCompactAt: (at: string, left: string | undefined) => string;
}

export interface ChoiceTexts {
  readonly modelTitle: string;
  readonly modelEmpty: string;
  readonly effort: string;
  readonly modeTitle: string;
  readonly modeEmpty: string;
  readonly themeTitle: string;
  readonly themes: Readonly<Record<"dark" | "light" | "auto", string>>;
  readonly current: string;
}

export interface HelpTexts {
  readonly title: string;
  readonly keys: string;
  readonly commands: string;
  readonly agentCommands: string;
}

export interface PanelTexts {
  readonly cancel: string;
  readonly statusline: StatuslineTexts;
  readonly list: ListTexts;
  readonly sessions: SessionsTexts;
  readonly agents: AgentsTexts;
  readonly tasks: TasksTexts;
  readonly rows: RowTexts;
  readonly choice: ChoiceTexts;
  readonly help: HelpTexts;
}

const EN: PanelTexts = {
  cancel: "cancel",
  statusline: STATUSLINE_TEXTS.en,
  list: {
    search: "Search:",
    placeholder: "type to search",
    noMatches: "Nothing matches",
    loading: "Loading ...",
    select: "↑↓ select",
    choose: "Enter choose",
    scroll: "↑↓ scroll",
    close: "Esc close",
  },
  sessions: {
    title: "Sessions",
    empty: "There are no sessions yet",
    emptyHere: "There are no sessions in this folder; Ctrl+A shows those of all folders",
    open: "Enter open",
    allFolders: "Ctrl+A all folders",
    thisFolder: "Ctrl+A this folder",
    running: "running",
    waiting: "waits for you",
    live: "live",
    here: "shown now",
    untitled: "(no title)",
    justNow: "just now",
    ago: (time) => `${time} ago`,
  },
  agents: {
    title: "Agents",
    empty: "Nothing was delegated in this session",
    status: {
      queued: "queued",
      running: "running",
      waiting: "waiting",
      done: "done",
      failed: "failed",
      cancelled: "cancelled",
    },
  },
  tasks: {
    title: "Background tasks",
    empty: "There are no tasks in the background",
    stop: "Ctrl+X stop",
    foreground: "in the foreground",
    status: {
      queued: "queued",
      running: "running",
      stopping: "stopping",
      done: "done",
      failed: "failed",
      cancelled: "cancelled",
    },
  },
  rows: {
    usageTitle: "Usage",
    usageEmpty: "The agent has not reported any usage yet",
    read: "Cache read",
    fresh: "Fresh input",
    written: "Cache write",
    output: "Output",
    cacheShare: "Cache share",
    cost: "Cost",
    quota: (window) => `Plan ${window}`,
    quotaValue: (used, reset) => `${used} used${reset === undefined ? "" : `, resets in ${reset}`}`,
    sessionTitle: "Session",
    noSession: "There is no session yet",
    session: "Session",
    name: "Title",
    agent: "Agent",
    folder: "Folder",
    sideOf: "Beside",
    model: "Model",
    mode: "Mode",
    messages: "Messages",
    messagesValue: (user, assistant, tools) =>
      `${user} yours, ${assistant} of the agent, ${tools} tool ${tools === 1 ? "call" : "calls"}`,
    turns: "Turns",
    total: "Total usage",
    context: "Context",
    subAgents: "Sub-agents",
    subAgentsValue: (total, active) => `${total}, ${active} active (/agents)`,
    tasks: "Tasks",
    tasksValue: (active) => `${active} active (/tasks)`,
    contextTitle: "Context",
    contextEmpty: "The agent has not reported the use of its context yet",
    used: "Used",
    left: "Left",
    tokens: (count) => `${count} tokens`,
    source: "Source",
    reported: "as reported by the agent",
    estimated: "estimated",
    autoCompact: "Auto-compact",
    autoCompactAt: (at, left) =>
      left === undefined ? `at ${at}, reached` : `at ${at}, ${left} to go`,
  },
  choice: {
    modelTitle: "Model",
    modelEmpty: "This agent offers no choice of models",
    effort: "Effort",
    modeTitle: "Mode",
    modeEmpty: "This agent offers no modes",
    themeTitle: "Colours",
    themes: {
      dark: "for a dark background",
      light: "for a light background",
      auto: "as the terminal says",
    },
    current: "now",
  },
  help: {
    title: "Help",
    keys: "Keys",
    commands: "Commands",
    agentCommands: "Commands of the agent",
  },
};

const ZH: PanelTexts = {
  cancel: "取消",
  statusline: STATUSLINE_TEXTS["zh-Hans"],
  list: {
    search: "搜索：",
    placeholder: "输入以搜索",
    noMatches: "没有匹配项",
    loading: "正在加载…",
    select: "↑↓ 选择",
    choose: "Enter 确定",
    scroll: "↑↓ 滚动",
    close: "Esc 关闭",
  },
  sessions: {
    title: "会话",
    empty: "还没有会话",
    emptyHere: "此文件夹中没有会话；按 Ctrl+A 显示所有文件夹的会话",
    open: "Enter 打开",
    allFolders: "Ctrl+A 所有文件夹",
    thisFolder: "Ctrl+A 仅此文件夹",
    running: "运行中",
    waiting: "等待你的回答",
    live: "在线",
    here: "当前显示",
    untitled: "（无标题）",
    justNow: "刚刚",
    ago: (time) => `${time} 前`,
  },
  agents: {
    title: "代理",
    empty: "此会话没有委派任何任务",
    status: {
      queued: "排队中",
      running: "运行中",
      waiting: "等待中",
      done: "已完成",
      failed: "失败",
      cancelled: "已取消",
    },
  },
  tasks: {
    title: "后台任务",
    empty: "没有后台任务",
    stop: "Ctrl+X 停止",
    foreground: "前台",
    status: {
      queued: "排队中",
      running: "运行中",
      stopping: "正在停止",
      done: "已完成",
      failed: "失败",
      cancelled: "已取消",
    },
  },
  rows: {
    usageTitle: "用量",
    usageEmpty: "代理尚未报告用量",
    read: "缓存读取",
    fresh: "新输入",
    written: "缓存写入",
    output: "输出",
    cacheShare: "缓存占比",
    cost: "费用",
    quota: (window) => `套餐 ${window}`,
    quotaValue: (used, reset) => `已用 ${used}${reset === undefined ? "" : `，${reset} 后重置`}`,
    sessionTitle: "会话",
    noSession: "还没有会话",
    session: "会话",
    name: "标题",
    agent: "代理",
    folder: "文件夹",
    sideOf: "主会话",
    model: "模型",
    mode: "模式",
    messages: "消息",
    messagesValue: (user, assistant, tools) => `用户 ${user}，代理 ${assistant}，工具调用 ${tools}`,
    turns: "轮次",
    total: "总用量",
    context: "上下文",
    subAgents: "子代理",
    subAgentsValue: (total, active) => `共 ${total}，活动 ${active}（/agents）`,
    tasks: "任务",
    tasksValue: (active) => `活动 ${active}（/tasks）`,
    contextTitle: "上下文",
    contextEmpty: "代理尚未报告上下文用量",
    used: "已用",
    left: "剩余",
    tokens: (count) => `${count} 词元`,
    source: "来源",
    reported: "由代理报告",
    estimated: "估算",
    autoCompact: "自动压缩",
    autoCompactAt: (at, left) =>
      left === undefined ? `在 ${at}，已达到` : `在 ${at}，还差 ${left}`,
  },
  choice: {
    modelTitle: "模型",
    modelEmpty: "此代理不提供模型选择",
    effort: "推理强度",
    modeTitle: "模式",
    modeEmpty: "此代理不提供模式",
    themeTitle: "配色",
    themes: { dark: "适合深色背景", light: "适合浅色背景", auto: "由终端决定" },
    current: "当前",
  },
  help: { title: "帮助", keys: "按键", commands: "命令", agentCommands: "代理的命令" },
};

export const PANEL_TEXTS: Readonly<Record<Language, PanelTexts>> = { en: EN, "zh-Hans": ZH };
