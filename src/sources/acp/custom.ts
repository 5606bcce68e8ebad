/** An agent from the person's config. */
import { failed, ok, type Result } from "../../base/result.ts";
import { tokenize } from "../custom-command/tokenize.ts";
import type { AgentSpec } from "./agent-spec.ts";

/** As it stands in the config under `agents`. */
export interface CustomAgent {
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly title?: string;
}

/**
 * The spec of an agent of one's own. Its command is split as that of the custom status line: no shell
 * reads it. Where `known` is the agent of that name, its quirks are kept: the config starts it differently.
 */
export function customAgent(
  name: string,
  setting: CustomAgent,
  known?: AgentSpec,
): Result<AgentSpec> {
  const command = tokenize(setting.command);
  if (!command.ok) return failed(`agents.${name}.command: ${command.reason}`);
  return ok({
    name,
    title: setting.title ?? known?.title ?? name,
    command: command.value,
    ...(setting.env !== undefined && { env: setting.env }),
    hint: `correct agents.${name}.command in the config`,
    quirks: known?.quirks ?? {},
  });
}
