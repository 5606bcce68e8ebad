/** Sends a report to the controlling terminal, asking it first if need be. */
import { openTty, type Tty } from "../../tty/tty.ts";
import { encodeReport, type ReportInput } from "../../wire/osc7501/encode.ts";
import { ALL_CAPABILITIES, type Capabilities } from "../../wire/osc7501/message.ts";
import { wrapForScreen, wrapForTmux } from "../../wire/osc7501/passthrough.ts";
import type { Io } from "../io.ts";
import { askFirst } from "./ask-first.ts";
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

/** The same in words, after what is sent. */
export const WRAPPED: Readonly<Record<Wrapping, string>> = {
  plain: "without a wrapping",
  tmux: "wrapped for tmux, where allow-passthrough must be on",
  screen: "wrapped for GNU screen",
};

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
    const asked = await askFirst(tty.value, io);
    if (!asked.ok) return nothing(asked.reason);
    return write(tty.value, input, "plain", asked.value);
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
