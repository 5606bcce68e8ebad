import type { Language } from "./language.ts";

export interface ComposerTexts {
  readonly cancel: string;
}

export const COMPOSER_TEXTS: Readonly<Record<Language, ComposerTexts>> = {
  en: { cancel: "cancel" },
  "zh-Hans": { cancel: "取消" },
};
