import { didYouMean } from "../../../base/nearest-word.ts";
import { failed, ok, type Result } from "../../../base/result.ts";
import { colorDepth } from "../../../text/color-depth.ts";
import { jsonText } from "../../../text/json-text.ts";
import { paintAnsi } from "../../../text/paint.ts";
import { themeName } from "../../../text/theme.ts";
import type { Machine } from "../../../workflow/machine.ts";
import { printable } from "../../arguments.ts";
import { type Command, EXIT_OK, type Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { fault } from "../fault.ts";
import { hasErrors } from "../findings-text.ts";
import { EXIT_CODES } from "../globals.ts";
import { graphJson } from "../graph/arrows.ts";
import { graphMermaid } from "../graph/graph-mermaid.ts";
import { graphText } from "../graph/graph-text.ts";
import { loadOwnConfigs } from "../load-configs.ts";
import { operandOrNone } from "../operands.ts";

const USAGE = "graph [ID] [--json | --mermaid]";

/** Draws machines. */
export const graph: Command = {
  name: "graph",
  summary: "Draws the states of a machine and where its events lead",
  notes: [
    "Without ID all machines are drawn; Mermaid reads one diagram at a time, so name one for it.",
    "In JSON the event of a transition that is taken by itself (`always`) is null.",
  ],
  usage: [USAGE],
  options: [
    { name: "json", describe: "Print JSON: states with marks and transitions" },
    { name: "mermaid", describe: "Print a state diagram for Mermaid" },
  ],
  examples: [
    { command: "smllm graph", describe: "All machines" },
    { command: "smllm graph work --mermaid > work.mmd", describe: "For a document" },
  ],
  exitCodes: EXIT_CODES,
  async run(invocation) {
    const { io, options } = invocation;
    if (options.json === true && options.mermaid === true)
      return fault(io, `--json and --mermaid cannot be joined: smllm ${USAGE}`);
    const machines = await chosen(invocation);
    if (!machines.ok) return fault(io, machines.reason);
    io.out(drawn(machines.value, options, io));
    return EXIT_OK;
  },
};

async function chosen(invocation: Invocation): Promise<Result<readonly Machine[]>> {
  const id = operandOrNone(invocation, USAGE);
  if (!id.ok) return id;
  const loaded = await loadOwnConfigs(invocation, "run");
  if (!loaded.ok) return loaded;
  const { set, findings } = loaded.value;
  const isBroken = hasErrors(findings);
  if (id.value === undefined) {
    // On stderr, as what is drawn is right for all the others.
    if (isBroken) fault(invocation.io, `something is wrong and left out; see: smllm validate`);
    return ok(set.machines);
  }
  const machine = set.machines.find((candidate) => candidate.id === id.value);
  if (machine !== undefined) return ok([machine]);
  const ids = set.machines.map((each) => each.id);
  const which = ids.length === 0 ? "none is configured" : `configured: ${ids.join(", ")}`;
  const why = isBroken ? "; one may be left out for its errors, see: smllm validate" : "";
  const guess = didYouMean(id.value, ids);
  return failed(`there is no machine ${printable(id.value)}${guess}; ${which}${why}`);
}

function drawn(machines: readonly Machine[], options: Invocation["options"], io: Io): string {
  if (options.json === true) return `${jsonText(graphJson(machines))}\n`;
  if (options.mermaid === true) return machines.map(graphMermaid).join("\n");
  const paint = {
    theme: themeName("auto", io.env),
    depth: colorDepth({ env: io.env, choice: "auto", takesColor: io.outIsTerminal() }),
    links: false,
  };
  const texts = machines.map((machine) =>
    graphText(machine)
      .map((spans) => `${paintAnsi(spans, paint)}\n`)
      .join(""),
  );
  return machines.length === 0 ? "no machines; smllm new ID --write makes one\n" : texts.join("\n");
}
