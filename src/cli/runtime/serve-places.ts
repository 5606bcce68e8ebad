/** Where a runtime that runs alone listens, and where its token lies. */
import { join } from "node:path";
import { filePaths } from "../../files/paths.ts";

export interface ServePlaces {
  readonly socketPath: string;
  readonly tokenFile: string;
}

/** Undefined where the environment gives no place. The socket's path is short: systems allow 100 bytes. */
export function servePlaces(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): ServePlaces | undefined {
  const { stateDir } = filePaths(env, platform);
  if (stateDir === undefined) return undefined;
  return {
    socketPath: join(stateDir, "serve", "runtime.sock"),
    tokenFile: join(stateDir, "serve", "token"),
  };
}
