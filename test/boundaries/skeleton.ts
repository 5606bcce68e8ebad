/**
 * A small source tree that keeps every boundary rule, with the edges that are allowed but look as
 * if they were not, and one planted breach for each rule. Only imports matter in it.
 */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The folder of this checkout. */
export const checkout = resolve(import.meta.dir, "../..");

/** Packages that the trees use. */
const DEPENDENCIES = [
  "@modelcontextprotocol/server",
  "get-east-asian-width",
  "marked",
  "toml-eslint-parser",
  "yaml",
];
const DEV_DEPENDENCIES = ["fast-check", "xstate"];

/** Path -> what it imports. */
type Tree = Readonly<Record<string, readonly string[]>>;

/** A tree without a breach. */
export const skeleton: Tree = {
  "base/result": [],
  "base/result.test": ["bun:test", "fast-check", "../testing/builders.ts", "./result.ts"],
  "text/span": ["../base/result.ts", "get-east-asian-width"],
  "wire/osc/frame": ["../../base/result.ts"],
  "wire/record/message": ["../osc/frame.ts", "../../text/span.ts"],
  "wire/osc7501/message": ["../osc/frame.ts"],
  "files/lock": ["node:fs", "../base/result.ts"],
  "status/facts/place": ["../../base/result.ts"],
  "status/facts/fact": ["./place.ts"],
  "status/snapshot": ["./facts/fact.ts"],
  "status/items/item": ["../snapshot.ts", "../../text/span.ts"],
  "status/items/shared/names": ["../../../text/span.ts"],
  "status/items/model": ["./item.ts", "./shared/names.ts", "../../wire/record/message.ts"],
  "status/items/branch": ["./item.ts", "./shared/names.ts"],
  "status/items/branch.test": ["bun:test", "node:fs", "./model.ts", "./branch.ts"],
  "status/items/registry": ["./branch.ts", "./model.ts"],
  "status/layouts/layout": ["../../text/span.ts"],
  "status/layouts/full": ["./layout.ts"],
  "status/layouts/registry": ["./full.ts"],
  "status/rows": ["./items/registry.ts", "./layouts/registry.ts"],
  "config/config": ["yaml", "../files/lock.ts", "../status/rows.ts"],
  "workflow/machine": ["../base/result.ts"],
  "workflow/finding": [],
  "workflow/engine/engine": ["../machine.ts", "../finding.ts", "../../text/span.ts"],
  "workflow/engine/engine.test": ["bun:test", "node:fs", "xstate", "../store/disk-store.ts"],
  "workflow/check/check-machine": ["../machine.ts", "../finding.ts"],
  "workflow/format/parse-machine": ["yaml", "../machine.ts", "../check/check-machine.ts"],
  "workflow/api/workflow": ["../engine/engine.ts"],
  "workflow/api/node": ["node:fs", "./workflow.ts"],
  "workflow/store/disk-store": ["node:fs", "../../files/lock.ts", "../engine/engine.ts"],
  "workflow/tool/server": ["../store/disk-store.ts", "@modelcontextprotocol/server"],
  "files/splice/toml": ["toml-eslint-parser"],
  "sources/probes/probe": ["../../status/snapshot.ts"],
  "sources/probes/git": ["./probe.ts", "./git-head.ts"],
  "sources/probes/git-head": ["node:child_process", "../../files/lock.ts"],
  "sources/probes/width": ["./probe.ts"],
  "sources/probes/registry": ["./git.ts", "./width.ts"],
  "sources/harnesses/harness": ["../../status/snapshot.ts"],
  "sources/harnesses/claude-code/manifest": ["../harness.ts"],
  "sources/harnesses/codex/manifest": ["../harness.ts"],
  "sources/harnesses/registry": ["./claude-code/manifest.ts", "./codex/manifest.ts"],
  "sources/acp/client": ["../../status/snapshot.ts"],
  "sources/workflow": ["../workflow/engine/engine.ts"],
  "runtime/runtime": ["../sources/acp/client.ts", "../status/snapshot.ts"],
  "agent/loop": ["../runtime/runtime.ts"],
  "surfaces/statusline/text": ["../../status/rows.ts", "../../wire/record/message.ts"],
  "surfaces/emit/title": ["../../wire/osc7501/message.ts"],
  "surfaces/host/screen": ["../../status/rows.ts", "./transcript/markdown/lex.ts"],
  "surfaces/host/transcript/markdown/lex": ["marked"],
  "cli/commands/command": ["../../base/result.ts"],
  "cli/commands/statusline": [
    "./command.ts",
    "../../surfaces/statusline/text.ts",
    "../../sources/probes/registry.ts",
    "../../sources/harnesses/registry.ts",
    "../../sources/workflow.ts",
  ],
  "cli/commands/hook": ["./command.ts", "../../surfaces/emit/title.ts"],
  "cli/commands/host": ["./command.ts", "../../surfaces/host/screen.ts", "../../agent/loop.ts"],
  "cli/commands/registry": ["./statusline.ts", "./hook.ts", "./host.ts"],
  "cli/smllm/commands/statusline": ["../../commands/command.ts"],
  "cli/smllm/commands/harness-install": [
    "../../commands/command.ts",
    "../../../workflow/tool/server.ts",
  ],
  "cli/smllm/registry": ["./commands/statusline.ts", "./commands/harness-install.ts"],
  "cli/smllm": ["./smllm/registry.ts"],
  "cli/main": ["./commands/registry.ts"],
  "testing/builders": ["../status/snapshot.ts", "fast-check"],
};

/** One forbidden import: the rule that must catch it, the file that has it, and what it imports. */
export interface Breach {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
  /** A further file that the breach needs. */
  readonly beside?: Tree;
}

/** At least one breach for each rule; no two in the same file. */
export const breaches: readonly Breach[] = [
  {
    rule: "no-circular",
    file: "base/circle",
    imports: "./round.ts",
    beside: { "base/round": ["./circle.ts"] },
  },
  { rule: "nothing-missing", file: "files/absent", imports: "./not-there.ts" },
  { rule: "nothing-missing", file: "files/unlisted", imports: "no-such-package-of-telltale" },
  { rule: "base-knows-only-below", file: "base/up", imports: "../text/span.ts" },
  { rule: "text-knows-only-below", file: "text/up", imports: "../wire/osc/frame.ts" },
  { rule: "wire-knows-only-below", file: "wire/osc/up", imports: "../../status/snapshot.ts" },
  { rule: "files-knows-only-below", file: "files/up", imports: "../status/snapshot.ts" },
  { rule: "tty-knows-only-below", file: "tty/up", imports: "../status/snapshot.ts" },
  { rule: "model-knows-no-bytes", file: "status/up", imports: "../wire/osc/frame.ts" },
  { rule: "model-knows-no-bytes", file: "status/facts/up", imports: "../../wire/osc/frame.ts" },
  { rule: "status-knows-only-below", file: "status/disk", imports: "../files/lock.ts" },
  { rule: "config-knows-only-below", file: "config/up", imports: "../sources/acp/client.ts" },
  { rule: "workflow-knows-only-below", file: "workflow/up", imports: "../sources/acp/client.ts" },
  { rule: "sources-knows-only-below", file: "sources/up", imports: "../surfaces/emit/title.ts" },
  { rule: "sources-knows-only-below", file: "sources/top", imports: "../runtime/runtime.ts" },
  { rule: "runtime-knows-only-below", file: "runtime/up", imports: "../surfaces/emit/title.ts" },
  { rule: "agent-knows-only-below", file: "agent/up", imports: "../surfaces/host/screen.ts" },
  { rule: "surfaces-knows-only-below", file: "surfaces/up", imports: "../sources/acp/client.ts" },
  { rule: "surfaces-knows-only-below", file: "surfaces/own", imports: "../runtime/runtime.ts" },
  { rule: "cli-is-top", file: "runtime/top", imports: "../cli/commands/command.ts" },
  { rule: "kit-below-surfaces", file: "testing/up", imports: "../surfaces/emit/title.ts" },
  { rule: "testing-for-tests", file: "config/kit", imports: "../testing/builders.ts" },
  {
    rule: "src-stands-alone",
    file: "config/outside",
    imports: "../../scripts/tool.ts",
    beside: { "../scripts/tool": [] },
  },
  { rule: "model-not-members", file: "status/automation", imports: "./items/model.ts" },
  { rule: "facts-not-shown", file: "status/facts/shown", imports: "../layouts/full.ts" },
  { rule: "items-not-layouts", file: "status/items/placed", imports: "../layouts/full.ts" },
  { rule: "members-apart", file: "status/items/nosy", imports: "./model.ts" },
  { rule: "members-apart", file: "status/items/listed", imports: "./registry.ts" },
  { rule: "members-apart", file: "status/layouts/nosy", imports: "./full.ts" },
  { rule: "members-apart", file: "status/facts/nosy", imports: "./place.ts" },
  { rule: "probes-apart", file: "sources/probes/clock", imports: "./git.ts" },
  { rule: "probes-apart", file: "sources/probes/gitlab", imports: "./git-head.ts" },
  { rule: "members-apart", file: "surfaces/emit/nosy", imports: "./title.ts" },
  { rule: "members-apart", file: "cli/commands/nosy", imports: "./hook.ts" },
  { rule: "members-apart", file: "cli/smllm/commands/nosy", imports: "./statusline.ts" },
  {
    rule: "harnesses-apart",
    file: "sources/harnesses/codex/nosy",
    imports: "../claude-code/manifest.ts",
  },
  { rule: "protocols-apart", file: "wire/record/nosy", imports: "../osc7501/message.ts" },
  { rule: "surfaces-apart", file: "surfaces/host/nosy", imports: "../emit/title.ts" },
  {
    rule: "no-index-inside",
    file: "files/doored",
    imports: "./door/index.ts",
    beside: { "files/door/index": ["../lock.ts"] },
  },
  { rule: "pure-no-platform", file: "status/node", imports: "node:path" },
  { rule: "pure-no-platform", file: "base/bun", imports: "bun" },
  { rule: "pure-no-platform", file: "wire/record/sqlite", imports: "bun:sqlite" },
  { rule: "pure-no-npm", file: "status/package", imports: "yaml" },
  { rule: "text-one-width-table", file: "text/package", imports: "yaml" },
  { rule: "width-table-one-door", file: "surfaces/width", imports: "get-east-asian-width" },
  { rule: "workflow-core-pure", file: "workflow/engine/disk", imports: "node:fs" },
  { rule: "workflow-core-pure", file: "workflow/engine/text/disk", imports: "node:os" },
  { rule: "workflow-core-pure", file: "workflow/check/path", imports: "node:path" },
  { rule: "workflow-core-pure", file: "workflow/format/bun", imports: "bun" },
  { rule: "workflow-core-pure", file: "workflow/api/memory", imports: "bun:sqlite" },
  { rule: "workflow-core-pure", file: "workflow/places", imports: "node:path" },
  { rule: "workflow-engine-no-npm", file: "workflow/engine/package", imports: "yaml" },
  { rule: "workflow-engine-no-npm", file: "workflow/check/package", imports: "yaml" },
  { rule: "workflow-engine-no-npm", file: "workflow/api/package", imports: "yaml" },
  {
    rule: "engine-knows-only-ports",
    file: "workflow/engine/up",
    imports: "../store/disk-store.ts",
  },
  {
    rule: "engine-knows-only-ports",
    file: "workflow/engine/text/up",
    imports: "../../check/check-machine.ts",
  },
  {
    rule: "mcp-one-door",
    file: "workflow/hooks/mcp",
    imports: "@modelcontextprotocol/server",
  },
  {
    rule: "toml-one-door",
    file: "workflow/configs/toml",
    imports: "toml-eslint-parser",
  },
  { rule: "markdown-one-door", file: "surfaces/host/marked", imports: "marked" },
  {
    rule: "tui-one-door",
    file: "surfaces/host/engine",
    imports: "../../../node_modules/@earendil-works/pi-tui/index.ts",
    beside: { "../node_modules/@earendil-works/pi-tui/index": [] },
  },
  {
    rule: "acp-one-door",
    file: "runtime/acp",
    imports: "../../node_modules/@agentclientprotocol/sdk/client.ts",
    beside: { "../node_modules/@agentclientprotocol/sdk/client": [] },
  },
  { rule: "tools-for-tests", file: "config/tool", imports: "fast-check" },
  {
    rule: "line-stays-lean",
    file: "cli/commands/statusline",
    imports: "../../surfaces/late.ts",
    beside: { "surfaces/late": ["lazy:./host/screen.ts"] },
  },
  {
    rule: "shared-used-twice",
    file: "status/items/shared/lonely",
    imports: "../../../text/span.ts",
    beside: { "status/items/lonely": ["./item.ts", "./shared/lonely.ts"] },
  },
  { rule: "no-orphans", file: "files/forgotten", imports: "" },
];

/** Lays the trees into FOLDER/src, with this checkout's package.json and packages beside it. */
export function layTree(folder: string, ...trees: readonly Tree[]): void {
  const imports = new Map<string, string[]>();
  for (const tree of trees) {
    for (const [file, added] of Object.entries(tree)) {
      imports.set(file, [...(imports.get(file) ?? []), ...added]);
    }
  }
  for (const [file, specifiers] of imports) {
    const path = join(folder, "src", `${file}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${specifiers.map(importLine).join("")}export const own = 1;\n`);
  }
  const packages = join(folder, "node_modules");
  mkdirSync(packages, { recursive: true });
  for (const name of [...DEPENDENCIES, ...DEV_DEPENDENCIES]) {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(join(checkout, "node_modules", name), join(packages, name));
  }
  const versions = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, "*"]));
  const manifest = {
    dependencies: versions(DEPENDENCIES),
    devDependencies: versions(DEV_DEPENDENCIES),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
}

/** The tree of all breaches together. */
export function plantedTrees(): readonly Tree[] {
  return breaches.flatMap(({ file, imports, beside }) => [
    { [file]: imports === "" ? [] : [imports] },
    ...(beside === undefined ? [] : [beside]),
  ]);
}

function importLine(specifier: string, index: number): string {
  if (specifier.startsWith("lazy:")) {
    return `export const late${index} = () => import("${specifier.slice("lazy:".length)}");\n`;
  }
  return `import * as from${index} from "${specifier}";\nexport const use${index} = from${index};\n`;
}
