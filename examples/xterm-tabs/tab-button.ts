/** A tab of the strip: badge, our name for the terminal, and in small what its programs say. */
import { createBadge } from "./badge.ts";
import { element, setAttribute, setText } from "./dom.ts";
import { lineOf, type TabStatus } from "./tab-status.ts";

export interface TabButton {
  readonly element: HTMLButtonElement;
  show(status: TabStatus): void;
  select(isSelected: boolean): void;
}

/** `name` is ours and not the program's, so that a report cannot pass for another terminal. */
export function createTabButton(name: string, panelId: string): TabButton {
  const badge = createBadge();
  const share = element("span", "tab-pct");
  const detail = element("span", "tab-detail");
  const partsBadge = createBadge();
  partsBadge.element.dataset.badge = "parts";
  partsBadge.element.querySelector("use")?.setAttribute("href", "#badge-parts");
  const partsCount = element("span", "");
  const parts = element("span", "tab-parts", partsBadge.element, partsCount);
  const button = element(
    "button",
    "tab",
    badge.element,
    element("span", "tab-name", name),
    element("span", "tab-counts", parts, share),
    detail,
  );
  button.type = "button";
  button.id = `${panelId}-tab`;
  button.setAttribute("role", "tab");
  button.setAttribute("aria-controls", panelId);
  return {
    element: button,
    show(status) {
      const line = lineOf(status);
      const count = status.parts.length;
      badge.show(status);
      setAttribute(button, "data-badge", status.badge);
      button.style.setProperty("--pct", String(status.progressPct ?? 0));
      setText(share, status.progressPct === undefined ? "" : `${status.progressPct}%`);
      setText(detail, status.msg ?? status.title ?? status.words);
      setText(partsCount, count === 0 ? "" : String(count));
      parts.classList.toggle("is-absent", count === 0);
      const counted = count === 0 ? "" : `, ${count} ${count === 1 ? "part" : "parts"}`;
      setAttribute(button, "aria-label", `${name}${counted}. ${line}`);
      setAttribute(button, "title", `${name}${counted}\n${line}`);
    },
    select(isSelected) {
      button.setAttribute("aria-selected", String(isSelected));
      // One stop for the Tab key; arrows move between tabs.
      button.tabIndex = isSelected ? 0 : -1;
    },
  };
}
