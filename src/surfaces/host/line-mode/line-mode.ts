/**
 * The host without a terminal: prompts come line by line, answers go out as plain text. For pipes,
 * `TERM=dumb`, and whoever asks for it with `--line`.
 */
import type { HostPorts } from "../context.ts";
import type { Texts } from "../texts/texts.ts";

export interface LineModeDeps {
  readonly ports: HostPorts;
  readonly texts: Texts;
  /** Lines of stdin without their ends; ends with it. */
  readonly lines: AsyncIterable<string>;
  /** stdin is a person: what the agent asks is asked as a numbered text; else it is refused. */
  readonly isInteractive: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs until stdin ends or the person quits; gives the exit code. A session is open by then. */
export async function lineMode(deps: LineModeDeps): Promise<number> {
  for await (const line of deps.lines) {
    if (line.trim() === "/quit") break;
  }
  return 0;
}
