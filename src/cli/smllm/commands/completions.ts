import { didYouMean } from "../../../base/nearest-word.ts";
import { printable } from "../../arguments.ts";
import { type Command, EXIT_OK } from "../../command.ts";
import type { Place } from "../completions/word-tree.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";

type Script = (places: readonly Place[]) => string;

const SHELLS: ReadonlyMap<string, () => Promise<Script>> = new Map<string, () => Promise<Script>>([
  ["bash", async () => (await import("../completions/bash.ts")).bashScript],
  ["zsh", async () => (await import("../completions/zsh.ts")).zshScript],
  ["fish", async () => (await import("../completions/fish.ts")).fishScript],
  ["powershell", async () => (await import("../completions/powershell.ts")).powershellScript],
  ["elvish", async () => (await import("../completions/elvish.ts")).elvishScript],
]);
const NAMES = [...SHELLS.keys()];

/** Prints a script with which a shell completes our commands. */
export const completions: Command = {
  name: "completions",
  summary: "Prints the completions for a shell",
  usage: [`completions ${NAMES.join("|")}`],
  options: [],
  takes: NAMES,
  examples: [
    { command: "source <(smllm completions bash)", describe: "In ~/.bashrc" },
    { command: "source <(smllm completions zsh)", describe: "In ~/.zshrc, after compinit" },
    {
      command: "smllm completions fish > ~/.config/fish/completions/smllm.fish",
      describe: "Once, for fish",
    },
    {
      command: "smllm completions powershell | Out-String | Invoke-Expression",
      describe: "In the profile of PowerShell",
    },
    { command: "eval (smllm completions elvish | slurp)", describe: "In rc.elv" },
  ],
  exitCodes: EXIT_CODES,
  async run({ operands, io, listed }) {
    const [shell, ...more] = operands;
    const load = SHELLS.get(shell ?? "");
    if (load === undefined || more.length > 0) {
      const list = NAMES.join("|");
      const form = `smllm completions ${list}`;
      if (shell === undefined) return fault(io, `completions needs the shell: ${form}`);
      const what = more.length > 0 ? `one shell and no more` : `no shell ${printable(shell)}`;
      return fault(io, `completions takes ${what}${didYouMean(shell, NAMES)}: ${form}`);
    }
    const [script, { placesOf }] = await Promise.all([
      load(),
      import("../completions/word-tree.ts"),
    ]);
    io.out(script(placesOf((await listed?.()) ?? [])));
    return EXIT_OK;
  },
};
