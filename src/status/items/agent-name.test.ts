import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { agentName } from "./agent-name.ts";

const forms = (name: string, ascii = false) =>
  formsOf(agentName, [{ kind: "agent-set", name }], { ascii });

test("the whole name, then cut to 10 columns", () => {
  expect(forms("security-reviewer")).toEqual(["<user>@security-reviewer", "<user>@security-…"]);
  expect(forms("reviewer")).toEqual(["<user>@reviewer"]);
  expect(forms("security-reviewer", true)[1]).toBe("<user>@securit...");
});

test("blank or not chosen: absent, and no lone sign", () => {
  expect(forms(" \n")).toEqual([]);
  expect(formsOf(agentName, [])).toEqual([]);
});
