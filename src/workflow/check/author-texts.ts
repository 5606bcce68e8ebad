/** Texts of an author that would end the block they stand in: the agent could not tell where it ends. */
import { textPlace } from "../../base/text-place.ts";
import type { Finding } from "../finding.ts";
import type { Draft, DraftAction, Placed } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";

const END_TAG = /<\/(?:smllm|instructions|events)>/;

/** One warning for each text of the machine that reaches the agent with such a tag in it. */
export function checkAuthorTexts(draft: Draft): readonly Problem[] {
  return shownTexts(draft).flatMap(({ value, at }) => {
    const tag = endTagIn(value);
    return tag === undefined ? [] : [problem("warning", "TURN-12", at, ...words(tag))];
  });
}

/** The same for a text in a file of its own, such as a prompt file: at the line of the first tag. */
export function authorTextFinding(text: string, file: string): Finding | undefined {
  const tag = endTagIn(text);
  if (tag === undefined) return undefined;
  const { line } = textPlace(text, text.indexOf(tag));
  return { file, ...problem("warning", "TURN-12", { line, path: "" }, ...words(tag)) };
}

/** The first tag in a text that closes what the engine opened. */
function endTagIn(text: string): string | undefined {
  return END_TAG.exec(text)?.[0];
}

function words(tag: string): readonly [message: string, hint: string] {
  return [`the text holds ${tag}, which ends what it stands in`, "write the tag in other words"];
}

function shownTexts(draft: Draft): readonly Placed[] {
  const { states, events, shared } = draft;
  return [
    draft.description,
    draft.kind,
    draft.refDescription,
    draft.refPattern,
    ...events.flatMap((event) => [
      event.name,
      event.description,
      ...event.params.flatMap((param) => [param.description, param.pattern, ...(param.enum ?? [])]),
    ]),
    ...shared.flatMap(({ entry, exit }) => promptTexts([...entry, ...exit])),
    ...states.flatMap((state) => [
      state.name,
      ...state.paramDescriptions.flatMap(({ params }) => params.map(({ text }) => text)),
      ...promptTexts([...state.entry, ...state.exit]),
      ...[...state.on.flatMap(({ transitions }) => transitions), ...state.always].flatMap(
        ({ description, actions }) => [description, ...promptTexts(actions)],
      ),
    ]),
  ].filter((text) => text !== undefined);
}

function promptTexts(actions: readonly DraftAction[]): readonly Placed[] {
  return actions.flatMap((action) =>
    action.kind === "prompt" && action.text !== undefined ? [action.text] : [],
  );
}
