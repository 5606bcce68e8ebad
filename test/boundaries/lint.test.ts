/** What the linter holds in place of the import rules: a planted breach of each is caught. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkout } from "./skeleton.ts";

const LINES_OVER = Array.from({ length: 401 }, (_, i) => `export const line${i} = ${i};`).join(
  "\n",
);
const BODY_OVER = Array.from({ length: 61 }, (_, i) => `  console.log(${i});`).join("\n");

/** Rule, a file of the project's layout, and the text that breaks the rule in it. */
const breaches: readonly (readonly [rule: string, path: string, text: string])[] = [
  ["noRestrictedGlobals", "src/base/bun.ts", "export const found = Bun.which;"],
  ["noRestrictedGlobals", "src/text/process.ts", "export const found = process.env;"],
  ["noRestrictedGlobals", "src/wire/osc/buffer.ts", "export const found = Buffer.alloc;"],
  ["noRestrictedGlobals", "src/status/timer.ts", "setTimeout(() => undefined, 1);"],
  ["noRestrictedGlobals", "src/status/items/whole.ts", "export const found = globalThis;"],
  ["noRestrictedGlobals", "src/workflow/process.ts", "export const found = process.env;"],
  ["noRestrictedGlobals", "src/workflow/engine/text/bun.ts", "export const found = Bun.which;"],
  ["noRestrictedGlobals", "src/workflow/check/buffer.ts", "export const found = Buffer.alloc;"],
  ["noRestrictedGlobals", "src/workflow/format/timer.ts", "setTimeout(() => undefined, 1);"],
  ["noRestrictedGlobals", "src/workflow/api/whole.ts", "export const found = globalThis;"],
  ["noConsole", "src/status/console.ts", 'console.log("seen");'],
  ["noExplicitAny", "src/status/any.ts", "export const found: any = 1;"],
  ["noDefaultExport", "src/status/default.ts", "export default 1;"],
  ["noEnum", "src/status/enum.ts", "export enum Kind {\n  One,\n}"],
  ["noNonNullAssertion", "src/status/non-null.ts", "export const first = (a: string[]) => a[0]!;"],
  ["useFilenamingConvention", "src/status/camelCase.ts", "export const found = 1;"],
  ["useImportExtensions", "src/status/bare.ts", 'export { found } from "./camelCase";'],
  ["useImportType", "src/status/type.ts", 'import { A } from "./a.ts";\nexport let found: A;'],
  ["noReExportAll", "src/status/all.ts", 'export * from "./camelCase.ts";'],
  ["noExcessiveLinesPerFile", "src/status/long-file.ts", LINES_OVER],
  [
    "noExcessiveLinesPerFunction",
    "src/status/long-function.ts",
    `export function long() {\n${BODY_OVER}\n}`,
  ],
];

/** The same things where they are allowed. */
const allowed: readonly (readonly [path: string, text: string])[] = [
  ["src/sources/probes/process.ts", "export const found = process.env;"],
  ["src/workflow/store/process.ts", "export const found = process.env;"],
  ["src/workflow/api/node-host.ts", "export const found = process.env;"],
  ["src/status/timer.test.ts", "setTimeout(() => undefined, 1);"],
  ["scripts/console.ts", 'console.log("seen");'],
];

let folder: string;
let findings: readonly { readonly rule: string; readonly path: string }[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-lint-"));
  copyFileSync(join(checkout, "biome.json"), join(folder, "biome.json"));
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of [...breaches.map(([, ...file]) => file), ...allowed]) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${text}\n`);
  }
  const biome = join(checkout, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none"];
  const run = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const report = JSON.parse(run.stdout) as {
    readonly diagnostics: readonly { readonly category: string; readonly location: unknown }[];
  };
  findings = report.diagnostics.map(({ category, location }) => ({
    rule: category.split("/").at(-1) ?? "",
    path: JSON.stringify(location),
  }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("lint rules", () => {
  test.each(breaches.map(([rule, path]) => [rule, path]))(
    "%s, broken in %s: caught",
    (rule, path) => {
      expect(
        findings.filter((found) => found.path.includes(path)).map((found) => found.rule),
      ).toContain(rule);
    },
  );

  test.each(allowed.map(([path]) => path))("what is allowed in %s: not reported", (path) => {
    expect(findings.filter((found) => found.path.includes(path))).toEqual([]);
  });
});
