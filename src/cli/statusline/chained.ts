/** Another program's status line below ours: it gets the same JSON and its rows are made safe. */
import { runChained } from "../../sources/custom-command/chained.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { chainedPlainRows, chainedRows } from "../../text/chained-rows.ts";
import { paintTmux } from "../../text/paint.ts";
import type { Call } from "./call.ts";
import { drawDepth, rowsOptions } from "./draw.ts";

const NO_COLOR = { theme: "dark", depth: "none" } as const;

/** The rows of the command, each ended by a line feed; nothing when it fails. Not in JSON. */
export async function drawChained(
  call: Call,
  command: string,
  snapshot: Snapshot,
): Promise<string> {
  if (call.format === "json") return "";
  const { stdout, reason } = await runChained({
    command,
    stdin: JSON.stringify(call.input.payload ?? {}),
    cwd: snapshot.place?.cwd ?? call.io.cwd,
    env: call.io.env,
    platform: call.io.platform,
    ...(snapshot.session !== undefined && { sessionId: snapshot.session.id }),
    ...(call.paths.cacheDir !== undefined && { cacheDir: call.paths.cacheDir }),
  });
  if (reason !== undefined) call.notes.push(`--then: ${reason}`);
  if (stdout === undefined) return "";
  const { widthCols, measure } = rowsOptions({ ...call, notes: [] }, snapshot);
  const fit = widthCols === undefined ? undefined : { widthCols, measure };
  const colored = call.format === "ansi" && drawDepth(call) !== "none";
  const rows = colored ? chainedRows(stdout, fit) : chainedPlainRows(stdout, fit);
  const tmux = call.format === "tmux";
  return rows.map((text) => `${tmux ? paintTmux([{ text }], NO_COLOR) : text}\n`).join("");
}
