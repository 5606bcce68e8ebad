/** Why a line is not taken for a record: the kinds as data, from which the documents are made. */

/** Every kind of refusal, with what is wrong then. */
export const REFUSAL_KINDS = {
  "not-a-record": "the line does not begin with `[V]` and a blank",
  "line-too-long": "the line is longer than 1024 characters",
  "foreign-character":
    "something other than printable ASCII stands in the line: a colour, a control byte, an ellipsis",
  "bad-field": "a word of the line is not `key=value`, or more than one blank stands between two",
  cut: "the line ends inside a field: the last word has no value",
  "missing-key": "one of the seven keys is not there, as the line was cut or is something else",
  "repeated-key": "a key is there twice",
  "misplaced-key": "an unknown key stands before the last of the seven known ones",
  "bad-seq": "`seq` is not one to eight characters `0-9a-z`, or begins with a needless 0",
  "unknown-state": "`state` is none of the nine states",
  "bad-ref": "a ref is neither `none` nor six characters `0-9a-z`",
  "bad-count":
    "a count is not a whole number from 0 to 9999, or begins with a needless 0, or `agents` are not two of them",
  "active-above-total": "more agents are active than there are",
  "error-with-turn": "`error` belongs to no turn, and there is a turn or a request",
  "ready-with-turn": "`ready` means that no turn is under way, and there is one",
  "needs-turn": "`perm`, `ask` and `plan` wait for an answer in a turn, and there is none",
  "needs-request": "`perm`, `ask` and `plan` wait for the answer to a request, and there is none",
  "terminal-without-turn": "`done`, `fail` and `cancel` are the end of a turn, and there is none",
  "request-without-question": "there is a request, and the state waits for no answer",
  "not-alone": "other text stands before the record or after it: somebody quotes it",
  "may-be-cut":
    "the record ends in the last column or at a border, and its last number may have had more digits",
} as const;

export type RefusalKind = keyof typeof REFUSAL_KINDS;

/** A refusal. Nothing of the line stands in its text, so that it may be shown. */
export interface RecordRefusal {
  readonly kind: RefusalKind;
  /** One sentence without a full stop. */
  readonly text: string;
}

/** A refusal with its sentence; `where` names the key that it is about. */
export function refusal(kind: RefusalKind, where?: string): RecordRefusal {
  const text = REFUSAL_KINDS[kind].replaceAll("`", "");
  return { kind, text: where === undefined ? text : `${where}: ${text}` };
}
