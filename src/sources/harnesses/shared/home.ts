/** Where a harness keeps its own files, from the environment alone. */
import { join } from "node:path";
import type { Env } from "../harness.ts";

/** The directory that a variable names, else a folder in the home directory; absent without either. */
export function dirOf(env: Env, folder: string, variable?: string): string | undefined {
  const named = variable === undefined ? undefined : env[variable];
  if (named !== undefined && named !== "") return named;
  const home = env.HOME || env.USERPROFILE;
  return home === undefined || home === "" ? undefined : join(home, folder);
}
