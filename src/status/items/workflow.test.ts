import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { Workflow } from "../facts/workflow.ts";
import { workflow } from "./workflow.ts";

const MACHINE = {
  at: "machine",
  machine: "dev",
  state: "WORK",
  instanceKind: "issue",
  label: "GH-123",
} as const;
const forms = (place: Workflow, ascii = false) =>
  formsOf(workflow, [{ kind: "workflow-seen", workflow: place }], { ascii });

test("the whole row, then without the program's name, the instance, the machine", () => {
  expect(forms({ ...MACHINE, visit: 3, yielded: true })).toEqual([
    "<dim>smllm<> <accent>dev<> › <bold>WORK<> <dim>(visit 3)<> · <tool>issue GH-123<> · <warning>yielded",
    "<accent>dev<> › <bold>WORK<> · <tool>issue GH-123<> · <warning>yielded",
    "<accent>dev<> › <bold>WORK<> · <warning>yielded",
    "<bold>WORK<> · <warning>yielded",
    "<bold>WORK",
  ]);
});

test("the visit is counted from the second one, and only a yield is told", () => {
  const once = "<dim>smllm<> <accent>dev<> › <bold>WORK<> · <tool>issue GH-123";
  expect(forms(MACHINE)[0]).toBe(once);
  expect(forms({ ...MACHINE, visit: 1, yielded: false })[0]).toBe(once);
  expect(forms({ ...MACHINE, visit: 2 })[0]).toContain("<> <dim>(visit 2)");
});

test("idle: what is interrupted or paused, where there is any", () => {
  expect(forms({ at: "idle" })).toEqual(["<dim>smllm<> idle"]);
  expect(forms({ at: "idle", interrupted: 1, paused: 2 })).toEqual([
    "<dim>smllm<> idle · <dim>1 interrupted<> · <dim>2 paused",
    "<dim>smllm<> idle",
  ]);
  expect(forms({ at: "idle", interrupted: 0, paused: 0 })).toEqual(["<dim>smllm<> idle"]);
});

test("names with control characters stay on one row", () => {
  const [form = ""] = forms({ ...MACHINE, state: "W\u001b[31mO\nRK" });
  expect(form).toContain("<bold>WO RK");
});

test("in ASCII the arrow is ASCII and the dots stay", () => {
  expect(forms(MACHINE, true)[0]).toBe(
    "<dim>smllm<> <accent>dev<> > <bold>WORK<> · <tool>issue GH-123",
  );
});

test("no workflow is bound, or none any more: absent", () => {
  expect(formsOf(workflow, [])).toEqual([]);
  expect(
    formsOf(workflow, [{ kind: "workflow-seen", workflow: MACHINE }, { kind: "workflow-seen" }]),
  ).toEqual([]);
});
