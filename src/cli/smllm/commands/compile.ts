import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { writeWhole } from "../../../files/write-whole.ts";
import { jsonText } from "../../../text/json-text.ts";
import { type Command, EXIT_FAILED, EXIT_OK } from "../../command.ts";
import { moveFolders } from "../compile/move-folders.ts";
import { fault } from "../fault.ts";
import { findingsText, hasErrors } from "../findings-text.ts";
import { readNamedFile } from "../named-file.ts";
import { oneOperand } from "../operands.ts";

const USAGE = "compile FILE [--out OUT]";

/** A compiled file is read by programs of others; like one that a shell makes. */
const NEW_FILE_MODE = 0o644;

/** Puts machines and all their texts into one JSON. */
export const compile: Command = {
  name: "compile",
  summary: "Prints machines with all their texts inside as one JSON, for programs that embed them",
  notes: [
    "FILE is a config if it ends in .toml, else a machine.",
    "Folders of commands are written from the folder of FILE.",
  ],
  usage: [USAGE],
  options: [{ name: "out", short: "o", value: "OUT", describe: "Write this file instead" }],
  takes: "files",
  examples: [
    { command: "smllm compile .smllm/config.toml -o machines.json", describe: "All of a project" },
  ],
  exitCodes: [
    { code: 0, when: "it is printed or written" },
    { code: 1, when: "there are errors; they stand on stderr, and nothing is printed or written" },
    { code: 2, when: "the call could not be understood, or a file cannot be read or written" },
  ],
  async run(invocation) {
    const { io, options } = invocation;
    const file = oneOperand(invocation, "the FILE", USAGE);
    if (!file.ok) return fault(io, file.reason);
    if (options.out === "") return fault(io, `the path OUT is empty: smllm ${USAGE}`);
    const read = await readNamedFile(file.value, "inline", io);
    if (!read.ok) return fault(io, read.reason);
    const { machines, idle, findings } = read.value;
    if (hasErrors(findings)) {
      io.err(findingsText(findings, new Set(["error"]), io.cwd));
      return EXIT_FAILED;
    }
    const from = resolve(io.cwd, file.value);
    const moved = machines.map(({ machine, file: own }) => moveFolders(machine, own, from));
    const text = `${jsonText({ machines: moved, idle })}\n`;
    if (typeof options.out !== "string") {
      io.out(text);
      return EXIT_OK;
    }
    const out = resolve(io.cwd, options.out);
    const written = writeWhole(out, text, existsSync(out) ? {} : { mode: NEW_FILE_MODE });
    return written.ok ? EXIT_OK : fault(io, written.reason);
  },
};
