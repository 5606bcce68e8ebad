import type { Language } from "./language.ts";

export interface TranscriptTexts {
  readonly cancel: string;
}

export const TRANSCRIPT_TEXTS: Readonly<Record<Language, TranscriptTexts>> = {
  en: { cancel: "cancel" },
  "zh-Hans": { cancel: "取消" },
};
