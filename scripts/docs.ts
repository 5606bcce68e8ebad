/**
 * `npm run docs`: writes what the documents say of items, settings, commands and layouts from the
 * code that knows. Tables stand between `<!-- generated: NAME -->` and `<!-- end -->`; some files are
 * generated whole. With `--check` nothing is written: it names the files that are not current.
 */
import { existsSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { fillBlocks } from "./docs/blocks.ts";
import { commandBlocks, smllmCommandBlocks } from "./docs/commands.ts";
import { configBlocks, configSchemaFile } from "./docs/config.ts";
import { execBlocks, hostBlocks } from "./docs/host.ts";
import { hostPictureFile } from "./docs/host-picture.ts";
import { itemBlocks } from "./docs/items.ts";
import { layoutBlocks } from "./docs/layouts.ts";
import { emitBlocks, osc7501Blocks } from "./docs/osc7501.ts";
import { pictureFile, workflowPictureFile } from "./docs/picture.ts";
import { recordBlocks } from "./docs/record.ts";
import { harnessBlocks, workflowBlocks } from "./docs/workflow.ts";
import { exampleBlocks } from "./docs/workflow-examples.ts";

const checkout = resolve(import.meta.dir, "..");

/** A file with hand-written text around generated blocks, or one that is generated whole. */
type Target =
  | { readonly path: string; readonly blocks: Readonly<Record<string, string>> }
  | { readonly path: string; readonly whole: string };

const targets: readonly Target[] = [
  { path: "docs/items.md", blocks: itemBlocks() },
  { path: "docs/config.md", blocks: configBlocks() },
  { path: "docs/commands.md", blocks: await commandBlocks() },
  { path: "docs/smllm-commands.md", blocks: await smllmCommandBlocks() },
  { path: "docs/host.md", blocks: hostBlocks() },
  { path: "docs/exec.md", blocks: execBlocks() },
  { path: "docs/layouts.md", blocks: layoutBlocks() },
  { path: "docs/record.md", blocks: recordBlocks() },
  { path: "docs/osc7501.md", blocks: osc7501Blocks() },
  { path: "src/surfaces/emit/README.md", blocks: emitBlocks() },
  { path: "docs/workflow.md", blocks: workflowBlocks() },
  { path: "docs/workflow-claude-code.md", blocks: harnessBlocks() },
  { path: "examples/workflows/README.md", blocks: exampleBlocks() },
  { path: "docs/config.schema.json", whole: configSchemaFile() },
  { path: "docs/picture.svg", whole: pictureFile() },
  { path: "docs/host.svg", whole: await hostPictureFile() },
  { path: "docs/workflow-row.svg", whole: workflowPictureFile() },
];

process.exitCode = run(process.argv.slice(2));

function run(args: readonly string[]): number {
  const checks = args[0] === "--check";
  if (args.length > (checks ? 1 : 0)) {
    const isAsked = args[0] === "--help";
    writeSync(isAsked ? 1 : 2, "usage: npm run docs [-- --check]\n");
    return isAsked ? 0 : 2;
  }
  const faults: string[] = [];
  let tables = 0;
  for (const target of targets) {
    const path = join(checkout, target.path);
    const now = existsSync(path) ? readFileSync(path, "utf8") : "";
    const filled = "whole" in target ? target.whole : fillBlocks(now, target.blocks);
    if (typeof filled !== "string") {
      faults.push(...filled.faults.map((fault) => `${target.path}: ${fault}`));
      continue;
    }
    tables += "whole" in target ? 1 : Object.keys(target.blocks).length;
    if (filled === now) continue;
    if (checks) faults.push(`${target.path} is not current; run: npm run docs`);
    else {
      writeFileSync(path, filled);
      writeSync(1, `wrote ${target.path}\n`);
    }
  }
  const state = faults.length === 0 ? "current" : "looked at";
  writeSync(1, `${[...faults, `${tables} tables ${state}`].join("\n")}\n`);
  return faults.length === 0 ? 0 : 1;
}
