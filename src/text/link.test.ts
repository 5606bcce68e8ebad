import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encodeLink, encodePathSegments, linkTarget, MAX_URL_LENGTH, webUrl } from "./link.ts";

describe("encodePathSegments", () => {
  test.each([
    ["main", "main"],
    ["feature/ui#123", "feature/ui%23123"],
    ["100%2Fdone", "100%252Fdone"],
    ["a&b?c=d", "a%26b%3Fc%3Dd"],
    ["数据/修复", "%E6%95%B0%E6%8D%AE/%E4%BF%AE%E5%A4%8D"],
    ["a b", "a%20b"],
    ["", ""],
    ["\ud800", "%EF%BF%BD"],
  ])("%j: %j", (path, encoded) => {
    expect(encodePathSegments(path)).toBe(encoded);
  });

  test("any name: printable ASCII that decodes to the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (path) => {
        const encoded = encodePathSegments(path);
        expect(encoded).toMatch(/^[!-~]*$/);
        expect(encoded).not.toMatch(/[#?]/);
        expect(decodeURIComponent(encoded)).toBe(path.toWellFormed());
      }),
    );
  });
});

describe("webUrl", () => {
  test.each(["https://github.com/o/r/pull/7", "http://localhost:3000", "HTTPS://e.org/a?b=c#d"])(
    "%s: as it is",
    (url) => {
      expect(webUrl(url)).toBe(url);
    },
  );

  test("address outside ASCII: encoded", () => {
    expect(webUrl("https://e.org/分支")).toBe("https://e.org/%E5%88%86%E6%94%AF");
    expect(webUrl("https://bücher.example/")).toBe("https://xn--bcher-kva.example/");
  });

  test.each([
    "",
    "github.com/o/r",
    "ftp://e.org/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://",
    "https:///path",
    "https://e org/",
    "https://e.org/\x1b]0;t\x07",
    "https://e.org/\nx",
    "https://user:secret@e.org/",
    "https://user@e.org/",
    "https://github.com@e.org/o/r/pull/7",
    "https://e.org:99999/",
    `https://e.org/${"a".repeat(MAX_URL_LENGTH)}`,
  ])("%j: none", (url) => {
    expect(webUrl(url)).toBeUndefined();
  });
});

describe("linkTarget", () => {
  test.each(["https://e.org/", "http://e.org", "file:///home/a%20b"])("%s: a link", (url) => {
    expect(linkTarget(url)).toBe(url);
  });

  test.each([
    "",
    "https:",
    "mailto:a@e.org",
    "vscode://file/x",
    "https://e.org/a b",
    "https://e.org/é",
    "https://e.org/\x07",
    "https://e.org/\x1b\\",
    "//e.org",
    `https://${"a".repeat(MAX_URL_LENGTH)}`,
  ])("%j: none", (url) => {
    expect(linkTarget(url)).toBeUndefined();
  });

  test("a scheme that the caller allows too", () => {
    expect(linkTarget("mailto:a@e.org", ["mailto"])).toBe("mailto:a@e.org");
  });
});

test("encodeLink: OSC 8 closed with ST; empty closes the link", () => {
  expect(encodeLink("https://e.org/")).toBe("\x1b]8;;https://e.org/\x1b\\");
  expect(encodeLink("")).toBe("\x1b]8;;\x1b\\");
});
