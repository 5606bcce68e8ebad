/** A reporter for knip that says how many files it read, so that a run over none is noticed. */
import { writeSync } from "node:fs";
import type { ReporterOptions } from "knip";

/** Knip calls it after its own reporter; `counters.total` is the number of files analysed. */
const reportCount = ({ counters }: ReporterOptions) => {
  writeSync(1, `${counters.total} files read, ${counters.processed} processed\n`);
};

// biome-ignore lint/style/noDefaultExport: knip takes a reporter as the default export only
export default reportCount;
