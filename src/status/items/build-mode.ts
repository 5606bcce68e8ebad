import { span } from "../../text/span.ts";
import { encodeRecord } from "../../wire/record/encode.ts";
import { numberedOf } from "../automation-record.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { recordOf } from "./shared/record.ts";

export const buildMode: Item = {
  id: "build-mode",
  aliases: ["status-protocol", "vela"],
  describe: "Machine-readable record of what the agent does; takes the whole line",
  absent: "never",
  needs: ["session-state", "record-number"],
  options: [],
  sample: [
    { kind: "session-started", sessionId: "session-123" },
    { kind: "turn-started", turnId: "turn-456" },
  ],
  shrink: 70,
  drop: null,
  exclusive: true,
  render(snapshot, { widthCols }) {
    // Cut here and not by the fitter, as only the record knows how to be cut so that no reader takes it.
    const room = widthCols === undefined ? {} : { widthCols };
    return cell([[span(encodeRecord(recordOf(numberedOf(snapshot)), room))]]);
  },
};
