/** The caps of the protocol. Sizes of texts are in UTF-16 units, as JavaScript counts them. */

/** A request: the longest prompt, each unit escaped at worst (`\u0000` is six), does not fit; a usual one does. */
export const MAX_REQUEST_UNITS = 4 * 1024 * 1024;

/** One message of the stream, or one answer: ten thousand entries of a few kilobytes. */
export const MAX_MESSAGE_UNITS = 64 * 1024 * 1024;

/** A prompt: more than any model takes, and not enough to fill a disk by mistake. */
export const MAX_PROMPT_UNITS = 1024 * 1024;

/** Ids are UUIDs and the like; some agents make long ones of paths. */
export const MAX_ID_UNITS = 1_024;

/** A title, a name, a reason: longer ones say nothing more. */
export const MAX_LINE_UNITS = 16_384;

/** The longest path that any supported system can open. */
export const MAX_PATH_UNITS = 32_767;

/** What a person fills in or chooses from: a screen shows a few dozen. */
export const MAX_CHOICES = 1_000;

/** Modes, commands, options, queued prompts, open interactions, windows. */
export const MAX_LISTED = 1_000;

/** Members and tasks: four digits are counted, see the `[V]` record. */
export const MAX_WORKERS = 10_000;

/** Parts of one tool call, steps of one plan. */
export const MAX_PARTS = 10_000;

/** Sessions in one list. */
export const MAX_SESSIONS = 100_000;
