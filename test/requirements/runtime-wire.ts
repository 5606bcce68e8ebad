/** What the runtime promises to its clients over the wire, and `telltale exec` to scripts. */
import type { RequirementRow } from "./row.ts";

const RUNTIME = "The host, runtime";
const SECURITY = "The host, security";
const EXEC = "The host, telltale exec";

export const RUNTIME_WIRE: readonly RequirementRow[] = [
  [
    "runtime-stream-read",
    "The event stream is read at any cut of its bytes, and unknown kinds of events are tolerated",
    RUNTIME,
  ],
  [
    "runtime-follow",
    "Events that come twice, late or overtaken give the state of the ordered run, and a gap is told",
    RUNTIME,
  ],
  [
    "runtime-stream-resumes",
    "A client whose stream is cut resumes or takes a snapshot, and has the runtime's state again",
    RUNTIME,
  ],
  [
    "runtime-facts",
    "Facts of the events fold to what the state itself says, and never to ready while a turn is live",
    RUNTIME,
  ],
  [
    "runtime-socket-private",
    "The socket has mode 0600 in a folder of mode 0700, and another user's process cannot connect",
    SECURITY,
  ],
  [
    "runtime-tcp-guarded",
    "TCP without the token, with a foreign Host or with a foreign Origin is refused",
    SECURITY,
  ],
  ["exec-outcome", "exec prints the exact outcome, with a result object for --json", EXEC],
  [
    "exec-blocked",
    "A question that nobody can answer ends exec as blocked, with the request in the result",
    EXEC,
  ],
  ["exec-permission", "exec allows or denies permissions once each, as --permission says", EXEC],
  ["exec-exit-codes", "exec ends with the exit code of its outcome", EXEC],
  ["exec-leaves-nothing", "Nothing that exec has started runs on after it", EXEC],
];
