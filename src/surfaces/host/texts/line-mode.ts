/** Texts of the host without a terminal. */
import type { Language } from "./language.ts";

export interface LineModeTexts {
  readonly needsTerminal: (command: string) => string;
  /** Below a list of answers with their numbers. */
  readonly choose: (count: number) => string;
  readonly wrongChoice: string;
  /** Above what was asked, where nobody can be asked. */
  readonly nobodyHere: string;
  readonly refused: string;
  readonly dismissed: string;
  readonly write: (label: string) => string;
  readonly openPage: (url: string) => string;
  readonly ended: Readonly<Record<"failed" | "blocked" | "cancelled", string>>;
  readonly lost: string;
  readonly noSession: string;
}

export const LINE_MODE_TEXTS: Readonly<Record<Language, LineModeTexts>> = {
  en: {
    needsTerminal: (command) => `${command} needs a terminal that can move its cursor`,
    choose: (count) => `Number from 1 to ${count}, or nothing to leave it:`,
    wrongChoice: "That is none of the numbers.",
    nobodyHere: "The agent asks, and nobody is here to answer:",
    refused: "refused",
    dismissed: "left unanswered",
    write: (label) => `${label}:`,
    openPage: (url) => `Answer on this page: ${url}`,
    ended: { failed: "The turn failed", blocked: "The turn was blocked", cancelled: "Interrupted" },
    lost: "The runtime is gone",
    noSession: "There is no session",
  },
  "zh-Hans": {
    needsTerminal: (command) => `${command} 需要可以移动光标的终端`,
    choose: (count) => `输入 1 到 ${count} 的编号,留空则不回答:`,
    wrongChoice: "没有这个编号。",
    nobodyHere: "代理在提问,但无人可以回答:",
    refused: "已拒绝",
    dismissed: "未回答",
    write: (label) => `${label}:`,
    openPage: (url) => `请在此页面回答: ${url}`,
    ended: { failed: "本轮失败", blocked: "本轮受阻", cancelled: "已中断" },
    lost: "运行时已不可用",
    noSession: "没有会话",
  },
};
