/** What was published of the session as a record for machines. */
export interface Published {
  /** Number of the record that says what is known now. */
  readonly seq: number;
}

/** What is known now has this number; told after everything else. */
export interface RecordNumbered {
  readonly kind: "record-numbered";
  readonly seq: number;
}

/** What was published, after one more fact. */
export function foldRecord(_: Published | undefined, { seq }: RecordNumbered): Published {
  return { seq };
}
