/** A dialog in which one of some answers is chosen: a permission, a question, a plan, a page. */

import type { IntentAnswer } from "../../../status/intent.ts";
import { cleanLine } from "../../../text/clean.ts";
import { cleanLongLine } from "../../../text/clean-lines.ts";
import { type Span, span } from "../../../text/span.ts";
import type { AnswerOption, OpenInteraction, OptionRole } from "../../../wire/runtime/entities.ts";
import type { Key } from "../screen/key.ts";
import type { DialogTexts } from "../texts/dialogs.ts";
import { marksOf } from "../transcript/marks.ts";
import { type Line, wrapBehind, wrapSpans } from "../transcript/wrap-spans.ts";
import { type AskedOptions, type AskedReader, askedReader } from "./asked-lines.ts";
import { type DialogBody, type DialogFrame, type DialogPress, HANDLED, IGNORED } from "./dialog.ts";
import { type DialogParts, hintLine, noteOf, paintLines, placeParts } from "./dialog-rows.ts";
import { titleParts } from "./dialog-title.ts";
import { soleChoice } from "./sole-choice.ts";

type Deps = Omit<AskedOptions, "cols">;

/** Something that can be chosen, and what choosing it says. */
interface Choice {
  readonly label: string;
  readonly description?: string;
  readonly role?: OptionRole;
  readonly answer: IntentAnswer;
}

/** Keys of digits that choose at once. */
const MAX_NUMBERS = 9;

export function choiceDialog(first: OpenInteraction, deps: Deps): DialogBody<OpenInteraction> {
  const { texts, painter } = deps;
  let asked = first;
  let choices = choicesOf(asked, texts.dialogs);
  let at = Math.max(0, placeOfFallback(asked));
  const read = askedReader(deps);
  let scroll = 0;
  let last = { maxScroll: 0, bodyRows: 0 };
  const choose = (choice: Choice | undefined): DialogPress =>
    choice === undefined ? HANDLED : { kind: "answer", answer: choice.answer };
  const move = (by: number): DialogPress => {
    at = (at + by + choices.length) % choices.length;
    return HANDLED;
  };
  const scrollBy = (by: number): DialogPress => {
    scroll = Math.max(0, Math.min(scroll + by, last.maxScroll));
    return HANDLED;
  };
  return {
    update: (next) => {
      asked = next;
      choices = choicesOf(next, texts.dialogs);
      at = Math.min(at, choices.length - 1);
    },
    view: (size, frame) => {
      const shown = { asked, choices, at, read };
      const placed = placeParts(
        partsOf(shown, frame, { ...deps, cols: Math.max(1, size.widthCols) }),
        size.heightRows,
        scroll,
        texts.dialogs,
      );
      last = placed;
      scroll = Math.min(scroll, placed.maxScroll);
      return paintLines(placed.lines, size, painter);
    },
    cursor: () => undefined,
    press: (key) => {
      switch (key.name) {
        case "up":
        case "shift+tab":
          return move(-1);
        case "down":
        case "tab":
          return move(1);
        case "home":
          return move(-at);
        case "end":
          return move(choices.length - 1 - at);
        case "pageup":
          return scrollBy(-Math.max(1, last.bodyRows - 1));
        case "pagedown":
          return scrollBy(Math.max(1, last.bodyRows - 1));
        case "enter":
          return choose(choices[at]);
        case "escape":
          return escapeAnswer(asked, choices);
        default:
          return pressLetter(key, asked, choices, choose);
      }
    },
  };
}

interface ShownChoices {
  readonly asked: OpenInteraction;
  readonly choices: readonly Choice[];
  readonly at: number;
  readonly read: AskedReader;
}

function partsOf(
  { asked, choices, at, read }: ShownChoices,
  frame: DialogFrame,
  options: AskedOptions,
): DialogParts {
  const { painter, cols } = options;
  const texts = options.texts.dialogs;
  const title = titleParts(texts.asks[asked.asks], asked.title, frame, { texts, painter, cols });
  const rows = choices.map((choice, index) => choiceLines(choice, index, at, options, cols));
  const first = rows.slice(0, at).reduce((sum, lines) => sum + lines.length, 0);
  return {
    title: title.title,
    body: [...title.rest, ...read(asked, cols), ...fieldWords(asked, options)],
    choices: rows.flat(),
    focus: { first, last: first + (rows[at]?.length ?? 1) - 1 },
    note: noteOf(frame, texts, painter, cols),
    hint: hintLine(hintsOf(asked, choices, texts), cols, painter),
  };
}

/** Digits choose by place; `y` and `n` by what an option means, and only where it allows or refuses once. */
function pressLetter(
  key: Key,
  asked: OpenInteraction,
  choices: readonly Choice[],
  choose: (choice: Choice | undefined) => DialogPress,
): DialogPress {
  if (key.text === undefined) return IGNORED;
  if (/^[1-9]$/.test(key.text)) return choose(choices[Number(key.text) - 1]);
  if (asked.asks === "question") return HANDLED;
  if (key.text === "y") return choose(withRole(choices, "allow-once"));
  if (key.text === "n") return choose(withRole(choices, "reject-once"));
  return HANDLED;
}

function escapeAnswer(asked: OpenInteraction, choices: readonly Choice[]): DialogPress {
  if (soleChoice(asked) !== undefined) return { kind: "answer", answer: { kind: "declined" } };
  const reject = withRole(choices, "reject-once");
  return { kind: "answer", answer: reject?.answer ?? { kind: "dismissed" } };
}

function withRole(choices: readonly Choice[], role: OptionRole): Choice | undefined {
  return choices.find((choice) => choice.role === role);
}

/** Without options there is a page to answer on, or only something to take note of. */
function choicesOf(asked: OpenInteraction, texts: DialogTexts): readonly Choice[] {
  const { options } = asked;
  if (options.length > 0) return options.map(choiceOf);
  const sole = soleChoice(asked);
  if (sole !== undefined) {
    return sole.options.map(({ value, label }) => ({
      label: cleanLine(label).trim() || cleanLine(value).trim() || "?",
      answer: { kind: "form", values: { [sole.field.name]: value } },
    }));
  }
  return [
    { label: texts.done, answer: { kind: "form", values: {} } },
    { label: texts.decline, answer: { kind: "declined" } },
  ];
}

/** The place of what is chosen already; below zero: nothing is. */
function placeOfFallback(asked: OpenInteraction): number {
  const sole = soleChoice(asked);
  return sole?.options.findIndex(({ value }) => value === sole.field.fallback) ?? -1;
}

/** What the field of a form says beside its question. */
function fieldWords(asked: OpenInteraction, options: AskedOptions): readonly Line[] {
  const { label = "", description = "" } = soleChoice(asked)?.field ?? {};
  const { cols, painter } = options;
  return [label, description]
    .map((words) => cleanLongLine(words).trim())
    .filter((words) => words !== "" && words !== asked.title && words !== asked.body)
    .flatMap((words) => wrapSpans([span(words, "muted")], { cols, measure: painter.measure }));
}

function choiceOf({ optionId, label, description, role }: AnswerOption): Choice {
  return {
    label: cleanLine(label).trim() || cleanLine(optionId).trim() || "?",
    ...(description !== undefined && { description: cleanLine(description).trim() }),
    ...(role !== undefined && { role }),
    answer: { kind: "option", optionId },
  };
}

function choiceLines(
  choice: Choice,
  index: number,
  at: number,
  { painter }: Deps,
  cols: number,
): readonly Line[] {
  const isAt = index === at;
  const marker = isAt ? marksOf(painter.isAscii).chosen : " ";
  const number = index < MAX_NUMBERS ? `${index + 1}. ` : "   ";
  const first: Line = [span(`${marker} `, "accent"), span(number, isAt ? "accent" : "muted")];
  const label: Span = isAt
    ? { text: choice.label, tone: "accent", bold: true }
    : { text: choice.label };
  const more = choice.description ? [span(` ${choice.description}`, "muted")] : [];
  return wrapBehind(first, [span(" ".repeat(number.length + 2))], [label, ...more], {
    cols,
    measure: painter.measure,
  });
}

function hintsOf(
  asked: OpenInteraction,
  choices: readonly Choice[],
  { keys }: DialogTexts,
): readonly string[] {
  const yesNo = asked.asks !== "question" && withRole(choices, "allow-once") !== undefined;
  const ofOptions = withRole(choices, "reject-once") === undefined ? keys.dismiss : keys.reject;
  const byEscape = soleChoice(asked) === undefined ? ofOptions : keys.decline;
  return [keys.choose, byEscape, ...(yesNo ? [keys.yesNo] : []), keys.numbers];
}
