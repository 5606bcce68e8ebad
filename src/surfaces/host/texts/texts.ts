/**
 * The one catalogue of texts that a person reads in the host, in every language. One file a part of the
 * screen; each gives its texts in all languages, and the type sees that none is missing.
 */
import { COMMAND_TEXTS, type CommandTexts } from "./commands.ts";
import { COMPOSER_TEXTS, type ComposerTexts } from "./composer.ts";
import { DIALOG_TEXTS, type DialogTexts } from "./dialogs.ts";
import { FRAME_TEXTS, type FrameTexts } from "./frame.ts";
import type { Language } from "./language.ts";
import { LINE_MODE_TEXTS, type LineModeTexts } from "./line-mode.ts";
import { PANEL_TEXTS, type PanelTexts } from "./panels.ts";
import { TRANSCRIPT_TEXTS, type TranscriptTexts } from "./transcript.ts";

export interface Texts {
  readonly language: Language;
  readonly frame: FrameTexts;
  readonly transcript: TranscriptTexts;
  readonly dialogs: DialogTexts;
  readonly panels: PanelTexts;
  readonly commands: CommandTexts;
  readonly composer: ComposerTexts;
  readonly lineMode: LineModeTexts;
}

/** The texts in one language. */
export function textsIn(language: Language): Texts {
  return {
    language,
    frame: FRAME_TEXTS[language],
    transcript: TRANSCRIPT_TEXTS[language],
    dialogs: DIALOG_TEXTS[language],
    panels: PANEL_TEXTS[language],
    commands: COMMAND_TEXTS[language],
    composer: COMPOSER_TEXTS[language],
    lineMode: LINE_MODE_TEXTS[language],
  };
}
