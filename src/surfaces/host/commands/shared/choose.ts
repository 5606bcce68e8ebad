/** Finding what a person named among what there is to choose. */
import { nearestWord } from "../../../../base/nearest-word.ts";
import type { Result } from "../../../../base/result.ts";
import { cleanLine } from "../../../../text/clean.ts";
import type { OptionChoice } from "../../../../wire/runtime/entities.ts";
import type { HostContext } from "../../context.ts";
import type { Completion } from "../command.ts";

/** The choice with this value or name, in any case; undefined if there is none. */
export function findChoice(
  choices: readonly OptionChoice[],
  word: string,
): OptionChoice | undefined {
  const wanted = word.trim().toLowerCase();
  return (
    choices.find(({ value }) => value.toLowerCase() === wanted) ??
    choices.find(({ name }) => name.trim().toLowerCase() === wanted)
  );
}

/** Says that there is no such choice, with the nearest one. */
export function sayNone(context: HostContext, word: string, known: readonly string[]): void {
  const near = nearestWord(word, known);
  const shown = near === undefined ? undefined : cleanLine(near);
  context.ui.notify(context.texts.commands.isNone(cleanLine(word), shown), "warning");
}

/** Says why something did not work; nothing where it did. */
export async function sayFailure(
  context: HostContext,
  done: Promise<Result<unknown>>,
): Promise<boolean> {
  const result = await done;
  if (!result.ok) {
    context.ui.notify(context.texts.commands.failed(cleanLine(result.reason)), "error");
  }
  return result.ok;
}

/** Choices whose value or name begins with what was typed. */
export function completeChoices(
  choices: readonly OptionChoice[],
  prefix: string,
): readonly Completion[] {
  const typed = prefix.toLowerCase();
  return choices
    .filter((choice) =>
      [choice.value, choice.name].some((text) => text.toLowerCase().startsWith(typed)),
    )
    .map(({ value, name }) => ({
      value: cleanLine(value),
      ...(name !== value && { describe: cleanLine(name) }),
    }));
}

/** Words that begin with what was typed. */
export function completeWords(words: readonly string[], prefix: string): readonly Completion[] {
  const typed = prefix.toLowerCase();
  return words.filter((word) => word.startsWith(typed)).map((value) => ({ value }));
}
