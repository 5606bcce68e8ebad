/**
 * `boundaries.ts [FOLDER]`: holds the imports of FOLDER/src (default: this checkout) against the
 * rules of `.dependency-cruiser.cjs`. Prints one line a breach and how many modules it read; fails
 * on a breach, and on having read nothing.
 */
import { writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";

const checkout = resolve(import.meta.dir, "..");
const folder = resolve(process.argv[2] ?? checkout);
const rulesPath = join(checkout, ".dependency-cruiser.cjs");
const { default: rules } = (await import(rulesPath)) as { readonly default: IConfiguration };

// The reader takes package.json and relative paths from the working folder.
process.chdir(folder);
const { output } = await cruise(["src"], {
  ...rules.options,
  ruleSet: { forbidden: rules.forbidden ?? [] },
  validate: true,
});
if (typeof output === "string") throw new Error("the reader gave a report in place of a result");
process.exitCode = report(output);

/** Prints the result and returns the exit code. */
function report({ modules, summary }: ICruiseResult): number {
  const ours = modules.filter(({ source }) => source.startsWith("src/"));
  const edges = ours.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  const lines = summary.violations.map(({ rule, from, to, comment }) => {
    const path = from === to ? from : `${from} -> ${to}`;
    const reason = comment ?? reasonOf(rule.name);
    return `${rule.name}: ${path}${reason === undefined ? "" : ` (${reason})`}`;
  });
  lines.push(
    `${ours.length} modules read, ${edges} imports, ${summary.violations.length} breaches`,
  );
  writeSync(1, `${lines.join("\n")}\n`);
  return summary.violations.length === 0 && ours.length > 0 ? 0 : 1;
}

function reasonOf(name: string): string | undefined {
  return rules.forbidden?.find((rule) => rule.name === name)?.comment;
}
