import type { Language } from "./language.ts";

export interface FrameTexts {
  readonly cancel: string;
}

export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  en: { cancel: "cancel" },
  "zh-Hans": { cancel: "取消" },
};
