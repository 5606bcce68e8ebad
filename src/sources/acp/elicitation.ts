/** `elicitation/create` as a question to the person, and the answer back. */
import type { CreateElicitationResponse } from "@agentclientprotocol/sdk";
import { asCount, asFlag, asNumber, asRecord, asText, asTexts, known } from "../../base/shape.ts";
import type { Answer, AnswerOption, FieldValue, FormField } from "../../wire/runtime/entities.ts";
import type { InteractionRequest } from "./agent-link.ts";
import { readBlock, readEach, readId, readLabel } from "./outside.ts";

/** A form is filled in by hand. */
const MAX_FIELDS = 100;

/** What can be said to a page that the agent wants opened. */
const PAGE_OPTIONS: readonly AnswerOption[] = [
  { optionId: "open", label: "Open the page", role: "allow-once" },
  { optionId: "decline", label: "Decline", role: "reject-once" },
];

type Raw = Readonly<Record<string, unknown>>;
type Choices = NonNullable<FormField["options"]>;

/** What the person is asked; undefined for a mode that we do not know or a form with a field that we cannot show. */
export function elicitationRequest(
  raw: Raw,
  memberId: string | undefined,
): InteractionRequest | undefined {
  const schema = asRecord(raw.requestedSchema);
  const message = readBlock(raw.message);
  const title = readLabel(schema?.title) ?? readLabel(message?.split("\n")[0]) ?? "Question";
  const head = known({ asks: "question" as const, title, body: message, options: [], memberId });
  if (raw.mode === "url") {
    const url = webPage(raw.url);
    return url === undefined ? undefined : { ...head, options: PAGE_OPTIONS, url };
  }
  const form = readForm(schema);
  return raw.mode === "form" && form !== undefined ? { ...head, form } : undefined;
}

/** A page that a browser opens, and nothing that starts something else. */
function webPage(value: unknown): string | undefined {
  const url = URL.parse(asText(value) ?? "");
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return isWeb ? url.href : undefined;
}

function readForm(schema: Raw | undefined): readonly FormField[] | undefined {
  const properties = Object.entries(asRecord(schema?.properties) ?? {});
  if (properties.length > MAX_FIELDS) return undefined;
  const required = asTexts(schema?.required) ?? [];
  const fields: FormField[] = [];
  for (const [name, property] of properties) {
    const field = readField(name, asRecord(property) ?? {}, required.includes(name));
    if (field !== undefined) fields.push(field);
    // Without an answer to it the agent would take nothing of the form.
    else if (required.includes(name)) return undefined;
  }
  return fields;
}

function readField(name: string, raw: Raw, required: boolean): FormField | undefined {
  if (readId(name) !== name) return undefined;
  const label = readLabel(raw.title);
  const head = known({ name, label, description: readBlock(raw.description), required });
  switch (raw.type) {
    case "string":
      return { ...head, ...readText(raw) };
    case "integer":
    case "number": {
      const [min, max] = [asNumber(raw.minimum), asNumber(raw.maximum)];
      return { ...head, type: raw.type, ...known({ min, max, fallback: asNumber(raw.default) }) };
    }
    case "boolean":
      return { ...head, type: "flag", ...known({ fallback: asFlag(raw.default) }) };
    case "array": {
      const items = asRecord(raw.items);
      const options = readChoices(items?.anyOf ?? items?.oneOf) ?? readWords(items?.enum);
      if (options === undefined) return undefined;
      const counts = { minLength: asCount(raw.minItems), maxLength: asCount(raw.maxItems) };
      return {
        ...head,
        type: "choices",
        options,
        ...known({ ...counts, fallback: asTexts(raw.default) }),
      };
    }
    default:
      return undefined;
  }
}

function readText(raw: Raw): Omit<FormField, "name" | "required"> {
  const options = readChoices(raw.oneOf) ?? readWords(raw.enum);
  const fallback = readBlock(raw.default);
  if (options !== undefined) return { type: "choice", options, ...known({ fallback }) };
  const [minLength, maxLength] = [asCount(raw.minLength), asCount(raw.maxLength)];
  return { type: "text", ...known({ minLength, maxLength, fallback }) };
}

function readChoices(value: unknown): Choices | undefined {
  if (!Array.isArray(value)) return undefined;
  return readEach(value, (member) => {
    const raw = asRecord(member);
    const constant = asText(raw?.const);
    return constant === undefined
      ? undefined
      : { value: constant, label: readLabel(raw?.title) ?? constant };
  });
}

function readWords(value: unknown): Choices | undefined {
  const words = asTexts(value);
  return words?.map((word) => ({ value: word, label: readLabel(word) ?? word }));
}

/** The answer as ACP has it. */
export function elicitationOutcome(
  answer: Answer,
  request: InteractionRequest,
): CreateElicitationResponse {
  if (answer.kind === "form" && request.form !== undefined)
    return { action: "accept", content: contentOf(answer.values, request.form) };
  // The page was opened: what happens there is between the person and the agent.
  const isDeclined = answer.kind === "option" && answer.optionId === "decline";
  if (
    request.url !== undefined &&
    (answer.kind === "form" || answer.kind === "option") &&
    !isDeclined
  )
    return { action: "accept" };
  return { action: answer.kind === "declined" || isDeclined ? "decline" : "cancel" };
}

/** The values of the fields that were asked for. */
function contentOf(
  values: Readonly<Record<string, FieldValue>>,
  form: readonly FormField[],
): Record<string, string | number | boolean | string[]> {
  const known = form.filter(({ name }) => Object.hasOwn(values, name));
  return Object.fromEntries(
    known.flatMap(({ name }) => {
      const value = values[name];
      if (value === undefined) return [];
      return [[name, typeof value === "object" ? [...value] : value]];
    }),
  );
}
