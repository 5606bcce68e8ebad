import { expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { shellWord } from "../../sources/harnesses/claude-code/own-commands.ts";
import { typedProgram } from "./typed-program.ts";

const checkout = resolve(import.meta.dir, "../../..");
const starter = join(checkout, "bin", "telltale");
const sources = ["/b/bun", "--no-env-file", join(checkout, "src", "cli", "main.ts")];
const compiled = [join(checkout, "dist", "telltale")];

test.each([
  ["the sources, in the checkout", sources, checkout, "bin/telltale"],
  ["the compiled program, in the checkout", compiled, checkout, "bin/telltale"],
  ["the sources, from elsewhere", sources, "/", shellWord(starter)],
  ["the compiled program, from elsewhere", compiled, "/", shellWord(starter)],
  ["an installed program", ["/opt/x/@telltale/linux-x64/bin/telltale"], "/opt/x", "telltale"],
  ["a program that lies anywhere", ["/opt/dist/telltale"], "/opt", "telltale"],
])("%s: typed as it can be started there", (_name, program, cwd, typed) => {
  expect(typedProgram({ program, cwd, platform: "linux" })).toBe(typed);
});

test("a checkout in a folder with a blank: quoted, so that it can be pasted", () => {
  const folder = join(fs.mkdtempSync(join(tmpdir(), "telltale-typed-")), "a b");
  try {
    for (const file of ["bin/telltale", "src/cli/main.ts"]) {
      fs.mkdirSync(join(folder, file, ".."), { recursive: true });
      fs.writeFileSync(join(folder, file), "");
    }
    const program = [join(folder, "dist", "telltale")];
    const typed = typedProgram({ program, cwd: "/", platform: "linux" });
    expect(typed).toBe(`'${join(folder, "bin", "telltale")}'`);
  } finally {
    fs.rmSync(join(folder, ".."), { recursive: true });
  }
});
