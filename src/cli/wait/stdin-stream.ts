/** Standard input as a source: read as it comes; at its end the last record stands. */
import fs from "node:fs";
import { errorText } from "../../files/system-error.ts";
import type { WaitSource } from "./reading.ts";
import { createStreamReader } from "./stream-reader.ts";

/** Makes the source and begins to read. */
export function stdinSource(fd: number): WaitSource {
  const reader = createStreamReader({ mayBeLog: true });
  const stream = fs.createReadStream("", { fd, autoClose: false });
  let hasEnded = false;
  let fault: string | undefined;
  stream.on("data", (bytes) => {
    if (typeof bytes !== "string") reader.feed(bytes);
  });
  stream.on("end", () => {
    hasEnded = true;
  });
  stream.on("error", (error) => {
    fault = errorText(error);
  });
  return {
    look() {
      if (fault !== undefined) {
        return { reading: reader.current(), lost: `cannot read standard input: ${fault}` };
      }
      if (!hasEnded) return { reading: reader.current() };
      return { reading: reader.final(), ended: "standard input has ended" };
    },
    async close() {
      // Not destroyed: that waits for the read that is under way. The process ends after this.
      stream.pause();
    },
  };
}
