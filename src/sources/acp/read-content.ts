/** Content blocks of ACP as text; what is no text stands as a short placeholder. */
import { asRecord } from "../../base/shape.ts";
import { readBlock, readLabel, readList } from "./outside.ts";

/** The text of one block; undefined if there is none. */
export function readContentBlock(value: unknown): string | undefined {
  const block = asRecord(value);
  switch (block?.type) {
    case "text":
      return readBlock(block.text);
    case "image":
    case "audio":
      return placeholder(block.type, block.mimeType, block.uri);
    case "resource_link":
      return placeholder("resource", block.title ?? block.name, block.uri);
    case "resource": {
      const resource = asRecord(block.resource);
      return (
        readBlock(resource?.text) ?? placeholder("resource", resource?.mimeType, resource?.uri)
      );
    }
    default:
      return undefined;
  }
}

/** The text of a list of blocks. */
export function readContentBlocks(value: unknown): string | undefined {
  return readBlock(
    readList(value)
      .map((block) => readContentBlock(block) ?? "")
      .join(""),
  );
}

function placeholder(...parts: readonly unknown[]): string {
  return `[${parts.flatMap((part) => readLabel(part) ?? []).join(" ")}]`;
}
