#!/usr/bin/env node
// `smllm` of the npm package for Windows: starts the executable beside it with the word for that. Node and no batch
// file, as that would read the arguments once more; a second executable would double the download.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const program = join(dirname(fileURLToPath(import.meta.url)), "telltale.exe");
const child = spawn(program, ["flow", ...process.argv.slice(2)], { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
});
child.on("exit", (code) => {
  process.exitCode = code ?? 2;
});
