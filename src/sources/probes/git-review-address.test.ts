import { describe, expect, test } from "bun:test";
import { isHostOf, readReviewAddress } from "./git-review-address.ts";

const read = (text: string) => readReviewAddress(text)?.review;

// covers: review-address-shape
test("a pull request and a merge request, also self-hosted and in groups; a fragment is left out", () => {
  const url = "https://github.com/acme/shop-api/pull/88";
  expect(readReviewAddress(url)).toEqual({
    review: { vendor: "github", number: 88, url },
    host: "github.com",
    repository: "shop-api",
  });
  expect(read(`${url}#issuecomment-12`)?.url).toBe(url);
  const merge = "https://git.example:8443/group/sub.group/shop/-/merge_requests/312";
  expect(readReviewAddress(merge)).toEqual({
    review: { vendor: "gitlab", number: 312, url: merge },
    host: "git.example:8443",
    repository: "shop",
  });
});

// covers: review-address-shape
test("whatever is not of that shape is none", () => {
  const others = [
    "",
    "https://",
    "https://github.com",
    "http://github.com/acme/shop/pull/88",
    "https://user@github.com/acme/shop/pull/88",
    "https://github.com:secret@evil.example/acme/shop/pull/88",
    "https://evil.example\\@github.com/acme/shop/pull/88",
    "https://gíthub.com/acme/shop/pull/88",
    "https://github.com/acme/shop/pull/0",
    "https://github.com/acme/shop/pull/088",
    "https://github.com/acme/shop/pull/-1",
    "https://github.com/acme/shop/pull/1.5",
    "https://github.com/acme/shop/pull/12345678901",
    "https://github.com/acme/shop/pull/88/files",
    "https://github.com/acme/shop/pull/88?to=1",
    "https://github.com/acme/shop/pull/new/topic",
    "https://github.com/acme/shop/issues/88",
    "https://github.com/shop/pull/88",
    "https://github.com/a/b/c/pull/88",
    "https://github.com/acme/../pull/88",
    "https://gitlab.com/a/b/../-/merge_requests/1",
    "https://gitlab.com/shop/-/merge_requests/1",
    "https://gitlab.com/a/shop/merge_requests/1",
    "https://github.com/acme/sh\u001b]8;;op/pull/88",
    `https://github.com/${"a".repeat(3000)}/shop/pull/88`,
  ];
  for (const text of others) expect([text, readReviewAddress(text)]).toEqual([text, undefined]);
});

// covers: review-host-of-repository
describe("the host is that of the repository's remote", () => {
  const of = (host: string | undefined, page: string) =>
    isHostOf(host === undefined ? {} : { host }, page);

  test("the same one, by its port too; never another, and none without a remote", () => {
    expect(of("github.com", "github.com")).toBe(true);
    expect(of("git.example:8443", "git.example:8443")).toBe(true);
    expect(of("git.example:443", "git.example")).toBe(true);
    expect(of("git.example", "github.com")).toBe(false);
    expect(of("git.example", "git.example.evil.example")).toBe(false);
    expect(of("git.example", "git.example:8443")).toBe(false);
    expect(of("github.com", "gitlab.com")).toBe(false);
    expect(of(undefined, "github.com")).toBe(false);
    expect(isHostOf(undefined, "github.com")).toBe(false);
  });

  test("SSH on another host of theirs, or by a name of the person's own", () => {
    expect(of("ssh.github.com", "github.com")).toBe(true);
    expect(of("altssh.gitlab.com", "gitlab.com")).toBe(true);
    expect(of("gh-work", "github.com")).toBe(true);
    expect(of("gh-work", "evil.example")).toBe(false);
  });
});
