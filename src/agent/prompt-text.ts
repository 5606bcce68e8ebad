/** A prompt of several blocks as the one text that the simulator reads. */
import type { acp } from "../sources/acp/agent-side.ts";

export function promptText(blocks: readonly acp.ContentBlock[]): string {
  return blocks
    .map((block) => {
      switch (block.type) {
        case "text":
          return block.text;
        case "resource_link":
          return `@${block.name}`;
        case "resource":
          return `@${block.resource.uri}`;
        case "image":
        case "audio":
          return `(${block.type})`;
        default:
          return "";
      }
    })
    .join("");
}
