import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { HostStatusSet } from "../facts/host.ts";
import { hostStatus } from "./host-status.ts";

const set = (key: string, text?: string): HostStatusSet =>
  text === undefined ? { kind: "host-status-set", key } : { kind: "host-status-set", key, text };

test("notes stand in brackets in the order in which they were first set", () => {
  const facts = [set("canvas", "old"), set("sync", "synced"), set("canvas", "canvas ok")];
  expect(formsOf(hostStatus, facts)).toEqual(["<dim>[canvas ok · synced]"]);
});

test("blank and removed notes are left out; none left: absent", () => {
  expect(formsOf(hostStatus, [set("a", " "), set("b", "b ok")])).toEqual(["<dim>[b ok]"]);
  expect(formsOf(hostStatus, [set("a", "a ok"), set("a")])).toEqual([]);
  expect(formsOf(hostStatus, [set("a", "\n\u001b[31m")])).toEqual([]);
  expect(formsOf(hostStatus, [])).toEqual([]);
});

test("in ASCII the dot between the notes stays", () => {
  const facts = [set("a", "x"), set("b", "y")];
  expect(formsOf(hostStatus, facts, { ascii: true })).toEqual(["<dim>[x · y]"]);
});
