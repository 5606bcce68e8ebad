/** Words of the dialogs. */
import type { OpenInteraction } from "../../../wire/runtime/entities.ts";
import type { Language } from "./language.ts";

export interface DialogTexts {
  readonly asks: Readonly<Record<OpenInteraction["asks"], string>>;
  /** Which of several open ones is shown. */
  readonly oneOf: (count: number) => string;
  readonly from: (member: string) => string;
  readonly sending: string;
  /** Why an answer could not be given. */
  readonly notSent: (reason: string) => string;
  readonly rowsBelow: (count: number) => string;
  readonly rowsAbove: (count: number) => string;
  readonly page: string;
  readonly keys: {
    readonly choose: string;
    readonly numbers: string;
    readonly yesNo: string;
    readonly reject: string;
    readonly dismiss: string;
    readonly decline: string;
    readonly fields: string;
    readonly toggle: string;
    readonly later: string;
  };
  readonly done: string;
  readonly decline: string;
  readonly submit: string;
  readonly required: string;
  readonly yes: string;
  readonly no: string;
  readonly signIn: string;
  readonly runCommand: (command: string) => string;
  readonly noMethods: string;
  readonly faults: {
    readonly empty: string;
    readonly chooseOne: string;
    readonly integer: string;
    readonly number: string;
    readonly atLeast: (min: number) => string;
    readonly atMost: (max: number) => string;
    readonly longer: (min: number) => string;
    readonly shorter: (max: number) => string;
    readonly moreChoices: (min: number) => string;
    readonly fewerChoices: (max: number) => string;
  };
}

export const DIALOG_TEXTS: Readonly<Record<Language, DialogTexts>> = {
  en: {
    asks: { permission: "Permission", question: "Question", plan: "Plan", login: "Sign in" },
    oneOf: (count) => `1 of ${count}`,
    from: (member) => `from ${member}`,
    sending: "Sending the answer",
    notSent: (reason) => `Not sent, choose again: ${reason}`,
    rowsBelow: (count) => `${count} more ${count === 1 ? "row" : "rows"} (PageDown)`,
    rowsAbove: (count) => `${count} more ${count === 1 ? "row" : "rows"} (PageUp)`,
    page: "Answer on this page:",
    keys: {
      choose: "↑↓ choose, Enter answer",
      numbers: "1-9 answer at once",
      yesNo: "y/n",
      reject: "Esc reject",
      dismiss: "Esc dismiss",
      decline: "Esc decline",
      fields: "Tab next field, Enter next or submit",
      toggle: "Space toggle",
      later: "Esc later",
    },
    done: "Done",
    decline: "Decline",
    submit: "Submit",
    required: "required",
    yes: "yes",
    no: "no",
    signIn: "Sign in to go on",
    runCommand: (command) => `Run in another terminal: ${command}`,
    noMethods:
      "The agent names no way to sign in here. Sign in with its own program, then try again.",
    faults: {
      empty: "Fill this in",
      chooseOne: "Choose one",
      integer: "Type a whole number, such as 12",
      number: "Type a number, such as 1.5",
      atLeast: (min) => `Type a number of at least ${min}`,
      atMost: (max) => `Type a number of at most ${max}`,
      longer: (min) => `Type at least ${min} ${min === 1 ? "character" : "characters"}`,
      shorter: (max) => `Type at most ${max} ${max === 1 ? "character" : "characters"}`,
      moreChoices: (min) => `Choose at least ${min}`,
      fewerChoices: (max) => `Choose at most ${max}`,
    },
  },
  "zh-Hans": {
    asks: { permission: "权限", question: "问题", plan: "计划", login: "登录" },
    oneOf: (count) => `第 1 个，共 ${count} 个`,
    from: (member) => `来自 ${member}`,
    sending: "正在发送回答",
    notSent: (reason) => `未能发送，请重新选择：${reason}`,
    rowsBelow: (count) => `下面还有 ${count} 行 (PageDown)`,
    rowsAbove: (count) => `上面还有 ${count} 行 (PageUp)`,
    page: "请在此网页上回答：",
    keys: {
      choose: "↑↓ 选择，Enter 回答",
      numbers: "1-9 直接回答",
      yesNo: "y/n",
      reject: "Esc 拒绝",
      dismiss: "Esc 忽略",
      decline: "Esc 谢绝",
      fields: "Tab 下一项，Enter 下一项或提交",
      toggle: "Space 切换",
      later: "Esc 稍后",
    },
    done: "完成",
    decline: "谢绝",
    submit: "提交",
    required: "必填",
    yes: "是",
    no: "否",
    signIn: "请先登录",
    runCommand: (command) => `请在另一个终端中运行：${command}`,
    noMethods: "代理未提供可在此使用的登录方式。请用它自己的程序登录，然后重试。",
    faults: {
      empty: "请填写此项",
      chooseOne: "请选择一项",
      integer: "请输入整数，例如 12",
      number: "请输入数字，例如 1.5",
      atLeast: (min) => `请输入不小于 ${min} 的数字`,
      atMost: (max) => `请输入不大于 ${max} 的数字`,
      longer: (min) => `请至少输入 ${min} 个字符`,
      shorter: (max) => `请最多输入 ${max} 个字符`,
      moreChoices: (min) => `请至少选择 ${min} 项`,
      fewerChoices: (max) => `请最多选择 ${max} 项`,
    },
  },
};
