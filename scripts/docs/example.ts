/** Rows of the example session for the documents, and output of commands, with nothing of this machine. */
import type { Io } from "../../src/cli/io.ts";
import { EXAMPLE_HOST, EXAMPLE_SESSION } from "../../src/cli/preview/example-session.ts";
import { exampleRows } from "../../src/cli/preview/paint-example.ts";
import { adaptSettings } from "../../src/config/read.ts";
import type { Row } from "../../src/status/fit.ts";
import type { LineSpec } from "../../src/status/layouts/layout.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../src/status/snapshot.ts";

const { settings } = adaptSettings(undefined);

/** The example session as Claude Code tells it, folded. */
export const EXAMPLE = foldAll(EMPTY_SNAPSHOT, EXAMPLE_SESSION);

/** The same with what a host program adds. */
export const EXAMPLE_IN_HOST = foldAll(EXAMPLE, EXAMPLE_HOST);

/** Rows with the default settings, in Unicode, for a dark terminal without links. */
export function rowsOf(
  lines: readonly LineSpec[],
  widthCols: number,
  snapshot: Snapshot = EXAMPLE,
): readonly Row[] {
  return exampleRows(
    { snapshot, lines, widthCols },
    settings,
    bareIo(() => {}),
  );
}

/** A process without environment, files or terminal that hands over what is printed. */
export function bareIo(out: (text: string) => void): Io {
  return {
    env: {},
    cwd: "/",
    platform: "linux",
    stdin: 0,
    outIsTerminal: () => false,
    program: [],
    nowMs: () => 0,
    out,
    err: () => {},
  };
}
