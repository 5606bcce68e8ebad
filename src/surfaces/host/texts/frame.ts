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
  readonly mode: string;
  readonly layout: string;
  readonly editor: string;
  readonly screen: string;
  readonly redraw: string;
  readonly suspend: string;
  readonly scroll: string;
  readonly newest: string;
}

export interface FrameTexts {
  readonly keys: KeyTexts;
}

const KEYS_EN: KeyTexts = {
  send: "Send; while a turn runs, queue",
  newline: "New line",
  steer: "Give to the running turn",
  interrupt: "Interrupt the running turn",
  clear: "Clear the draft; twice: leave",
  quit: "Leave, with an empty draft",
  takeBack: "Take the last queued prompt back",
  mode: "Next mode of the agent",
  layout: "Next layout of the status line",
  editor: "Write in your editor",
  screen: "Switch between regular and fullscreen",
  redraw: "Draw anew",
  suspend: "Suspend",
  scroll: "Scroll",
  newest: "Scroll to the newest",
};

const KEYS_ZH: KeyTexts = {
  send: "发送;运行时排队",
  newline: "换行",
  steer: "交给正在运行的轮次",
  interrupt: "中断正在运行的轮次",
  clear: "清空草稿;按两次退出",
  quit: "草稿为空时退出",
  takeBack: "取回最后一个排队的提示",
  mode: "切换代理模式",
  layout: "切换状态栏布局",
  editor: "用编辑器编写",
  screen: "切换常规与全屏",
  redraw: "重新绘制",
  suspend: "挂起",
  scroll: "滚动",
  newest: "滚动到最新",
};

export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  en: { keys: KEYS_EN },
  "zh-Hans": { keys: KEYS_ZH },
};
