import type { HostContext } from "../../context.ts";

/** The folder in which a new session starts: that of the session shown, else where the host was started. */
export function currentFolder({ ports }: HostContext): string | undefined {
  return ports.runtime.session()?.cwd || ports.status.snapshot().place?.cwd || ports.system.env.PWD;
}
