/** The way back from a session beside the conversation. */
import type { HostContext } from "../../context.ts";

/**
 * For Escape on an empty composer: true if the session that is shown stands beside another one, to
 * which it now goes back.
 */
export function leaveSide(context: HostContext): boolean {
  const main = context.ports.runtime.session()?.sideOf;
  if (main === undefined) return false;
  void context.ports.runtime.follow(main).then((followed) => {
    if (!followed.ok) context.ui.notify(followed.reason, "error");
  });
  return true;
}
