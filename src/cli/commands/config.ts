import { SETTINGS } from "../../config/settings.ts";
import { printable } from "../arguments.ts";
import type { CommandOption, Invocation } from "../command.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";

type Action = (invocation: Invocation) => number | Promise<number>;

/** What follows the word `config`; each is loaded when it is called. */
const ACTIONS: ReadonlyMap<string, () => Promise<Action>> = new Map<string, () => Promise<Action>>([
  ["get", async () => (await import("../config/get.ts")).getKey],
  ["set", async () => (await import("../config/set.ts")).setKey],
  ["items", async () => (await import("../config/items.ts")).listItems],
  ["preview", async () => (await import("../config/preview.ts")).preview],
  ["import", async () => (await import("../config/import.ts")).importFrom],
  ["schema", async () => (await import("../config/schema.ts")).printSchema],
]);

const OPTIONS: readonly CommandOption[] = [
  { name: "config", value: "FILE", describe: "Config file instead of the usual one" },
  { name: "json", describe: "get, items: print JSON" },
  { name: "unset", describe: "set: remove the key, so that its default counts" },
  { name: "layout", value: "ID", describe: "preview: layout instead of tui.layout" },
  { name: "items", value: "LIST", describe: "preview: items instead of tui.statusLine" },
  { name: "width", value: "N", describe: "preview: columns" },
  { name: "write", describe: "import: write the settings instead of printing them" },
];

/** Reads and changes `config.yaml`. */
export const config: Command = {
  name: "config",
  summary: "Reads, changes and previews the configuration",
  usage: [
    "config",
    "config get [KEY] [--json]",
    "config set KEY VALUE",
    "config set KEY --unset",
    "config items [--json]",
    "config preview [--layout ID] [--items LIST] [--width N]",
    "config import ccstatusline FILE [--write]",
    "config schema",
  ],
  options: OPTIONS,
  examples: [
    { command: "telltale config", describe: "Choose the items of the line on the screen" },
    { command: "telltale config get tui.layout", describe: "One setting" },
    {
      command: "telltale config set tui.statusLine '[model, git-branch, context-meter]'",
      describe: "The items of the line; YAML or JSON",
    },
    { command: "telltale config items", describe: "Every item with a sample" },
    {
      command: "telltale config preview --layout full --width 100",
      describe: "Look before you set",
    },
    {
      command: "telltale config import ccstatusline ~/.config/ccstatusline/settings.json",
      describe: "What your ccstatusline settings would be here",
    },
  ],
  table: {
    title: "Keys of get and set:",
    place: "end",
    rows: SETTINGS.map(({ path, describe }) => [path.join("."), describe]),
  },
  exitCodes: [
    { code: EXIT_OK, when: "it worked" },
    { code: EXIT_FAILED, when: "the file could not be read or changed; it is as it was" },
    { code: EXIT_USAGE, when: "the call, the key or the value could not be understood" },
  ],
  async run(invocation) {
    const [name, ...operands] = invocation.operands;
    if (name === undefined && invocation.io.outIsTerminal()) {
      const { configPanel } = await import("../config/panel.ts");
      const ended = await configPanel(invocation);
      // Without a screen it is the call that misses an action.
      if (ended.ok) return ended.value;
    }
    const load = name === undefined ? undefined : ACTIONS.get(name);
    if (load === undefined) {
      const what = name === undefined ? "an action is missing" : `there is no ${printable(name)}`;
      const known = [...ACTIONS.keys()].join(", ");
      invocation.io.err(`telltale config: ${what}; it is one of ${known}\n`);
      return EXIT_USAGE;
    }
    const action = await load();
    return action({ ...invocation, operands });
  },
};
