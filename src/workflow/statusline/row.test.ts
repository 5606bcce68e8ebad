import { expect, test } from "bun:test";
import fc from "fast-check";
import { workflow } from "../../status/items/workflow.ts";
import { formsOf } from "../../testing/item-forms.ts";
import type { Status } from "../engine/reply.ts";
import { placeOf } from "./place.ts";
import { isColored, renderRow } from "./row.ts";

const INSTANCE = {
  machine: "fix",
  kind: "ticket",
  id: "i-n7d6tx",
  ref: "T-1",
  label: "T-1",
  status: "active",
} as const;

const HELD: Status = {
  session: "sm-nqvfvw",
  idle: false,
  machine: "fix",
  state: "CODE",
  visit: 3,
  yielded: true,
  instance: INSTANCE,
  interrupted: null,
  paused: 2,
};
const IDLE: Status = {
  ...HELD,
  idle: true,
  machine: null,
  state: null,
  visit: null,
  instance: null,
  interrupted: { ...INSTANCE, status: "interrupted" },
};

const held = (own: Partial<Status> = {}) => renderRow({ ...HELD, ...own }, false);
const idle = (own: Partial<Status> = {}) => renderRow({ ...IDLE, ...own }, false);

// covers: smllm-row-forms
test("a held instance: visits from the second, a yield, and nothing of what is paused", () => {
  expect(held()).toBe("smllm fix › CODE (visit 3) · ticket T-1 · yielded");
  expect(held({ visit: 2, yielded: false })).toBe("smllm fix › CODE (visit 2) · ticket T-1");
  expect(held({ visit: 1, yielded: false })).toBe("smllm fix › CODE · ticket T-1");
  expect(held({ visit: 1 })).toBe("smllm fix › CODE · ticket T-1 · yielded");
});

// covers: smllm-row-forms
test("idle: the parts that are not zero, and never a yield", () => {
  expect(idle()).toBe("smllm idle · 1 interrupted · 2 paused");
  expect(idle({ interrupted: null })).toBe("smllm idle · 2 paused");
  expect(idle({ paused: 0 })).toBe("smllm idle · 1 interrupted");
  expect(idle({ interrupted: null, paused: 0 })).toBe("smllm idle");
});

// covers: smllm-row-colours
test("in colour: the bytes of each part", () => {
  expect(renderRow(HELD, true)).toBe(
    "\x1b[2msmllm\x1b[0m \x1b[36mfix\x1b[0m › \x1b[1mCODE\x1b[0m \x1b[2m(visit 3)\x1b[0m" +
      " · \x1b[35mticket T-1\x1b[0m · \x1b[33myielded\x1b[0m",
  );
  expect(renderRow(IDLE, true)).toBe(
    "\x1b[2msmllm\x1b[0m idle · \x1b[2m1 interrupted\x1b[0m · \x1b[2m2 paused\x1b[0m",
  );
});

// covers: smllm-row-colour-choice
test("the choice of colour: a word of the person beats NO_COLOR, which counts unless it is empty", () => {
  const choices = ["auto", "always", "never"] as const;
  const variables = [undefined, "", "1", "0"];
  expect(choices.map((choice) => variables.map((value) => isColored(choice, value)))).toEqual([
    [true, true, false, false],
    [true, true, true, true],
    [false, false, false, false],
  ]);
});

// covers: smllm-row-clean
test("control characters and sequences in names: cleaned as everywhere, so the row stays one row", () => {
  const label = "T\u001b[31m-1\r\nx\u0085\u2028";
  expect(held({ instance: { ...INSTANCE, label }, state: "A\u0007B", yielded: false })).toBe(
    "smllm fix › AB (visit 3) · ticket T-1 x",
  );
});

test("any names: one line, nothing that a terminal obeys, and the text of the item's widest form", () => {
  const text = fc.string({ unit: "binary", maxLength: 20 });
  fc.assert(
    fc.property(text, text, text, fc.integer({ min: 1, max: 9 }), (state, kind, label, visit) => {
      const status = { ...HELD, state, visit, instance: { ...INSTANCE, kind, label } };
      const row = renderRow(status, false);
      expect(row).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/);
      const [widest = ""] = formsOf(workflow, [
        { kind: "workflow-seen", workflow: placeOf(status) },
      ]);
      expect(row).toContain(`smllm fix › `);
      expect(widest.replace(/<(?:dim|accent|bold|tool|warning|)>/g, "")).toBe(
        row.replace(/<(?:dim|accent|bold|tool|warning|)>/g, ""),
      );
    }),
  );
});
