import type { Tone } from "../../../../text/span.ts";

/** How the state of a member or a task is painted. */
export const STATUS_TONES: Readonly<
  Record<"queued" | "running" | "waiting" | "stopping" | "done" | "failed" | "cancelled", Tone>
> = {
  queued: "muted",
  running: "success",
  waiting: "warning",
  stopping: "warning",
  done: "muted",
  failed: "error",
  cancelled: "muted",
};
