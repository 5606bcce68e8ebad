import { expect, test } from "bun:test";
import fs from "node:fs";
import { resolve } from "node:path";
import { asRecord } from "../../base/shape.ts";
import { parseExtension, parseExtensionOffer } from "./extension.ts";

const DOCUMENT = fs.readFileSync(
  resolve(import.meta.dir, "../../../docs/acp-extension.md"),
  "utf8",
);
/** What the agent sends, and what it is asked. */
const SOURCE = ["extension.ts", "turns.ts"]
  .map((name) => fs.readFileSync(resolve(import.meta.dir, name), "utf8"))
  .join("");

const examples = [...DOCUMENT.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
  JSON.parse(text ?? ""),
);

/** All that an update says, with the names that the message had. */
function leaves(value: unknown): readonly string[] {
  const record = asRecord(value);
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (record === undefined) return [JSON.stringify(value)];
  return Object.entries(record).flatMap(([key, part]) =>
    leaves(part).map((leaf) => `${key} ${leaf}`),
  );
}

// covers: agent-extension-documented
test("examples of the document: each is read, and no member of it is lost", () => {
  const [offer, ...messages] = examples;
  expect(parseExtensionOffer(offer._meta)).toEqual({ version: 1, tasks: true, steer: true });
  expect(messages.length).toBeGreaterThan(10);
  for (const { method, params } of messages) {
    const read = parseExtension(method, params);
    expect(read?.sessionId).toBe("s1");
    const { sessionId: _, state: _state, ...told } = params;
    const known = leaves(read?.update).map((leaf) => leaf.split(" ").slice(-2).join(" "));
    for (const leaf of leaves(told))
      expect(known.join("\n")).toContain(leaf.split(" ").slice(-2).join(" "));
  }
});

// covers: agent-extension-documented
test("methods of the extension: each stands in the document, and no other", () => {
  const named = (text: string) => new Set(text.match(/_telltale\/[a-z/]*[a-z]/g));
  const inDocument = named(DOCUMENT);
  for (const method of named(SOURCE)) expect(inDocument.has(method)).toBe(true);
  for (const method of inDocument) expect(SOURCE).toContain(`"${method}"`);
});
