/** The dialog of a session that cannot go on before the person has signed in. */
import { cleanLine } from "../../../text/clean.ts";
import { type Span, span } from "../../../text/span.ts";
import type { AuthMethod } from "../../../wire/runtime/entities.ts";
import { markdownLines } from "../transcript/markdown/markdown-lines.ts";
import { marksOf } from "../transcript/marks.ts";
import { type Line, wrapBehind, wrapSpans } from "../transcript/wrap-spans.ts";
import type { AskedOptions } from "./asked-lines.ts";
import { type DialogBody, HANDLED, IGNORED } from "./dialog.ts";
import { hintLine, noteOf, paintLines, placeParts } from "./dialog-rows.ts";
import { titleParts } from "./dialog-title.ts";

export interface AskedLogin {
  readonly message?: string;
  readonly methods: readonly AuthMethod[];
}

type Deps = Omit<AskedOptions, "cols">;

export function loginDialog(first: AskedLogin, deps: Deps): DialogBody<AskedLogin> {
  const { texts, painter } = deps;
  let asked = first;
  let at = 0;
  let scroll = 0;
  let maxScroll = 0;
  return {
    update: (next) => {
      asked = next;
      at = Math.max(0, Math.min(at, next.methods.length - 1));
    },
    view: (size, frame) => {
      const cols = Math.max(1, size.widthCols);
      const head = { texts: texts.dialogs, painter, cols };
      const title = titleParts(texts.dialogs.asks.login, texts.dialogs.signIn, frame, head);
      const rows = asked.methods.map((method, index) =>
        methodLines(method, index, index === at, deps, cols),
      );
      const none = wrapSpans([span(texts.dialogs.noMethods, "warning")], {
        cols,
        measure: painter.measure,
      });
      const focusFirst = rows.slice(0, at).reduce((sum, lines) => sum + lines.length, 0);
      const { choose, later } = texts.dialogs.keys;
      const placed = placeParts(
        {
          title: title.title,
          body: [...title.rest, ...messageLines(asked.message ?? "", deps, cols)],
          choices: rows.length === 0 ? none : rows.flat(),
          focus: { first: focusFirst, last: focusFirst },
          note: noteOf(frame, texts.dialogs, painter, cols),
          hint: hintLine(rows.length === 0 ? [later] : [choose, later], cols, painter),
        },
        size.heightRows,
        scroll,
        texts.dialogs,
      );
      maxScroll = placed.maxScroll;
      return paintLines(placed.lines, { ...size, widthCols: cols }, painter);
    },
    cursor: () => undefined,
    press: (key) => {
      const { length } = asked.methods;
      const method = asked.methods[/^[1-9]$/.test(key.text ?? "") ? Number(key.text) - 1 : at];
      switch (key.name) {
        case "escape":
          return { kind: "hide" };
        case "up":
        case "shift+tab":
          at = Math.max(0, at - 1);
          return HANDLED;
        case "down":
        case "tab":
          at = Math.max(0, Math.min(length - 1, at + 1));
          return HANDLED;
        case "pageup":
          scroll = Math.max(0, scroll - 1);
          return HANDLED;
        case "pagedown":
          scroll = Math.min(maxScroll, scroll + 1);
          return HANDLED;
        default:
          if (key.name !== "enter" && !/^[1-9]$/.test(key.name)) {
            return key.text === undefined ? IGNORED : HANDLED;
          }
          return method === undefined ? HANDLED : { kind: "log-in", methodId: method.methodId };
      }
    },
  };
}

/** A message that is longer is no message. */
const MAX_MESSAGE_UNITS = 20_000;

function messageLines(message: string, { painter }: Deps, cols: number): readonly Line[] {
  const { measure, isAscii } = painter;
  const text = message.slice(0, MAX_MESSAGE_UNITS).trim();
  return markdownLines(text, { cols, measure, marks: marksOf(isAscii) });
}

function methodLines(
  { methodId, name, description, command }: AuthMethod,
  index: number,
  isAt: boolean,
  { texts, painter }: Deps,
  cols: number,
): readonly Line[] {
  const mark = isAt ? marksOf(painter.isAscii).chosen : " ";
  const first: Line = [
    span(`${mark} `, "accent"),
    span(`${index + 1}. `, isAt ? "accent" : "muted"),
  ];
  const label = cleanLine(name).trim() || cleanLine(methodId) || "?";
  const spans: readonly Span[] = [
    isAt ? { text: label, tone: "accent", bold: true } : { text: label },
    ...(description ? [span(` ${cleanLine(description)}`, "muted")] : []),
  ];
  const options = { cols, measure: painter.measure };
  const next: Line = [span(" ".repeat(painter.measure(`${mark} ${index + 1}. `)))];
  const run = command ? [span(texts.dialogs.runCommand(cleanLine(command)), "code")] : [];
  return [
    ...wrapBehind(first, next, spans, options),
    ...(run.length === 0 ? [] : wrapBehind(next, next, run, options)),
  ];
}
