/** The first rows of a conversation: which program, which agent, where, and three hints. */
import { cleanLine } from "../../text/clean.ts";
import { type Span, span } from "../../text/span.ts";
import type { HostContext } from "./context.ts";
import { paintRow } from "./paint-row.ts";

/** The rows for a width; the same array while they say the same. */
export function welcome({
  ports,
  painter,
  texts,
}: HostContext): (widthCols: number) => readonly string[] {
  let kept: { readonly key: string; readonly rows: readonly string[] } | undefined;
  return (widthCols) => {
    const lines = linesOf();
    const { theme } = painter.options();
    const key = JSON.stringify([widthCols, theme, lines]);
    if (kept?.key !== key) {
      const rows = lines.map((line) => paintRow(painter, line, widthCols));
      kept = { key, rows };
    }
    return kept.rows;
  };

  function linesOf(): readonly (readonly Span[])[] {
    const { frame } = texts;
    const state = ports.runtime.session();
    const agent = cleanLine(state?.agent.title ?? state?.agent.name ?? "");
    const cwd = shortPath(cleanLine(state?.cwd ?? ""), ports.system.home);
    const about = [agent, cwd].filter((part) => part !== "").join(" · ");
    const name: Span = { text: "Telltale", tone: "accent", bold: true };
    return [
      [name, span(` ${ports.system.version}`, "muted")],
      ...(about === "" ? [] : [[span(about, "muted")]]),
      [span(frame.hints, "dim")],
    ];
  }
}

function shortPath(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || home === "/") return path;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
