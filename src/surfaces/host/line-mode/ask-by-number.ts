/** What the agent asks, as numbered text; answered by a line of the person, or refused where nobody is. */
import type { IntentAnswer } from "../../../status/intent.ts";
import { cleanLine } from "../../../text/clean.ts";
import type { FormField, OpenInteraction } from "../../../wire/runtime/entities.ts";
import type { LineModeTexts } from "../texts/line-mode.ts";

export interface Asker {
  readonly texts: LineModeTexts;
  readonly isInteractive: boolean;
  /** Next line of the person; undefined at the end of input. */
  readonly readLine: () => Promise<string | undefined>;
  readonly err: (text: string) => void;
}

/** The answer. Nobody there: a permission is refused, everything else stays unanswered. */
export async function askByNumber(asker: Asker, asked: OpenInteraction): Promise<IntentAnswer> {
  const { texts, err, isInteractive } = asker;
  if (!isInteractive) err(`${texts.nobodyHere}\n`);
  err(`${questionText(asked)}\n`);
  if (asked.url !== undefined) err(`${texts.openPage(cleanLine(asked.url))}\n`);
  if (!isInteractive) {
    const answer = refusal(asked);
    err(`${answer.kind === "dismissed" ? texts.dismissed : texts.refused}\n`);
    return answer;
  }
  if (asked.form !== undefined && asked.form.length > 0) return askForm(asker, asked.form);
  return askOption(asker, asked);
}

function questionText({ title, body, call }: OpenInteraction): string {
  const lines = [
    title,
    call?.title === title ? undefined : call?.title,
    ...(body ?? "").split("\n"),
  ];
  return lines
    .map((line) => cleanLine(line ?? "").trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}

/** Saying no once where that can be said; else that it was not answered. */
function refusal({ asks, options }: OpenInteraction): IntentAnswer {
  if (asks !== "permission" && asks !== "plan") return { kind: "dismissed" };
  const no = options.find(({ role }) => role === "reject-once");
  return no === undefined ? { kind: "declined" } : { kind: "option", optionId: no.optionId };
}

async function askOption(asker: Asker, { options }: OpenInteraction): Promise<IntentAnswer> {
  const { texts, err, readLine } = asker;
  if (options.length === 0) return { kind: "dismissed" };
  for (const [at, { label }] of options.entries()) err(`  ${at + 1}. ${cleanLine(label)}\n`);
  for (;;) {
    err(`${texts.choose(options.length)} `);
    const line = (await readLine())?.trim();
    if (line === undefined || line === "") return { kind: "dismissed" };
    const chosen = /^\d+$/.test(line) ? options[Number(line) - 1] : undefined;
    if (chosen !== undefined) return { kind: "option", optionId: chosen.optionId };
    err(`${texts.wrongChoice}\n`);
  }
}

type FieldValue = string | number | boolean | readonly string[];

async function askForm(asker: Asker, fields: readonly FormField[]): Promise<IntentAnswer> {
  const values: Record<string, FieldValue> = {};
  for (const field of fields) {
    const line = await askField(asker, field);
    if (line === undefined) return { kind: "dismissed" };
    const value = line === "" ? field.fallback : fieldValue(field, line);
    if (value !== undefined) values[field.name] = value;
    else if (field.required) return { kind: "declined" };
  }
  return { kind: "form", values };
}

async function askField({ texts, err, readLine }: Asker, field: FormField) {
  for (const [at, { label }] of (field.options ?? []).entries()) {
    err(`  ${at + 1}. ${cleanLine(label)}\n`);
  }
  err(`${texts.write(cleanLine(field.label ?? field.name))} `);
  return (await readLine())?.trim();
}

/** What was typed as the field takes it; undefined for what it does not. */
function fieldValue(field: FormField, line: string): FieldValue | undefined {
  switch (field.type) {
    case "text":
      return line;
    case "integer":
    case "number": {
      const value = Number(line);
      const isFit = Number.isFinite(value) && (field.type === "number" || Number.isInteger(value));
      return isFit ? value : undefined;
    }
    case "flag":
      return /^(?:y|yes|true|1|是)$/i.test(line);
    case "choice":
      return choiceOf(field, line);
    case "choices":
      return line.split(/[\s,]+/).flatMap((each) => choiceOf(field, each) ?? []);
    default:
      return field.type satisfies never;
  }
}

function choiceOf({ options = [] }: FormField, text: string): string | undefined {
  const byNumber = /^\d+$/.test(text) ? options[Number(text) - 1] : undefined;
  return (byNumber ?? options.find(({ value }) => value === text))?.value;
}
