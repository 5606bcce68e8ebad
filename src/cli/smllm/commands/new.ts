import { dirname, resolve } from "node:path";
import { failed, type Result } from "../../../base/result.ts";
import { findConfigs } from "../../../workflow/configs/find-configs.ts";
import { loadConfigs } from "../../../workflow/configs/load.ts";
import { MACHINE_ID } from "../../../workflow/format/text-forms.ts";
import { starterMachine } from "../../../workflow/install/starter.ts";
import { writeNewMachine } from "../../../workflow/install/write-config.ts";
import { workflowPlaces } from "../../../workflow/places.ts";
import { printable } from "../../arguments.ts";
import { type Command, EXIT_OK, type Invocation } from "../../command.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import { oneOperand } from "../operands.ts";
import { shownPath } from "./shared/shown-path.ts";

const FORM = "new ID [--write] [--dir DIR] [--json]";

/** Prints or writes a machine to start from. */
export const newMachine: Command = {
  name: "new",
  summary: "Prints a machine to start from, or puts it beside the config",
  usage: [FORM],
  options: [
    { name: "write", describe: "Write ID.smllm.yaml, and list it in the config" },
    { name: "dir", value: "DIR", describe: "Where to write it, instead of beside the config" },
    { name: "json", describe: "Print {id, path, text}, or {id, path, config} after writing" },
  ],
  examples: [
    { command: "smllm new work", describe: "Look at it" },
    { command: "smllm new work --write", describe: "Take it" },
  ],
  exitCodes: EXIT_CODES,
  async run(invocation) {
    const { options, io } = invocation;
    const id = oneOperand(invocation, "the id", FORM);
    if (!id.ok) return fault(io, id.reason);
    if (!MACHINE_ID.fits(id.value)) {
      return fault(io, `${printable(id.value)} is no id; expected ${MACHINE_ID.expected}`);
    }
    if (options.write !== true) {
      if (options.dir !== undefined) return fault(io, `--dir needs --write: smllm ${FORM}`);
      const text = starterMachine(id.value);
      const answer = { id: id.value, path: null, text };
      io.out(options.json === true ? `${JSON.stringify(answer)}\n` : text);
      return EXIT_OK;
    }
    const written = await write(id.value, invocation);
    if (!written.ok) return fault(io, written.reason);
    const [path, config] = [written.value.path, written.value.config].map((file) =>
      shownPath(file, io.cwd),
    );
    if (options.json === true) io.out(`${JSON.stringify({ id: id.value, path, config })}\n`);
    else io.out(`created ${path}, listed in ${config}\n`);
    return EXIT_OK;
  },
};

async function write(
  id: string,
  { options, io }: Invocation,
): Promise<Result<{ readonly path: string; readonly config: string }>> {
  const { config: asked, dir } = options;
  const lookup = { env: io.env, cwd: io.cwd, platform: io.platform };
  const found = await findConfigs(
    typeof asked === "string" ? { ...lookup, config: asked } : lookup,
  );
  if (!found.ok) return found;
  const config = found.value.at(-1);
  if (config === undefined) return failed("there is no config yet; run smllm init first");
  const taken = sameId(id, config);
  if (taken !== undefined) {
    return failed(`there is a machine ${taken} in ${shownPath(config, io.cwd)}; take another id`);
  }
  const folder = typeof dir === "string" ? resolve(io.cwd, dir) : dirname(config);
  const { stateDir } = workflowPlaces(io.env, io.platform);
  const path = writeNewMachine({ id, config, folder, stateDir });
  return path.ok ? { ok: true, value: { path: path.value, config } } : path;
}

/** Ids that differ in case alone would share a folder on some systems. */
function sameId(id: string, config: string): string | undefined {
  const { machines } = loadConfigs([config], "run").set;
  return machines.find((machine) => machine.id.toLowerCase() === id.toLowerCase())?.id;
}
