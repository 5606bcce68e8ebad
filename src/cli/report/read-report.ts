/** Arguments of a call to the report that they ask for, checked to the end. */
import { failed, ok, type Result } from "../../base/result.ts";
import { known } from "../../base/shape.ts";
import { encodeReport, type ReportInput } from "../../wire/osc7501/encode.ts";
import { STATES } from "../../wire/osc7501/message.ts";
import { printable } from "../arguments.ts";
import type { Invocation } from "../command.ts";

/** What may stand as STATE. */
const REPORT_STATES: readonly string[] = [...STATES, "clear"];

/** Options that say something of a record; `clear` removes records and says nothing of them. */
const SAYS = ["kind", "progress", "app", "title", "msg"] as const;

/** More digits are no percentage, however they are read. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** The report, which the encoder takes as it is; or one sentence without its end. */
export function readReport({
  options,
  operands,
}: Pick<Invocation, "options" | "operands">): Result<ReportInput> {
  const [state, ...more] = operands;
  if (state === undefined) return failed(`it needs a STATE: ${REPORT_STATES.join(", ")}`);
  if (!REPORT_STATES.includes(state)) {
    return failed(`STATE is one of ${REPORT_STATES.join(", ")}, not ${printable(state)}`);
  }
  if (more[0] !== undefined) {
    const why = "a text of several words stands in quotes after --msg or --title";
    return failed(`there is one STATE, so no place for ${printable(more[0])}; ${why}`);
  }
  const text = (name: string): string | undefined => {
    const value = options[name];
    return typeof value === "string" ? value : undefined;
  };
  const needless = state === "clear" ? SAYS.find((name) => text(name) !== undefined) : undefined;
  if (needless !== undefined) return failed(`clear takes --id alone, not --${needless}`);
  const percent = text("progress");
  if (percent !== undefined && !NUMBER.test(percent)) {
    return failed(`--progress is a whole number from 0 to 100, not ${printable(percent)}`);
  }
  const input = known({
    state,
    id: text("id"),
    kind: text("kind"),
    progress: percent === undefined ? undefined : Number(percent),
    app: text("app"),
    title: text("title"),
    msg: text("msg"),
  });
  const encoded = encodeReport(input, { strict: true });
  // A reason begins with the name of the field, which is that of its option.
  return encoded.ok ? ok(input) : failed(`--${encoded.reason}`);
}
