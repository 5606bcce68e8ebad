/** Names of models as lines show them. */
import { cleanLine } from "../../../text/clean.ts";
import type { Model } from "../../facts/model.ts";
import { lastPart } from "./paths.ts";

/** Full label: display name, else provider and id; with the variant unless that is thinking itself. */
export function modelLabel(model: Model | undefined): string | undefined {
  const id = model?.provider && model.id ? `${model.provider}/${model.id}` : model?.id;
  const name = model?.displayName ?? id;
  if (name === undefined) return undefined;
  const variant = model?.variant;
  return cleanLine(variant && variant !== "thinking" ? `${name}#${variant}` : name).trim();
}

/** The label without the path before it: `minimax/m2` reads `m2`. */
export function modelName(model: Model | undefined): string | undefined {
  const label = modelLabel(model);
  return label === undefined || label === "" ? undefined : lastPart(label);
}

/** Columns below which a reference loses its provider, its channel, and its version. */
const NO_PROVIDER_BELOW = 100;
const NO_CHANNEL_BELOW = 60;
const NO_VERSION_BELOW = 48;

/** `provider/id@channel`, shortened by the width of the row. */
export function referenceOf(
  model: Pick<Model, "id" | "displayName" | "provider" | "channel">,
  widthCols: number | undefined,
): string | undefined {
  const id = model.id ?? model.displayName;
  if (id === undefined) return undefined;
  const provider = model.provider ? `${model.provider}/` : "";
  const channel = model.channel ? `@${model.channel}` : "";
  return shortReference(cleanLine(provider + id + channel).trim(), widthCols);
}

/** Shortens a reference that is already written out. */
export function shortReference(reference: string, widthCols = Number.POSITIVE_INFINITY): string {
  let short = reference;
  if (widthCols < NO_PROVIDER_BELOW) short = lastPart(short);
  if (widthCols < NO_CHANNEL_BELOW) short = short.replace(/@.*$/, "") || short;
  if (widthCols < NO_VERSION_BELOW) short = short.replace(/-\d.*$/, "") || short;
  return short;
}
