/** What the runtime promises to its clients over the wire, and `telltale exec` to scripts. */
import type { RequirementRow } from "./row.ts";

const RUNTIME = "The host, runtime";
const SECURITY = "The host, security";
const EXEC = "The host, telltale exec";

export const RUNTIME_WIRE: readonly RequirementRow[] = [
  [
    "runtime-stream-read",
    "The event stream is read at any cut of its bytes, with unknown kinds tolerated",
    RUNTIME,
  ],
  [
    "runtime-follow",
    "Events twice, late or overtaken give the state of the ordered run; a gap is told",
    RUNTIME,
  ],
  ["runtime-stream-resumes", "A client whose stream is cut has the runtime's state again", RUNTIME],
  [
    "runtime-facts",
    "Facts of events fold to what the state says, never to ready while a turn is live",
    RUNTIME,
  ],
  [
    "runtime-socket-private",
    "The socket is 0600 in a folder of 0700, and another user cannot connect",
    SECURITY,
  ],
  [
    "runtime-tcp-guarded",
    "TCP without the token, with a foreign Host or with a foreign Origin is refused",
    SECURITY,
  ],
  ["exec-outcome", "The exact outcome of exec is printed, as a result object with --json", EXEC],
  [
    "exec-blocked",
    "A question that nobody can answer ends exec as blocked, with the request in the result",
    EXEC,
  ],
  [
    "exec-permission",
    "With --permission, exec allows or denies what is asked for, once each",
    EXEC,
  ],
  ["exec-exit-codes", "The exit code of exec is that of its outcome", EXEC],
  ["exec-leaves-nothing", "Nothing that exec has started runs on after it", EXEC],
];
