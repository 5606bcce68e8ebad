/**
 * The contract of a slash command. To add one: a file here with its test, and a line in `registry.ts`.
 */
import type { HostContext } from "../context.ts";
import type { CommandWord } from "../texts/commands.ts";

export interface SlashCommand {
  /** Without the slash. */
  readonly name: CommandWord;
  readonly aliases?: readonly string[];
  /** What may stand behind it, such as `[full|compact|items]`. */
  readonly argument?: string;
  readonly run: (context: HostContext, argument: string) => void | Promise<void>;
  /** Arguments that begin with what was typed. */
  readonly complete?: (context: HostContext, prefix: string) => readonly Completion[];
}

export interface Completion {
  readonly value: string;
  readonly describe?: string;
}
