/** Ends of a turn that are no answers; thrown within a turn and caught where it was begun. */

/** The client cancelled the turn. */
export class TurnCancelled extends Error {}

/** The turn fails: the prompt is answered with an error of that text. */
export class TurnFailed extends Error {}

/** The person must log in first: the error that ACP has for that. */
export class LoginNeeded extends Error {}
