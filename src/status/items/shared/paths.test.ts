import { expect, test } from "bun:test";
import { lastPart, lastParts, shownPath } from "./paths.ts";

test.each([
  ["/a/b/", undefined, "/a/b"],
  ["/", undefined, "/"],
  ["//", undefined, "/"],
  ["", undefined, ""],
  ["C:\\a\\b\\", undefined, "C:/a/b"],
  ["/home/ana", "/home/ana", "~"],
  ["/home/ana/x", "/home/ana/", "~/x"],
  ["/home/anabel", "/home/ana", "/home/anabel"],
  ["/home", "/home/ana", "/home"],
  ["/x", "/", "/x"],
  ["/x", "", "/x"],
])("%p with home %p is shown as %p", (path, home, shown) => {
  expect(shownPath(path, home)).toBe(shown);
});

test.each([
  ["~/a/b/c", 3, "…/a/b/c"],
  ["~/a/b", 3, "~/a/b"],
  ["/a/b", 3, "a/b"],
  ["/a/b/c/d", 2, "…/c/d"],
  ["/a/b/c/d", 1, "d"],
  ["/", 3, "/"],
  ["", 3, ""],
])("%p in %p parts is %p", (path, count, shown) => {
  expect(lastParts(path, count, "…")).toBe(shown);
});

test.each([
  ["a/b", "b"],
  ["b", "b"],
  ["a/b/", "b"],
  ["a\\b", "b"],
  ["/", "/"],
  ["", ""],
])("the last part of %p is %p", (path, part) => {
  expect(lastPart(path)).toBe(part);
});
