import { join, resolve } from "node:path";
import { failed, ok, type Result } from "../../../base/result.ts";
import { writeFirstConfig } from "../../../workflow/install/write-config.ts";
import { workflowPlaces } from "../../../workflow/places.ts";
import { type Command, EXIT_OK, type Invocation } from "../../command.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import { noOperands } from "../operands.ts";
import { shownPath } from "./shared/shown-path.ts";

/** Writes a first config. */
export const init: Command = {
  name: "init",
  summary: "Writes a first config",
  notes: ["A config that is there is kept; one with only declined parts gets the rest before it."],
  usage: ["init [--user] [--json]"],
  options: [
    { name: "user", describe: "Your own config, for all projects, instead of .smllm/config.toml" },
    { name: "json", describe: "Print {path, created}" },
  ],
  examples: [{ command: "smllm init", describe: "In this project" }],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const { options, io } = invocation;
    const none = noOperands(invocation, "init [--user] [--json]");
    if (!none.ok) return fault(io, none.reason);
    const file = configFile(invocation);
    if (!file.ok) return fault(io, file.reason);
    const { stateDir } = workflowPlaces(io.env, io.platform);
    const made = writeFirstConfig({ config: file.value, stateDir });
    if (!made.ok) return fault(io, made.reason);
    const path = shownPath(file.value, io.cwd);
    if (options.json === true) io.out(`${JSON.stringify({ path, created: made.value })}\n`);
    else io.out(made.value ? `created ${path}\n` : `${path} exists already; it is as it was\n`);
    return EXIT_OK;
  },
};

function configFile({ options, io }: Invocation): Result<string> {
  const { config } = options;
  if (options.user === true && config !== undefined) {
    return failed("--user and --config name two configs: choose one");
  }
  if (typeof config === "string") return ok(resolve(io.cwd, config));
  if (options.user !== true) return ok(join(io.cwd, ".smllm", "config.toml"));
  const { userConfig } = workflowPlaces(io.env, io.platform);
  return userConfig === undefined
    ? failed("there is no home folder; set HOME or XDG_CONFIG_HOME")
    : ok(userConfig);
}
