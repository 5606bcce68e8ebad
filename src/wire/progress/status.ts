/** Progress and the status of a program, each as the nearest of the other. */
import { givenObject } from "../../base/given.ts";
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
export function statusOfProgress(report: ProgressReport): CoarseStatus | undefined {
  const { state, pct } = givenObject(report);
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
    case undefined:
      return undefined;
    default:
      state satisfies never;
      return undefined;
  }
}

/** What a terminal that knows only progress should show; nothing for what is at rest or finished. */
export function progressOfStatus(status: ProgressStatus): ProgressReport {
  const { state, progress } = givenObject(status);
  const pct = progress === undefined ? {} : { pct: progress };
  switch (state) {
    case "idle":
    case "done":
    case undefined:
      return { state: "removed" };
    case "working":
      return progress === undefined ? { state: "indeterminate" } : { state: "set", ...pct };
    case "blocked":
      return { state: "paused", ...pct };
    case "error":
      return { state: "error" };
    default:
      state satisfies never;
      return { state: "removed" };
  }
}
