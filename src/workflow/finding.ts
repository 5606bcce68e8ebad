/** What `validate` says of a config or machine file: data, so that a person, a program and an editor get the same. */

export type FindingLevel = "error" | "warning" | "info";

export interface Finding {
  readonly level: FindingLevel;
  /** Absolute path of the file that it is about. */
  readonly file: string;
  /** From 1; absent where it is about the whole file. */
  readonly line?: number;
  /** Place in the document, `states.START.on.done`; list items as `[i]` where a list has more than one. Empty for the file. */
  readonly path: string;
  /** One sentence without a full stop, cleaned: what is wrong. */
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
  /** Id of the rule, such as `CFG-3`. */
  readonly rule: string;
}
