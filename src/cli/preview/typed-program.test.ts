import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { typedProgram } from "./typed-program.ts";

const checkout = resolve(import.meta.dir, "../../..");
const starter = join(checkout, "bin", "telltale");
const sources = ["/b/bun", "--no-env-file", join(checkout, "src", "cli", "main.ts")];
const compiled = [join(checkout, "dist", "telltale")];

test.each([
  ["the sources, in the checkout", sources, checkout, "bin/telltale"],
  ["the compiled program, in the checkout", compiled, checkout, "bin/telltale"],
  ["the sources, from elsewhere", sources, "/", starter],
  ["the compiled program, from elsewhere", compiled, "/", starter],
  ["an installed program", ["/opt/x/@telltale/linux-x64/bin/telltale"], "/opt/x", "telltale"],
  ["a program that lies anywhere", ["/opt/dist/telltale"], "/opt", "telltale"],
])("%s: typed as it can be started there", (_name, program, cwd, typed) => {
  expect(typedProgram({ program, cwd, platform: "linux" })).toBe(typed);
});
