/** Texts of the frame around everything: welcome, hints, notices, keys. */
import type { Language } from "./language.ts";

/** What each key of `keys.ts` does. */
export interface KeyTexts {
  readonly send: string;
  readonly newline: string;
  readonly steer: string;
  readonly interrupt: string;
  readonly clear: string;
  readonly quit: string;
  readonly takeBack: string;
  readonly details: string;
  readonly mode: string;
  readonly layout: string;
  readonly editor: string;
  readonly screen: string;
  readonly redraw: string;
  readonly suspend: string;
  readonly scroll: string;
  readonly oldest: string;
  readonly newest: string;
}

export interface FrameTexts {
  readonly keys: KeyTexts;
  /** Behind keys that count in fullscreen alone. */
  readonly inFullscreen: string;
  /** Of the welcome. */
  readonly hints: string;
  readonly starting: string;
  readonly working: string;
  /** A question is open. */
  readonly waitsForYou: string;
  readonly stopping: string;
  readonly retrying: string;
  readonly compacting: string;
  readonly queued: string;
  readonly steering: string;
  readonly interruptHint: string;
  /** What is wrong with the session, for as long as it is. */
  readonly fault: (message: string) => string;
  readonly link: { readonly reconnecting: string; readonly lost: string };
  readonly quitAgain: string;
  readonly clearAgain: string;
  readonly waitsForSession: string;
  readonly noTurn: string;
  readonly noModes: string;
  readonly notMachine: string;
  /** A view could not be drawn; the reason stands behind. */
  readonly broken: string;
  /** Before the command that goes on with the session. */
  readonly goOn: string;
  readonly turns: (count: number) => string;
  readonly session: string;
}

const KEYS_EN: KeyTexts = {
  send: "Send; while a turn runs, queue",
  newline: "New line",
  steer: "Give to the running turn",
  interrupt: "Interrupt the running turn",
  clear: "Clear the draft; twice: leave",
  quit: "Leave, with an empty draft",
  takeBack: "Take the last queued prompt back",
  details: "Show outputs and thoughts whole, or folded",
  mode: "Next mode of the agent",
  layout: "Next layout of the status line",
  editor: "Write in your editor",
  screen: "Switch between regular and fullscreen",
  redraw: "Draw anew",
  suspend: "Suspend",
  scroll: "Scroll",
  oldest: "Scroll to the beginning",
  newest: "Scroll to the newest",
};

const KEYS_ZH: KeyTexts = {
  send: "发送；运行时排队",
  newline: "换行",
  steer: "交给正在运行的轮次",
  interrupt: "中断正在运行的轮次",
  clear: "清空草稿；按两次退出",
  quit: "草稿为空时退出",
  takeBack: "取回最后一个排队的提示",
  details: "展开或折叠输出与思考",
  mode: "切换代理模式",
  layout: "切换状态栏布局",
  editor: "用编辑器编写",
  screen: "切换常规与全屏",
  redraw: "重新绘制",
  suspend: "挂起",
  scroll: "滚动",
  oldest: "滚动到开头",
  newest: "滚动到最新",
};

const EN: FrameTexts = {
  keys: KEYS_EN,
  inFullscreen: " (in fullscreen)",
  hints: "Enter sends · /help shows keys and commands · Ctrl+C twice leaves",
  starting: "Starting the agent…",
  working: "Working",
  waitsForYou: "Waiting for you",
  stopping: "Stopping",
  retrying: "Trying again",
  compacting: "Compacting",
  queued: "queued",
  steering: "for this turn",
  interruptHint: "Esc interrupts",
  fault: (message) => `Fault: ${message}`,
  link: {
    reconnecting: "Reaching for the runtime again…",
    lost: "The runtime cannot be reached",
  },
  quitAgain: "Press again to leave",
  clearAgain: "Press again to clear the draft",
  waitsForSession: "It is sent when the session is open",
  noTurn: "No turn runs that could take it",
  noModes: "This agent offers no modes",
  notMachine: "The record owns the line (build-mode)",
  broken: "A part of the screen could not be drawn",
  goOn: "Go on with",
  turns: (count) => (count === 1 ? "1 turn" : `${count} turns`),
  session: "session",
};

const ZH: FrameTexts = {
  keys: KEYS_ZH,
  inFullscreen: "（全屏时）",
  hints: "Enter 发送 · /help 查看按键和命令 · 连按两次 Ctrl+C 退出",
  starting: "正在启动代理…",
  working: "运行中",
  waitsForYou: "等待你的回答",
  stopping: "正在停止",
  retrying: "正在重试",
  compacting: "正在压缩",
  queued: "排队",
  steering: "交给本轮",
  interruptHint: "Esc 中断",
  fault: (message) => `故障：${message}`,
  link: { reconnecting: "正在重新连接运行时…", lost: "无法连接运行时" },
  quitAgain: "再按一次退出",
  clearAgain: "再按一次清空草稿",
  waitsForSession: "会话打开后发送",
  noTurn: "没有正在运行的轮次",
  noModes: "该代理没有可选模式",
  notMachine: "状态栏由记录独占 (build-mode)",
  broken: "界面的一部分无法绘制",
  goOn: "继续会话",
  turns: (count) => `${count} 轮`,
  session: "会话",
};

export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = { en: EN, "zh-Hans": ZH };
