/** `/sessions` and `/resume`: sessions of before and those that live, of this folder or of all. */
import { barDuration } from "../../../status/formats.ts";
import { cleanLine } from "../../../text/clean.ts";
import { type Span, span } from "../../../text/span.ts";
import type { SessionSummary } from "../../../wire/runtime/state.ts";
import { currentFolder } from "../commands/shared/folder.ts";
import type { HostContext } from "../context.ts";
import type { Panel } from "./panel.ts";
import { type ListRow, listPanel } from "./shared/list-panel.ts";

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

export const sessions: Panel = {
  id: "sessions",
  open(context, argument) {
    const { runtime } = context.ports;
    const texts = context.texts.panels.sessions;
    const folder = currentFolder(context);
    let listed: readonly SessionSummary[] | undefined;
    let fault: string | undefined;
    let isOpen = true;
    let isEverywhere = folder === undefined;
    const load = async (): Promise<void> => {
      const found = await runtime.sessions();
      if (!isOpen) return;
      if (found.ok) listed = found.value.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
      else fault = cleanLine(found.reason);
      context.ui.requestDraw();
    };
    void load();
    const here = (): readonly SessionSummary[] =>
      (listed ?? []).filter(({ cwd }) => isEverywhere || cwd === folder);
    return listPanel(context, {
      title: texts.title,
      isSearched: true,
      query: cleanLine(argument),
      rows: () => here().map((summary) => sessionRow(context, summary, isEverywhere)),
      empty() {
        if (fault !== undefined) return context.texts.commands.failed(fault);
        if (listed === undefined) return context.texts.panels.list.loading;
        return listed.length === 0 ? texts.empty : texts.emptyHere;
      },
      hints: () => [isEverywhere ? texts.thisFolder : texts.allFolders, texts.open],
      pressOwn({ name }) {
        if (name !== "ctrl+a") return undefined;
        isEverywhere = !isEverywhere || folder === undefined;
        return "handled";
      },
      choose({ key }) {
        const chosen = listed?.find(({ sessionId }) => sessionId === key);
        if (chosen !== undefined) void goTo(context, chosen);
        return "close";
      },
      onClose: () => {
        isOpen = false;
      },
    });
  },
};

async function goTo(context: HostContext, { sessionId, live }: SessionSummary): Promise<void> {
  const { runtime } = context.ports;
  if (runtime.session()?.sessionId === sessionId) return;
  const gone = live
    ? await runtime.follow(sessionId)
    : await runtime.open({ kind: "resume", sessionId });
  if (gone.ok) return;
  context.ui.notify(context.texts.commands.failed(cleanLine(gone.reason)), "error");
}

function sessionRow(context: HostContext, summary: SessionSummary, hasFolder: boolean): ListRow {
  const texts = context.texts.panels.sessions;
  const { sessionId, title, firstPrompt, agent, cwd, updatedAtMs } = summary;
  const name = cleanLine(title ?? firstPrompt ?? "") || texts.untitled;
  const marks = marksOf(context, summary);
  const folder = hasFolder ? ` ${tilde(cleanLine(cwd), context.ports.system.home)}` : "";
  const age = ageText(context.ports.system.nowMs() - updatedAtMs, context);
  return {
    key: sessionId,
    label: [span(name, "text"), ...marks],
    detail: [span(`${folder} ${age}`, "dim")],
    note: `${cleanLine(agent.title ?? agent.name)} · ${tilde(cleanLine(cwd), context.ports.system.home)}`,
  };
}

function marksOf({ ports, texts }: HostContext, summary: SessionSummary): readonly Span[] {
  const words = texts.panels.sessions;
  const marks: Span[] = [];
  if (summary.waiting) marks.push(span(` · ${words.waiting}`, "warning"));
  else if (summary.running) marks.push(span(` · ${words.running}`, "success"));
  else if (summary.live) marks.push(span(` · ${words.live}`, "muted"));
  if (ports.runtime.session()?.sessionId === summary.sessionId) {
    marks.push(span(` · ${words.here}`, "accent"));
  }
  return marks;
}

function tilde(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || home === "/") return path;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function ageText(ageMs: number, { texts }: HostContext): string {
  const words = texts.panels.sessions;
  if (ageMs < MINUTE_MS) return words.justNow;
  const days = Math.floor(ageMs / DAY_MS);
  return words.ago(days > 0 ? `${days}d` : barDuration(ageMs));
}
