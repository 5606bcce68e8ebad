/** Sends a report to the controlling terminal, asking it first if need be. */
import type { Asked, WhyNot } from "../../tty/ask.ts";
import { openTty, type Tty } from "../../tty/tty.ts";
import { encodeReport, type ReportInput } from "../../wire/osc7501/encode.ts";
import { ALL_CAPABILITIES, type Capabilities } from "../../wire/osc7501/message.ts";
import { wrapForScreen, wrapForTmux } from "../../wire/osc7501/passthrough.ts";
import type { Io } from "../io.ts";
import { askAlone } from "./ask-alone.ts";
import type { Way, Wrapping } from "./way.ts";

/** Whether the report went out, and one sentence about it. */
export interface Sent {
  readonly sent: boolean;
  readonly text: string;
}

/** Puts the wrapping around a sequence. */
export const WRAP: Readonly<Record<Wrapping, (sequence: string) => string>> = {
  plain: (sequence) => sequence,
  tmux: wrapForTmux,
  screen: wrapForScreen,
};

const WRAPPED: Readonly<Record<Wrapping, string>> = {
  plain: "as it is",
  tmux: "wrapped for tmux, which passes it on with allow-passthrough on",
  screen: "wrapped for GNU screen",
};

const WITHOUT_ASKING = "--when on sends without asking";

const WHY_NOT: Readonly<Record<WhyNot, string>> = {
  background: `this runs in the background and cannot ask the terminal; ${WITHOUT_ASKING}`,
  "typed-ahead": `something was typed that the next program should get; ${WITHOUT_ASKING}`,
  "no-reply": "the terminal does not say that it reads reports",
  gone: "the terminal has gone",
};

/** Ctrl+C as a byte, which is all that it is while the terminal is raw. */
const INTERRUPT = 0x03;

/** Sends a report that can be encoded, on its way. */
export async function sendReport(
  input: ReportInput,
  way: Way,
  io: Pick<Io, "env" | "platform" | "nowMs">,
): Promise<Sent> {
  if (way.kind === "nothing") return nothing(way.why);
  const tty = openTty();
  if (!tty.ok) return nothing(tty.reason);
  try {
    if (way.kind === "send") return write(tty.value, input, way.wrapping);
    const asked = await askAlone(tty.value, io);
    if (asked === undefined) return nothing(`others keep asking the terminal; ${WITHOUT_ASKING}`);
    interruptIfTyped(asked);
    if (asked.verdict !== "supported") return nothing(WHY_NOT[asked.reason]);
    return write(tty.value, input, "plain", asked.capabilities);
  } finally {
    tty.value.close();
  }
}

function write(
  tty: Tty,
  input: ReportInput,
  wrapping: Wrapping,
  accepted: Capabilities = ALL_CAPABILITIES,
): Sent {
  const takesState = [...accepted.states, "clear"].includes(input.state);
  if (!takesState) return nothing(`the terminal takes no reports of the state ${input.state}`);
  const takesKind = accepted.kinds.some((kind) => kind === input.kind);
  const encoded = encodeReport({ ...input, kind: takesKind ? input.kind : undefined });
  if (!encoded.ok) return nothing(encoded.reason);
  const bytes = WRAP[wrapping](encoded.value);
  if (!tty.write(bytes)) return nothing("the terminal takes nothing");
  const without =
    takesKind || input.kind === undefined
      ? ""
      : `, without the kind ${input.kind}, which the terminal does not take`;
  return { sent: true, text: `sent ${bytes.length} bytes, ${WRAPPED[wrapping]}${without}` };
}

function nothing(why: string): Sent {
  return { sent: false, text: `nothing sent: ${why}` };
}

/** While the terminal was asked Ctrl+C was a byte like others: now it does what it was pressed for. */
function interruptIfTyped({ typed }: Asked): void {
  if (typed.includes(INTERRUPT)) process.kill(0, "SIGINT");
}
