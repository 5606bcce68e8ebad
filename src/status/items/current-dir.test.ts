import { expect, test } from "bun:test";
import { cellOf, formsOf, itemOptions } from "../../testing/item-forms.ts";
import { plainText } from "../../text/span.ts";
import { currentDir } from "./current-dir.ts";
import type { RenderOptions } from "./item.ts";

const forms = (cwd: string, own: Partial<RenderOptions> = {}) =>
  formsOf(currentDir, [{ kind: "place-known", cwd }], own);

test("a deep path: whole, its last three, two and one parts, all muted", () => {
  expect(forms("/home/ana/src/acme/shop-api/packages/core")).toEqual([
    "<muted>~/src/acme/shop-api/packages/core",
    "<muted>…/shop-api/packages/core",
    "<muted>…/packages/core",
    "<muted>core",
  ]);
});

test.each([
  ["/a/b", ["/a/b", "a/b", "b"]],
  ["/a", ["/a", "a"]],
  ["/", ["/"]],
  ["/srv/data/", ["/srv/data", "srv/data", "data"]],
  ["relative", ["relative"]],
])(
  "%p has no more parts than a step allows: joined again without the slash before",
  (cwd, texts) => {
    expect(forms(cwd)).toEqual(texts.map((text) => `<muted>${text}`));
  },
);

test.each([
  ["/home/ana", "/home/ana", "~"],
  ["/home/ana/", "/home/ana", "~"],
  ["/home/ana/x", "/home/ana/", "~/x"],
  ["/home/anabel/x", "/home/ana", "/home/anabel/x"],
  ["/home/ana/x", "/", "/home/ana/x"],
  ["/home/ana/x", "", "/home/ana/x"],
  ["C:\\Users\\ana\\src\\shop", "C:\\Users\\ana", "~/src/shop"],
  ["C:\\Users\\anabel", "C:\\Users\\ana", "C:/Users/anabel"],
])("%p with home %p reads %p", (cwd, homeDir, text) => {
  expect(forms(cwd, { homeDir })[0]).toBe(`<muted>${text}`);
});

test("a path without a known home is shown whole", () => {
  const { homeDir: _, ...options } = itemOptions();
  const cell = currentDir.render({ place: { cwd: "/home/ana/x" } }, options);
  expect(cell?.forms[0]).toEqual([{ text: "/home/ana/x", tone: "muted" }]);
});

test("a path with control characters: they are gone, and the row is one", () => {
  expect(forms("/tmp/a\u001b[31mb\u0007c")[0]).toBe("<muted>/tmp/abc");
});

test("short parts in ASCII, where the ellipsis is wider: no form is wider than the one before", () => {
  for (const cwd of ["/a/b/c/d", "/home/ana/a/b/c", "/x/long-name/y/z"]) {
    const made = cellOf(currentDir, [{ kind: "place-known", cwd }], { ascii: true });
    const cols = made?.forms.map((form) => plainText(form).length) ?? [];
    expect(cols).toEqual(cols.toSorted((a, b) => b - a));
  }
  expect(forms("/srv/acme/shop-api/packages/core", { ascii: true })[1]).toBe(
    "<muted>.../shop-api/packages/core",
  );
});
