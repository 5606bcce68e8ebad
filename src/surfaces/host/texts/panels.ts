import type { Language } from "./language.ts";

export interface PanelTexts {
  readonly cancel: string;
}

export const PANEL_TEXTS: Readonly<Record<Language, PanelTexts>> = {
  en: { cancel: "cancel" },
  "zh-Hans": { cancel: "取消" },
};
