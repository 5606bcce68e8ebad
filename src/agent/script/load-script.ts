/** Reads a script from its file, ready to be played. */
import { basename, resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { AgentOptions } from "../agent.ts";
import { parseScript } from "./parse-script.ts";
import { scriptPlayer } from "./play-script.ts";

/** Written by hand. */
const MAX_BYTES = 1024 * 1024;

/** What plays the turns, or `demo.yaml: line 3, turns[0]: …`. */
export function loadScript(
  file: string,
  cwd: string,
): Result<Pick<AgentOptions, "play" | "greeting">> {
  const text = readBounded(resolve(cwd, file), MAX_BYTES);
  if (!text.ok) return failed(text.reason);
  const script = parseScript(text.value);
  if (!script.ok) return failed(`${file}: ${script.reason}`);
  const greeting = `I play the script ${basename(file)}; I am a simulator and call no model.\n\n`;
  return ok({
    play: scriptPlayer(script.value),
    greeting: script.value.greeting ?? greeting,
  });
}
