/** A badge in the page: one of the shapes of index.html, coloured and filled by page.css. */
import type { PartStatus } from "./tab-status.ts";

const SVG = "http://www.w3.org/2000/svg";

export interface BadgeView {
  readonly element: SVGSVGElement;
  show(status: Pick<PartStatus, "badge" | "progressPct">): void;
}

/** Hidden from screen readers: the words stand in the name of what carries the badge. */
export function createBadge(): BadgeView {
  const element = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "use");
  element.classList.add("badge");
  element.setAttribute("aria-hidden", "true");
  element.append(shape);
  return {
    element,
    show({ badge, progressPct }) {
      element.dataset.badge = badge;
      shape.setAttribute("href", `#badge-${badge}`);
      // Without a number the ring turns; it never shows a share that nobody stated.
      element.toggleAttribute("data-measured", progressPct !== undefined);
      element.style.setProperty("--pct", String(progressPct ?? 0));
    },
  };
}
