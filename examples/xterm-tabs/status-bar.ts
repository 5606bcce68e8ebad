/** The line below the terminal: the selected tab's status in full, and the parts it is made of. */
import { createBadge } from "./badge.ts";
import { element, setText } from "./dom.ts";
import { lineOf, type PartStatus, type TabStatus } from "./tab-status.ts";

/** More do not fit; the rest is counted. */
const MAX_PARTS = 8;

export interface StatusBar {
  show(status: TabStatus): void;
}

/** Fills `bar`; `source` says where the bytes come from. */
export function createStatusBar(bar: HTMLElement, source: string): StatusBar {
  const badge = createBadge();
  const words = element("strong", "bar-words");
  const app = element("span", "bar-app");
  const text = element("span", "bar-text");
  const parts = element("ul", "bar-parts");
  parts.setAttribute("aria-label", "Parts");
  bar.append(badge.element, words, app, text, parts, element("span", "bar-source", source));
  return {
    show(status) {
      const { title, msg, progressPct } = status;
      badge.show(status);
      bar.dataset.badge = status.badge;
      setText(words, progressPct === undefined ? status.words : `${status.words} ${progressPct}%`);
      setText(app, status.app ?? "");
      setText(text, [title, msg].filter((part) => part !== undefined).join(" · "));
      text.title = text.textContent;
      const more = status.parts.length - MAX_PARTS;
      parts.replaceChildren(
        ...status.parts.slice(0, MAX_PARTS).map(partItem),
        ...(more > 0 ? [element("li", "part", `+${more}`)] : []),
      );
    },
  };
}

function partItem(part: PartStatus & { readonly id: string }): HTMLLIElement {
  const badge = createBadge();
  badge.show(part);
  const name = part.title ?? part.id;
  const item = element("li", "part", badge.element, element("span", "part-name", name));
  item.title = `${part.id}\n${lineOf(part)}`;
  item.append(element("span", "visually-hidden", ` ${part.words}`));
  return item;
}
