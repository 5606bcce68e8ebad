/** The options of `report` and `run` that say whether and how reports go out, and what help says of it. */
import type { CommandOption, Invocation } from "../command.ts";
import { reportWay, type Way, type WayInput } from "./way.ts";

const WHEN = ["auto", "on", "off"] as const satisfies readonly WayInput["when"][];
const PASSTHROUGH = [
  "auto",
  "tmux",
  "screen",
  "off",
] as const satisfies readonly WayInput["passthrough"][];

export const WAY_OPTIONS: readonly CommandOption[] = [
  {
    name: "when",
    value: "WHEN",
    choices: WHEN,
    describe: "auto (default): if the terminal says that it reads reports; on: without asking",
  },
  {
    name: "passthrough",
    value: "WAY",
    choices: PASSTHROUGH,
    describe: "With --when on: wrapped for tmux or GNU screen; auto: if this is one",
  },
  { name: "explain", describe: "Say on stderr what is sent, or why nothing is" },
];

/** Where reports go, for help: in a pipe nothing is seen of them, and in tmux nothing is sent. */
export function wayNotes(example: string): readonly string[] {
  return [
    "A report goes to the controlling terminal, also where stdout is a pipe.",
    `To see it: telltale spy -- ${example}`,
    "Inside tmux nothing is sent unless --when on, with allow-passthrough on.",
  ];
}

/** What the options ask for. */
export interface AskedWay {
  readonly when: WayInput["when"];
  readonly way: Way;
  readonly explains: boolean;
}

/** The way of reports by the options of a call and its environment. */
export function readWay({ options, io }: Pick<Invocation, "options" | "io">): AskedWay {
  const when = WHEN.find((choice) => choice === options.when) ?? "auto";
  const passthrough = PASSTHROUGH.find((choice) => choice === options.passthrough) ?? "auto";
  const way = reportWay({ when, passthrough, env: io.env });
  return { when, way, explains: options.explain === true };
}
