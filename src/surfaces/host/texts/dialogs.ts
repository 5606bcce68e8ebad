import type { Language } from "./language.ts";

export interface DialogTexts {
  readonly cancel: string;
}

export const DIALOG_TEXTS: Readonly<Record<Language, DialogTexts>> = {
  en: { cancel: "cancel" },
  "zh-Hans": { cancel: "取消" },
};
