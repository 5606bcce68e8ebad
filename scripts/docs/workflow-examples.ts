/** Drawings of the machines in `examples/workflows/`, as GitHub shows them. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { graphMermaid } from "../../src/cli/smllm/graph/graph-mermaid.ts";
import { parseMachine } from "../../src/workflow/format/parse-machine.ts";
import { fence } from "./markdown.ts";

const FOLDER = resolve(import.meta.dir, "../../examples/workflows");

export const EXAMPLE_MACHINES = ["issue", "release", "document-review"] as const;

/** The diagram of an example in a fenced block. Throws where the example has errors. */
export function exampleDiagram(id: (typeof EXAMPLE_MACHINES)[number]): string {
  const path = join(FOLDER, `${id}.smllm.yaml`);
  const { machine, findings } = parseMachine(readFileSync(path, "utf8"), path);
  if (machine === undefined) throw new Error(`${id}: ${findings[0]?.message}`);
  return fence("mermaid", graphMermaid(machine).trimEnd().split("\n"));
}

/** One block for each example, by its id. */
export function exampleBlocks(): Readonly<Record<string, string>> {
  return Object.fromEntries(EXAMPLE_MACHINES.map((id) => [id, exampleDiagram(id)]));
}
