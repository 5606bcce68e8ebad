import { expect, test } from "bun:test";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";

test("equal neighbours are one span, empty ones are none", () => {
  expect(cell([[span("a", "dim"), span("b", "dim"), span("", "error"), span("c")]])).toEqual({
    forms: [[span("ab", "dim"), span("c")]],
  });
});

test("forms that read as the one before, and empty forms, are left out", () => {
  const forms = [[span("main")], [], [span("ma", "dim"), span("in")], [span("")], [span("m")]];
  expect(cell(forms)).toEqual({ forms: [[span("main")], [span("m")]] });
});

test("no form left: no cell; a reserve is kept as it is", () => {
  expect(cell([])).toBeNull();
  expect(cell([[], [span("")]], 9)).toBeNull();
  expect(cell([[span("x")]], 9)).toEqual({ forms: [[span("x")]], reserveCols: 9 });
});
