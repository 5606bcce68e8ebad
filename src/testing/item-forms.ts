/** What an item shows, in a notation that tests can write down: `<muted>text`, spans one after another. */
import type { Fact } from "../status/facts/fact.ts";
import type { Cell, Item, RenderOptions } from "../status/items/item.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../status/snapshot.ts";
import { glyphs } from "../text/ascii.ts";
import type { Span } from "../text/span.ts";
import { createMeasure } from "../text/width.ts";

const measure = createMeasure({ ambiguousWide: false });

/** Options of one item at the epoch in a row of unknown width, with the given ones on top. */
export function itemOptions(own: Partial<RenderOptions> = {}): RenderOptions {
  const ascii = own.ascii ?? false;
  return {
    nowMs: 0,
    utcOffsetMinutes: () => 0,
    ascii,
    glyphs: glyphs(ascii),
    theme: "dark",
    links: false,
    measure,
    homeDir: "/home/ana",
    ...own,
  };
}

/** The cell of an item after the given facts. */
export function cellOf(
  item: Item,
  facts: readonly Fact[],
  own: Partial<RenderOptions> = {},
): Cell | null {
  return item.render(foldAll(EMPTY_SNAPSHOT, facts), itemOptions(own));
}

/** Its forms, widest first: `<accent>⎇ <muted>main`; bold as `<accent bold>`. None when absent. */
export function formsOf(
  item: Item,
  facts: readonly Fact[],
  own: Partial<RenderOptions> = {},
): readonly string[] {
  return cellOf(item, facts, own)?.forms.map((form) => form.map(marked).join("")) ?? [];
}

/** A span with its paint in front; text in the terminal's own colours has none. */
function marked({ text, tone, bold, fg, bg, link }: Span): string {
  const colors = [fg === undefined ? [] : `fg=${fg}`, bg === undefined ? [] : `bg=${bg}`].flat();
  const paint = [tone ?? [], bold === true ? "bold" : [], colors, link ?? []].flat();
  return paint.length === 0 ? `<>${text}` : `<${paint.join(" ")}>${text}`;
}
