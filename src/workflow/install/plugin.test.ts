/** The example of a plugin holds what an installation puts in place. `UPDATE_GOLDENS=1` writes it anew. */
import { expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { hookCalls, SERVER } from "./harnesses/harness.ts";
import { jsonHooks } from "./kinds/json-hooks.ts";
import { jsonServer } from "./kinds/json-server.ts";
import type { PartText } from "./part.ts";
import { STATUS_LINE_SKILL } from "./texts.ts";

const PLUGIN = join(import.meta.dir, "../../../examples/claude-plugin");

function made(part: PartText): string {
  const text = part.put("");
  if (!text.ok) throw new Error(text.reason.reason);
  return text.value;
}

const FILES: readonly (readonly [string, string])[] = [
  ["hooks/hooks.json", made(jsonHooks(hookCalls("claude")))],
  [".mcp.json", made(jsonServer(SERVER))],
  ["skills/smllm-statusline/SKILL.md", STATUS_LINE_SKILL],
];

// covers: smllm-install-plugin
test.each(FILES)("%s of the plugin: as it is installed", (path, expected) => {
  const file = join(PLUGIN, path);
  if (process.env.UPDATE_GOLDENS === "1") fs.writeFileSync(file, expected);
  expect(fs.readFileSync(file, "utf8")).toBe(expected);
});

test("the manifest of the plugin: named as its server, and alone in its folder", () => {
  const folder = join(PLUGIN, ".claude-plugin");
  expect(fs.readdirSync(folder)).toEqual(["plugin.json"]);
  expect(JSON.parse(fs.readFileSync(join(folder, "plugin.json"), "utf8")).name).toBe("smllm");
});
