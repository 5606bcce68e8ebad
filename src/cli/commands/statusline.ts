import { HARNESSES } from "../../sources/harnesses/registry.ts";
import type { Row } from "../../status/fit.ts";
import { LAYOUT_NAMES, plannedNeeds } from "../../status/plan.ts";
import { EMPTY_SNAPSHOT, type Snapshot } from "../../status/snapshot.ts";
import { ROW_FORMATS } from "../../surfaces/statusline/encode-rows.ts";
import { type Command, EXIT_OK } from "../command.ts";
import { type Call, openCall } from "../statusline/call.ts";
import { drawRows, encodeCall } from "../statusline/draw.ts";
import { gather } from "../statusline/gather.ts";

/** Rows for a harness, tmux or a terminal. Whatever goes wrong, stdout holds rows or nothing. */
export const statusline: Command = {
  name: "statusline",
  summary: "Prints the status line of a session, from the JSON that a harness writes to stdin",
  usage: ["statusline [OPTIONS] < JSON"],
  options: [
    {
      name: "harness",
      value: "ID",
      choices: HARNESSES.map((harness) => harness.id),
      describe: "Who sent the JSON; found out when absent",
    },
    {
      name: "layout",
      value: "ID",
      choices: LAYOUT_NAMES,
      describe: "Layout instead of tui.layout",
    },
    {
      name: "items",
      value: "LIST",
      describe: "Items, separated by commas, instead of tui.statusLine",
    },
    { name: "width", value: "N", describe: "Columns that a row may take" },
    {
      name: "color",
      value: "WHEN",
      choices: ["auto", "always", "never"],
      describe: "Colours; auto obeys NO_COLOR, FORCE_COLOR and the harness",
    },
    { name: "format", value: "FORMAT", choices: ROW_FORMATS, describe: "How rows are written" },
    { name: "config", value: "FILE", describe: "Config file instead of the usual one" },
    { name: "then", value: "COMMAND", describe: "Another status line whose rows follow" },
    { name: "explain", describe: "Say on stderr where facts come from and why items are absent" },
  ],
  examples: [
    {
      command: "telltale statusline < docs/example-payload.json",
      describe: "What Claude Code shows; the payload is in the checkout, and invented",
    },
    {
      command: "telltale statusline --layout full --width 120 < docs/example-payload.json",
      describe: "Three rows for a terminal of 120 columns",
    },
    {
      command:
        "set -g status-right '#(cd #{q:pane_current_path} && telltale statusline --format tmux)'",
      describe: "In tmux.conf",
    },
    {
      command: "telltale statusline --explain < docs/example-payload.json > /dev/null",
      describe: "Why is it so? README says how to catch the payload of a session",
    },
  ],
  exitCodes: [{ code: EXIT_OK, when: "always, also when nothing can be shown" }],
  neverFails: true,
  async run(invocation) {
    const call = await openCall(invocation);
    if (call.input.reason !== undefined) {
      // Half a payload says nothing reliable: nothing is better than a row of another state.
      await explain(call, [], EMPTY_SNAPSHOT);
      return EXIT_OK;
    }
    const snapshot = await gather(call, plannedNeeds(call.choice));
    const rows = drawRows(call, snapshot);
    call.io.out(encodeCall(call, rows, snapshot));
    if (call.then !== undefined) call.io.out(await chainedText(call, call.then, snapshot));
    await explain(call, rows, snapshot);
    return EXIT_OK;
  },
};

async function explain(call: Call, rows: readonly Row[], snapshot: Snapshot): Promise<void> {
  if (!call.explains) return;
  const { explainCall } = await import("../statusline/explain.ts");
  call.io.err(explainCall(call, rows, snapshot));
}

/** Rows of the status line that was there before ours; its code is loaded only when there is one. */
async function chainedText(call: Call, command: string, snapshot: Snapshot): Promise<string> {
  const { drawChained } = await import("../statusline/chained.ts");
  return drawChained(call, command, snapshot);
}
