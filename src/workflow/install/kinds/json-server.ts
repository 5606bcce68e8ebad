/** The MCP server in a JSON file: `mcpServers.smllm`. Members that the user added to the entry stay. */
import { ok } from "../../../base/result.ts";
import { asRecord } from "../../../base/shape.ts";
import { elementsOf, type JsonNode, memberOf, setMember } from "../../../files/splice/json.ts";
import type { PartText } from "../part.ts";
import {
  changedBy,
  type JsonRecord,
  jsonOf,
  objectAt,
  onlyOurs,
  valuesOf,
  withoutMember,
} from "./json-file.ts";

const CONTAINER = "mcpServers";
export const SERVER_NAME = "smllm";

/** The part for an entry of which `server` are the members that are ours. */
export function jsonServer(server: JsonRecord): PartText {
  return {
    wanted: JSON.stringify(server),
    read: (text) => {
      const document = jsonOf(text);
      if (!document.ok) return document;
      const container = objectAt(document.value, CONTAINER);
      if (!container.ok) return container;
      return ok(serverIn(valuesOf(document.value), server));
    },
    put: (text) => {
      const document = jsonOf(text);
      if (!document.ok) return document;
      const container = objectAt(document.value, CONTAINER);
      if (!container.ok) return container;
      const changed = changedBy(text, changesOf(server, memberOf(container.value, SERVER_NAME)));
      return changed.ok
        ? onlyOurs(text, changed.value, (values) => withoutMember(values, CONTAINER, SERVER_NAME))
        : changed;
    },
  };
}

/** Ours in the values of a file, in the form that compares. */
function serverIn(values: JsonRecord, server: JsonRecord): string | undefined {
  const entry = asRecord(values[CONTAINER])?.[SERVER_NAME];
  if (entry === undefined) return undefined;
  const members = asRecord(entry);
  if (members === undefined) return JSON.stringify(entry);
  const ours = Object.keys(server).map((key) => [key, members[key]] as const);
  return JSON.stringify(Object.fromEntries(ours));
}

type Change = Parameters<typeof changedBy>[1][number];

function changesOf(server: JsonRecord, entry: JsonNode | undefined): readonly Change[] {
  if (entry?.type === "object") {
    return Object.entries(server).map(
      ([key, value]): Change =>
        (document) => {
          const now = memberOf(memberOf(document.root, CONTAINER), SERVER_NAME);
          if (now === undefined || isSame(memberOf(now, key), value)) return undefined;
          return setMember(document, now, { key, value });
        },
    );
  }
  return [
    (document) => {
      const member = { key: SERVER_NAME, value: server, spread: true };
      const container = memberOf(document.root, CONTAINER);
      return container === undefined
        ? setMember(document, document.root, {
            key: CONTAINER,
            value: { [SERVER_NAME]: server },
            spread: true,
          })
        : setMember(document, container, member);
    },
  ];
}

function isSame(node: JsonNode | undefined, value: unknown): boolean {
  if (node === undefined) return false;
  if (!Array.isArray(value)) return node.value === value;
  const elements = elementsOf(node);
  return (
    node.type === "array" &&
    elements.length === value.length &&
    elements.every((element, at) => element.value === value[at])
  );
}
