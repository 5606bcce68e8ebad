/** Last good output of the person's own status command, raw and bounded (8192 UTF-16 units). */
export interface Custom {
  readonly stdout: string;
}

/** The command printed this; empty text hides the item. */
export interface CustomPrinted extends Custom {
  readonly kind: "custom-printed";
}

/** The output belongs to another session or directory: nothing to show until the next run. */
export interface CustomCleared {
  readonly kind: "custom-cleared";
}

export type CustomFact = CustomPrinted | CustomCleared;

/** The output that was printed last; absent once it was cleared. */
export function foldCustom(_state: Custom | undefined, fact: CustomFact): Custom | undefined {
  return fact.kind === "custom-cleared" ? undefined : { stdout: fact.stdout };
}
