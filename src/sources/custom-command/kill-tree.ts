/**
 * Ends a command with what it started. POSIX: SIGKILL to the process group that the command leads; a
 * descendant that made itself a group or session of its own (`setsid`) is not in it and escapes.
 * Windows: `taskkill /T /F`. There is no polite signal first: whoever calls this has waited already.
 */
import { win32 } from "node:path";
import { type Environment, windowsVariable } from "./launch.ts";

/** A started command. */
export interface Root {
  /** On POSIX also the id of its process group. */
  readonly pid: number;
  /** SIGKILL to this one process; nothing happens if it has ended. */
  readonly kill: () => void;
}

/** What ends processes; a test gives its own. */
export interface KillPorts {
  readonly platform: NodeJS.Platform;
  /** Signals a whole group; throws if there is none. */
  readonly killGroup: (groupId: number) => void;
  /** Starts a program and says later whether it ended with 0; throws if it cannot be started. */
  readonly start: (argv: readonly string[], ended: (success: boolean) => void) => void;
}

/** The operating system. */
export function systemKillPorts(platform: NodeJS.Platform): KillPorts {
  return {
    platform,
    killGroup: (groupId) => void process.kill(-groupId, "SIGKILL"),
    start: (argv, ended) => {
      Bun.spawn([...argv], {
        stdio: ["ignore", "ignore", "ignore"],
        windowsHide: true,
        onExit: (_child, exitCode) => ended(exitCode === 0),
      }).unref();
    },
  };
}

/** Ends the tree below `root`, and at least `root` itself. Never throws. */
export function killTree(root: Root, env: Environment, ports: KillPorts): void {
  try {
    if (ports.platform === "win32") {
      ports.start(taskkillArgv(root.pid, env), (success) => {
        if (!success) root.kill();
      });
    } else {
      ports.killGroup(root.pid);
    }
  } catch {
    // No group (it ended in between), no permission, no taskkill: the one process is left to try.
    root.kill();
  }
}

/** From the system folder, so that no `taskkill` of the working directory is run. */
function taskkillArgv(pid: number, env: Environment): readonly string[] {
  const folder = windowsVariable(env, "SystemRoot") ?? windowsVariable(env, "WINDIR");
  const program =
    folder === undefined ? "taskkill" : win32.join(folder, "System32", "taskkill.exe");
  return [program, "/PID", String(pid), "/T", "/F"];
}
