/**
 * A command of one's own as a source: it runs in a terminal, its screen is shown where there is one,
 * its question about OSC 7501 is answered, and what it reports is judged. Closing the source ends it.
 */
import type { ChildTerminal, ChildTerminalOptions } from "../../sources/child-terminal/child.ts";
import { startInTerminal } from "../../sources/child-terminal/child-terminal.ts";
import {
  descendantsOf,
  endProcesses,
  findProcess,
} from "../../sources/child-terminal/descendants.ts";
import { type Ending, exitCodeOf } from "../../sources/child-terminal/ending.ts";
import { openTty } from "../../tty/tty.ts";
import { encodeReply } from "../../wire/osc7501/encode.ts";
import { createReplyLimit } from "../../wire/osc7501/reply-limit.ts";
import { printable } from "../arguments.ts";
import type { Io } from "../io.ts";
import { createLineEnd } from "../run/line-end.ts";
import { playedEnvironment } from "../spy/played-environment.ts";
import type { Reading, Sample, WaitSource } from "./reading.ts";
import { createStreamReader } from "./stream-reader.ts";

/** From the request to end to the end by force: an agent saves its session meanwhile. */
const GRACE_MS = 5000;

/** Of a terminal that nobody sees: room for the longest record and the margins of an agent. */
const UNSEEN_SIZE = { cols: 120, rows: 40 };

const NOTHING_SHOWN = new Uint8Array();
const NOT_STARTED: Reading = { kind: "nothing", reason: "the command has not been started" };

/** Makes the source and starts the command. */
export function commandSource(argv: readonly string[], io: Io): WaitSource {
  const reader = createStreamReader({ mayBeLog: false });
  const isShown = io.outIsTerminal();
  const lineEnd = createLineEnd();
  const tty = openTty();
  /** Answers before the command is known by name. */
  let unsent = "";
  let child: ChildTerminal | undefined;
  let ending: Ending | undefined;
  const mayReply = createReplyLimit();
  const answer = (text: string): void => {
    if (!mayReply(performance.now())) return;
    if (child === undefined) unsent += text;
    else child.type(text);
  };
  const options: ChildTerminalOptions = {
    program: io.program,
    env: playedEnvironment(io.env),
    cwd: io.cwd,
    terminal: "always",
    unseenSize: UNSEEN_SIZE,
    ...(tty.ok && { tty: tty.value }),
    onOutput(bytes) {
      const { events, output } = reader.feed(bytes);
      for (const event of events) {
        if (event.event === "query") answer(encodeReply(event.terminator));
      }
      if (!isShown) return NOTHING_SHOWN;
      lineEnd.feed(output);
      return output;
    },
  };
  const started = startInTerminal(argv, options).then((result) => {
    if (!result.ok) return result.reason.reason;
    child = result.value;
    if (child.kind === "plain") return "there are no terminals for commands on this system";
    if (unsent !== "") child.type(unsent);
    child.ended.then((value) => {
      ending = value;
    });
    return undefined;
  });
  return {
    async look(): Promise<Sample> {
      const failure = await started;
      if (failure !== undefined) {
        const name = printable(argv[0] ?? "");
        return { reading: NOT_STARTED, lost: `${name} cannot be started: ${failure}` };
      }
      if (ending === undefined) return { reading: reader.current() };
      const code = exitCodeOf(ending);
      return { reading: reader.final(), ended: `the command has ended with exit code ${code}` };
    },
    async close() {
      await started;
      if (child !== undefined) await endChild(child);
      if (tty.ok) tty.value.close();
      // What is printed next is no part of the command's last line.
      if (lineEnd.isOpen()) io.out("\n");
    },
  };
}

/**
 * Asks it to end, then ends it. Nothing of its process group is left, and nothing that it had started
 * in others and not left to the system by then.
 */
async function endChild({ pid, kind, ended, signal }: ChildTerminal): Promise<void> {
  const root = findProcess(pid);
  // When it ends they belong to the system, and nobody can tell any more whose they were.
  const started = root === undefined ? [] : [...descendantsOf([root])];
  signal("SIGTERM");
  // A stopped command takes no signal but this one and SIGKILL.
  signal("SIGCONT");
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    if (root !== undefined) started.push(...descendantsOf([root, ...started]));
    signal("SIGKILL");
    grace.resolve();
  }, GRACE_MS);
  await Promise.race([ended, grace.promise]);
  clearTimeout(timer);
  await ended;
  // What it started and left behind in its group, which is its own in a terminal.
  if (kind === "terminal") killGroup(pid);
  endProcesses(started);
}

function killGroup(groupId: number): void {
  try {
    process.kill(-groupId, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
