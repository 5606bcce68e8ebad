/** The host of calls that run no command: a view, a hook, a status. */
import { readBounded } from "../../files/read-bounded.ts";
import type { Host } from "../engine/ports.ts";
import { MAX_PROMPT_BYTES, promptText } from "../prompt-size.ts";

/** Reads prompt files. Reading throws with the reason when there is a file that cannot be read. */
export function createReadingHost(): Host {
  return {
    supports: () => false,
    read: (file) => {
      const text = readBounded(file, MAX_PROMPT_BYTES);
      if (text.ok) return promptText(text.value);
      if (text.kind === "missing") return undefined;
      throw new Error(text.reason);
    },
    now: () => Date.now(),
    random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
  };
}
