/**
 * `bun examples/xterm-tabs/server.ts`: a page with three programs in tabs, on a loopback port. It
 * says which address to open, and ends its programs when it is interrupted.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "./build.ts";
import { ptyProgram } from "./pty-program.ts";
import { servePage } from "./serve.ts";

const checkout = join(import.meta.dir, "../..");
const programs = join(import.meta.dir, "programs");
const telltale = join(checkout, "bin");

const env = {
  PATH: `${telltale}:${process.env.PATH ?? "/usr/bin:/bin"}`,
  HOME: process.env.HOME ?? checkout,
  LANG: process.env.LANG ?? "C.UTF-8",
  // Seconds between the steps of the programs; the tests want no patience.
  PACE: process.env.PACE ?? "1",
  // OSC 133 A begins a prompt, by which a terminal knows that the program before it is over.
  PS1: "\x1b]133;A\x07$ ",
};
const inCheckout = { cwd: checkout, env };

const server = servePage(await buildPage(), [
  ptyProgram("agent", ["sh", join(programs, "agent.sh")], inCheckout),
  ptyProgram(
    "build",
    ["telltale", "run", "--title", "Build", "--", "sh", join(programs, "build.sh")],
    inCheckout,
  ),
  ptyProgram("shell", ["sh", "-i"], inCheckout),
]);
writeSync(1, `Open ${server.url} - Ctrl+C ends it and its programs\n`);

const end = async () => {
  await server.end();
  process.exit(0);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
