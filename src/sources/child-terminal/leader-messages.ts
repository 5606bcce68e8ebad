/**
 * What passes between us and the leader of the command's terminal session, one JSON object a line over
 * a socket. Both are the same program in the same version, so that nothing is checked but the form.
 */
import type { Ending } from "./ending.ts";

/** What the leader is told when it is started, as an argument. */
export interface LeaderPlan {
  readonly file: string;
  /** Our end of the socket. */
  readonly control: number;
  readonly descriptors: readonly { readonly from: number; readonly to: number }[];
  readonly ignored: readonly NodeJS.Signals[];
  /** Whether the command starts in the foreground of its terminal. */
  readonly foreground: boolean;
  /** How many files it may open; absent: as many as the leader may. */
  readonly openFiles?: number;
  /** Modes for its terminal, base64. */
  readonly mode?: string;
}

export type ToLeader =
  | { readonly kind: "continue"; readonly foreground: boolean }
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals };

export type FromLeader =
  | { readonly kind: "started"; readonly pid: number }
  | { readonly kind: "not-started"; readonly errno: number }
  | { readonly kind: "stopped"; readonly signal: NodeJS.Signals }
  | { readonly kind: "ended"; readonly ending: Ending };

/** One message as it is written. */
export function encodeMessage(message: ToLeader | FromLeader): string {
  return `${JSON.stringify(message)}\n`;
}

/** Takes bytes as they come and hands on whole messages; what is none is left out. */
export function messageReader<M extends ToLeader | FromLeader>(
  handle: (message: M) => void,
): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      let message: M;
      try {
        message = JSON.parse(line);
      } catch {
        continue;
      }
      handle(message);
    }
  };
}
