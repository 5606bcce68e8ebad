/**
 * A small shell beside a process of ours that ends its group if we are killed and can do nothing any
 * more. It holds one end of a pipe of which we alone hold the other.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

const SHELL = "/bin/sh";

/** Said once the group has ended, whose number may then be anybody's. */
const DONE_LINE = "done\n";

/** An agent that reads the end of its stdin ends by itself, which is better than being killed. */
const GRACE_SECONDS = 2;

const SCRIPT = `trap '' HUP INT QUIT TERM
read -r line
case $line in done) exit ;; esac
sleep "$2"
kill -s TERM -- "-$1" || exit
sleep "$2"
kill -s KILL -- "-$1"`;

/** Lets the keeper of a group go. */
export type ReleaseKeeper = () => void;

/** Starts one; where there is no shell, nothing watches. Never throws. */
export function startKeeper(groupId: number, platform: NodeJS.Platform): ReleaseKeeper {
  if (platform === "win32" || !existsSync(SHELL)) return () => {};
  try {
    const args = ["-c", SCRIPT, "keeper", String(groupId), String(GRACE_SECONDS)];
    const keeper = spawn(SHELL, args, {
      cwd: "/",
      env: { PATH: "/bin:/usr/bin" },
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // It is a help for the worst case; without it everything else is as it was.
    keeper.on("error", () => {});
    keeper.stdin.on("error", () => {});
    keeper.unref();
    return () => void keeper.stdin.end(DONE_LINE);
  } catch {
    return () => {};
  }
}
