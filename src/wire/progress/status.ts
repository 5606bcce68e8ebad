/** Progress and the status of a program, each as the nearest of the other. */
import type { ProgressReport } from "./message.ts";

/** What a program says of itself, as records of OSC 7501 have it. */
export interface ProgressStatus {
  readonly state: "idle" | "working" | "blocked" | "done" | "error";
  /** A whole number from 0 to 100. */
  readonly progress?: number;
}

/** What progress can say of a program. */
export interface CoarseStatus {
  readonly state: "working" | "error";
  readonly progress?: number;
}

/**
 * The status of a program that reports this; undefined once it has none. A paused task is `working`:
 * nothing says that a person is waited for.
 */
export function statusOfProgress({ state, pct }: ProgressReport): CoarseStatus | undefined {
  switch (state) {
    case "removed":
      return undefined;
    case "error":
      return { state: "error" };
    case "set":
    case "paused":
      return pct === undefined ? { state: "working" } : { state: "working", progress: pct };
    case "indeterminate":
      return { state: "working" };
    default:
      return state satisfies never;
  }
}

/** What a terminal that knows only progress should show; nothing for what is at rest or finished. */
export function progressOfStatus({ state, progress }: ProgressStatus): ProgressReport {
  const pct = progress === undefined ? {} : { pct: progress };
  switch (state) {
    case "idle":
    case "done":
      return { state: "removed" };
    case "working":
      return progress === undefined ? { state: "indeterminate" } : { state: "set", ...pct };
    case "blocked":
      return { state: "paused", ...pct };
    case "error":
      return { state: "error" };
    default:
      return state satisfies never;
  }
}
