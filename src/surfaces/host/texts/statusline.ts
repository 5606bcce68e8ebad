import type { Language } from "./language.ts";

/** Of `/statusline`. */
export interface StatuslineTexts {
  readonly title: string;
  readonly defaults: string;
  readonly search: string;
  readonly placeholder: string;
  readonly noMatches: string;
  readonly unavailable: string;
  readonly preview: string;
  readonly previewExample: string;
  readonly hidden: string;
  readonly customNote: string;
  readonly searchNote: string;
  readonly defaultsNote: string;
  readonly otherLayout: (layout: string) => string;
  readonly saveFailed: string;
  readonly saving: string;
  readonly saved: string;
  /** What keys do where there is room; what leaves comes last. */
  readonly longHelp: readonly string[];
  readonly shortHelp: readonly string[];
  /** Where not even the hints for save and cancel have one row. */
  readonly tinyHelp: readonly string[];
  readonly failedHelp: readonly string[];
  readonly machineLine: string;
  readonly machineHelp: readonly string[];
  readonly refusedPending: string;
  readonly refusedSide: string;
}

const EN: StatuslineTexts = {
  title: "Status line",
  defaults: "Defaults",
  search: "Search:",
  placeholder: "type an id or a word",
  noMatches: "No item matches",
  unavailable: "nothing to show now",
  preview: "Preview",
  previewExample: "Preview with an example session",
  hidden: "The status line is hidden",
  customNote:
    "The command is set as tui.customStatusLine in config.yaml and runs once this is saved",
  searchNote: "Clear the search to reorder",
  defaultsNote: "Saving the defaults removes tui.statusLine from config.yaml",
  otherLayout: (layout) =>
    `The layout is ${layout} now; /statusline items shows the items chosen here`,
  saveFailed: "Not saved: the file and the line are as they were",
  saving: "Saving ...",
  saved: "Saved to config.yaml",
  longHelp: [
    "↑↓ select",
    "Space toggle",
    "←→ reorder",
    "Ctrl+R defaults",
    "Enter save",
    "Esc cancel",
  ],
  shortHelp: ["Space toggle", "Enter save", "Esc cancel"],
  tinyHelp: ["Space toggle", "Enter save", "Esc"],
  failedHelp: ["Not saved", "Enter try again", "Esc discard"],
  machineLine:
    "build-mode owns the status line: it is the machine-readable record [V]. To change that, edit tui.statusLine in config.yaml and restart. File:",
  machineHelp: ["Enter close", "Esc close"],
  refusedPending: "The status line cannot be configured while a question waits for your answer",
  refusedSide: "The status line cannot be configured in a side session; /side goes back",
};

const ZH: StatuslineTexts = {
  title: "状态栏",
  defaults: "默认",
  search: "搜索：",
  placeholder: "输入 ID 或描述",
  noMatches: "没有匹配的项目",
  unavailable: "当前没有可显示的内容",
  preview: "预览",
  previewExample: "预览（示例会话）",
  hidden: "状态栏已隐藏",
  customNote: "命令在 config.yaml 的 tui.customStatusLine 中设置，保存后才会运行",
  searchNote: "清空搜索后才能调整顺序",
  defaultsNote: "保存默认值会从 config.yaml 中移除 tui.statusLine",
  otherLayout: (layout) => `当前布局为 ${layout}；用 /statusline items 显示此处选择的项目`,
  saveFailed: "保存失败：文件和状态栏保持原样",
  saving: "正在保存…",
  saved: "已保存到 config.yaml",
  longHelp: ["↑↓ 选择", "Space 开关", "←→ 排序", "Ctrl+R 默认", "Enter 保存", "Esc 取消"],
  shortHelp: ["Space 开关", "Enter 保存", "Esc 取消"],
  tinyHelp: ["Space 开关", "Enter 保存", "Esc"],
  failedHelp: ["保存失败", "Enter 重试", "Esc 放弃"],
  machineLine:
    "build-mode 独占状态栏，显示机器可读记录 [V]。如需更改，请编辑 config.yaml 中的 tui.statusLine 并重新启动。文件：",
  machineHelp: ["Enter 关闭", "Esc 关闭"],
  refusedPending: "有问题等待回答时不能配置状态栏",
  refusedSide: "旁路会话中不能配置状态栏；用 /side 返回",
};

export const STATUSLINE_TEXTS: Readonly<Record<Language, StatuslineTexts>> = {
  en: EN,
  "zh-Hans": ZH,
};
