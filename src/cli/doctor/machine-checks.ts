/** What the program itself needs: its folders, Git, the terminal. */
import fs from "node:fs";
import { join } from "node:path";
import type { FilePaths } from "../../files/paths.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { findGit, runGit } from "../../sources/probes/git-run.ts";
import type { Io } from "../io.ts";
import { VERSION } from "../version.ts";
import { type Check, good, worth } from "./check.ts";

const GIT_LIMIT_MS = 2000;

/** Which program this is, and whether the quick one is there. */
export function programCheck({ program }: Io): Check {
  const name = `telltale ${VERSION}`;
  if (program.length === 1) return good("program", `${name}, compiled: ${program[0]}`);
  return worth("program", `${name}, from its sources, which is slower`, "npm run build");
}

/** Whether state can be written, by writing some. */
export function stateCheck({ stateDir }: FilePaths): Check {
  if (stateDir === undefined) {
    const text = "there is no folder for it, so nothing is kept between rows";
    return worth("state", text, "set HOME or TELLTALE_HOME");
  }
  const file = join(stateDir, `.doctor-${process.pid}`);
  const written = writeWhole(file, "", { durable: false });
  if (!written.ok)
    return worth("state", `${stateDir} cannot be written: ${written.reason}`, "free it");
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // An empty file of ours stays; the folder can be written all the same.
  }
  return good("state", `${stateDir} can be written`);
}

/** Git is needed for numbers only; branch and commit come from its files. */
export async function gitCheck({ env, cwd, platform }: Io): Promise<Check> {
  const git = findGit(env, platform);
  if (git === undefined) {
    const text = "is not found: no counts, line changes and ahead/behind";
    return worth("git", text, "install it, or add it to PATH");
  }
  const run = await runGit(["--version"], { git, cwd, env, limitMs: GIT_LIMIT_MS });
  const version = run.kind === "ended" ? /\d+\.\d+[\w.]*/.exec(run.stdout)?.[0] : undefined;
  if (version !== undefined) return good("git", `${version} (${git})`);
  return worth("git", `${git} does not say its version`, "run it by hand to see why");
}

/** The columns of this terminal, if there is one, and how many of them a row gets. */
export function widthCheck(cols: number | undefined, takenCols: number): Check {
  if (cols === undefined) return good("width", "no terminal here; Claude Code tells its own");
  const free = Math.max(1, cols - takenCols);
  return good("width", `${cols} columns here, ${free} of them for the row`);
}
