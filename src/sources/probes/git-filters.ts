/**
 * Filters (`filter.NAME.clean`, `.process`) that a repository's own configuration defines. Git runs them to compare
 * a touched file, and no option forbids it: so they are found and overridden with nothing. The person's own, of
 * the global configuration, stay. Most repositories define none, which a look at the text of two files tells.
 */
import { join } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { GitRepo } from "./git-head.ts";
import type { GitRun } from "./git-run.ts";

/** A configuration that is longer may hold anything. */
const CONFIG_MAX_BYTES = 256 * 1024;
/** A section of a filter, or a file that may have one. */
const SUSPICIOUS = /^[^\S\n]*\[[^\S\n]*(?:filter|include)/im;
/** `git config`: nothing has such a name. */
const NONE = 1;
const OWN_SCOPES: ReadonlySet<string> = new Set(["local", "worktree"]);
const ASK: readonly string[] = [
  "config",
  "--show-scope",
  "--null",
  "--name-only",
  "--get-regexp",
  "^filter\\.",
];

/** Settings with which none of them runs; a reason if it cannot be told which there are. */
export async function withoutOwnFilters(
  { gitDir, commonDir }: Pick<GitRepo, "gitDir" | "commonDir">,
  run: (args: readonly string[]) => Promise<GitRun>,
): Promise<Result<Readonly<Record<string, string>>>> {
  const files = [join(commonDir, "config"), join(gitDir, "config.worktree")];
  if (!files.some(maySetFilter)) return ok({});
  const told = await run(ASK);
  if (told.kind !== "ended" || told.exitCode > NONE) return failed("git does not tell its filters");
  const words = told.stdout.split("\0");
  const settings: Record<string, string> = {};
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [scope = "", name = ""] = [words[at], words[at + 1]];
    if (!OWN_SCOPES.has(scope)) continue;
    const filter = name.slice(0, name.lastIndexOf("."));
    Object.assign(settings, { [`${filter}.clean`]: "", [`${filter}.process`]: "" });
    settings[`${filter}.required`] = "false";
  }
  return ok(settings);
}

function maySetFilter(file: string): boolean {
  const text = readBounded(file, CONFIG_MAX_BYTES);
  return text.ok ? SUSPICIOUS.test(text.value) : text.kind !== "missing";
}
