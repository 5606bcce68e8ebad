/** What a prompt file may hold. Apart, so that who only reads prompts loads no parser. */

/** A prompt fills the agent's context; this is more than most contexts hold. */
export const MAX_PROMPT_BYTES = 1_048_576;
