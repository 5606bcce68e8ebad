/** Asks the controlling terminal for `report` and `run`: what it takes, or why nothing goes to it. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { Asked, WhyNot } from "../../tty/ask.ts";
import type { Tty } from "../../tty/tty.ts";
import type { Capabilities } from "../../wire/osc7501/message.ts";
import type { Io } from "../io.ts";
import { askAlone } from "./ask-alone.ts";
import { WITHOUT_ASKING } from "./way.ts";

/** What is said of a terminal whose answer did not come, or was another one. */
export const NO_REPLY = "the terminal does not say that it reads reports";

const WHY_NOT: Readonly<Record<WhyNot, string>> = {
  background: `this runs in the background and cannot ask the terminal; ${WITHOUT_ASKING}`,
  "typed-ahead": `something was typed that the next program should get; ${WITHOUT_ASKING}`,
  "no-reply": NO_REPLY,
  gone: "the terminal has gone",
};

/** Ctrl+C as a byte, which is all that it is while the terminal is raw. */
const INTERRUPT = 0x03;

/** What the terminal takes; or one sentence, without its end, why nothing is to be sent. */
export async function askFirst(
  tty: Tty,
  io: Pick<Io, "env" | "platform" | "nowMs">,
): Promise<Result<Capabilities>> {
  const asked = await askAlone(tty, io);
  if (asked === undefined) return failed(`others keep asking the terminal; ${WITHOUT_ASKING}`);
  interruptIfTyped(asked);
  return asked.verdict === "supported" ? ok(asked.capabilities) : failed(WHY_NOT[asked.reason]);
}

/** While the terminal was asked Ctrl+C was a byte like others: now it does what it was pressed for. */
function interruptIfTyped({ typed }: Asked): void {
  if (typed.includes(INTERRUPT)) process.kill(0, "SIGINT");
}
