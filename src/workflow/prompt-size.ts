/** What a prompt file may hold, and its words. Apart, so that who only reads prompts loads no parser. */

/** A prompt fills the agent's context; this is more than most contexts hold. */
export const MAX_PROMPT_BYTES = 1_048_576;

/** The words in the content of a prompt file: all but a byte order mark. */
export function promptText(content: string): string {
  return content.replace(/^\uFEFF/, "");
}
