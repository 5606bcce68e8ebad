/** `/agents`: the members that the session delegated to. */
import { compactCount } from "../../../status/formats.ts";
import { cleanLine } from "../../../text/clean.ts";
import { span } from "../../../text/span.ts";
import type { Member } from "../../../wire/runtime/entities.ts";
import type { AgentsTexts } from "../texts/panels.ts";
import type { Panel } from "./panel.ts";
import { type ListRow, listPanel } from "./shared/list-panel.ts";
import { STATUS_TONES } from "./shared/status-tones.ts";

export const agents: Panel = {
  id: "agents",
  open(context) {
    const texts = context.texts.panels.agents;
    const members = (): readonly Member[] => context.ports.runtime.session()?.members ?? [];
    return listPanel(context, {
      title: texts.title,
      isSearched: true,
      meta: () => (members().length === 0 ? undefined : String(members().length)),
      rows: () => members().map((member) => memberRow(member, texts)),
      empty: () => texts.empty,
      hints: () => [],
      choose: () => "handled",
    });
  },
};

function memberRow(member: Member, texts: AgentsTexts): ListRow {
  const { memberId, status, name, title, activity, usedTokens, windowTokens } = member;
  const shown = cleanLine(title ?? name ?? memberId);
  const used = contextText(usedTokens, windowTokens);
  const doing = cleanLine(activity ?? "");
  const label = [span(texts.status[status], STATUS_TONES[status]), span(` ${shown}`, "text")];
  return {
    key: memberId,
    label,
    ...(used !== undefined && { detail: [span(used, "muted")] }),
    ...(doing !== "" && { note: doing }),
  };
}

/** What is known of the context: `12.3k/200k`, or the used part alone. */
function contextText(used: number | undefined, window: number | undefined): string | undefined {
  if (used === undefined) return undefined;
  return window === undefined
    ? compactCount(used)
    : `${compactCount(used)}/${compactCount(window)}`;
}
