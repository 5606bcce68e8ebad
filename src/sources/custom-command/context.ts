/** What a run tells the command about the session. */
import { encodeExtension } from "../../wire/extension/encode.ts";
import type { ExtensionEvent } from "../../wire/extension/message.ts";

/** The session at the moment when a run starts. What is not known is absent. */
export interface CommandContext {
  /** Working directory of the session, and of the command. */
  readonly cwd: string;
  readonly sessionId?: string;
  /** The whole name of the model. */
  readonly model?: string;
  readonly title?: string;
}

/** The line for the command's stdin. `version` is this program's. */
export function stdinLine(event: ExtensionEvent, context: CommandContext, version: string): string {
  const { cwd, sessionId, model, title } = context;
  return encodeExtension({
    protocol: 1,
    event,
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    workspace_dir: cwd,
    ...(model === undefined ? {} : { model }),
    ...(title === undefined ? {} : { session_title: title }),
    tui_version: version,
  });
}
