import { span } from "../../text/span.ts";
import { encodeRecord, recordRef } from "../../wire/record/encode.ts";
import { automationOf } from "../automation.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const buildMode: Item = {
  id: "build-mode",
  aliases: ["status-protocol", "vela"],
  describe: "Machine-readable record of what the agent does; takes the whole line",
  absent: "never",
  needs: ["session-state"],
  options: [],
  sample: [
    { kind: "session-started", sessionId: "session-123" },
    { kind: "turn-started", turnId: "turn-456" },
  ],
  shrink: 70,
  drop: null,
  exclusive: true,
  render(snapshot, { widthCols }) {
    const { sessionId, turnId, requestId, ...judged } = automationOf(snapshot);
    const refs = Object.entries({ session: sessionId, turn: turnId, request: requestId })
      .map(([key, id]) => [key, recordRef(id)])
      .filter(([, ref]) => ref !== undefined);
    const record = { seq: 0, ...judged, ...Object.fromEntries(refs) };
    // Cut here and not by the fitter, as only the record knows how to be cut so that no reader takes it.
    const room = widthCols === undefined ? {} : { widthCols };
    return cell([[span(encodeRecord(record, room))]]);
  },
};
