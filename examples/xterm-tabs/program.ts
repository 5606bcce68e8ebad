/**
 * What runs in a tab, wherever it runs: a process in a PTY on the server, the same process seen from
 * the page, or a recorded stream. One shape for all, so that a tab does not know which it has.
 */

export interface ProgramSize {
  readonly cols: number;
  readonly rows: number;
}

export interface ProgramOutput {
  /** Bytes for the terminal, in order, cut anywhere. */
  write(bytes: Uint8Array): void;
  /** Once, after the last byte; `how` is a few words for the person, such as `exit 1`. */
  exited(how: string): void;
}

export interface RunningProgram {
  /** What the person typed, and what the terminal answers. */
  write(bytes: Uint8Array): void;
  resize(size: ProgramSize): void;
  /** Ends it and what it started; `exited` is not called any more. May be called twice. */
  end(): Promise<void>;
}

export interface Program {
  /** Stands on the tab: ours, not what the program says of itself. */
  readonly name: string;
  start(output: ProgramOutput, size: ProgramSize): RunningProgram;
}
