import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { repository } from "./repository.ts";

const SHOP = {
  kind: "repository-known",
  host: "github.com",
  owner: "acme",
  name: "shop-api",
} as const;

test("owner and name, then the name alone", () => {
  expect(formsOf(repository, [SHOP])).toEqual(["<dim>acme/<muted>shop-api", "<muted>shop-api"]);
});

test("where links may be shown it leads to its page, each part encoded", () => {
  const url = "https://github.com/acme/shop-api";
  expect(formsOf(repository, [SHOP], { links: true })).toEqual([
    `<dim ${url}>acme/<muted ${url}>shop-api`,
    `<muted ${url}>shop-api`,
  ]);
  const odd = { ...SHOP, owner: "group/sub", name: "ui#1 50%" };
  expect(formsOf(repository, [odd], { links: true })[1]).toBe(
    "<muted https://github.com/group/sub/ui%231%2050%25>ui#1 50%",
  );
});

test("no owner: the name alone and no link; no remote: absent", () => {
  const bare = { kind: "repository-known", host: "github.com", name: "shop" } as const;
  expect(formsOf(repository, [bare], { links: true })).toEqual(["<muted>shop"]);
  expect(formsOf(repository, [{ kind: "git-head-read", repo: true }])).toEqual([]);
  expect(formsOf(repository, [])).toEqual([]);
});
