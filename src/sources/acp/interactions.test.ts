import { describe, expect, test } from "bun:test";
import type { ToolCall } from "../../wire/runtime/entities.ts";
import { claude } from "./agents/claude.ts";
import { elicitationOutcome, elicitationRequest } from "./elicitation.ts";
import { permissionOutcome, permissionRequest, readAnswerOptions } from "./permission.ts";

const CALL: ToolCall = {
  toolCallId: "c",
  title: "Run it",
  kind: "execute",
  status: "pending",
  content: [{ kind: "text", text: "# Plan" }],
};

describe("permission", () => {
  // covers: acp-permission
  test("options: with their roles; one of an unknown kind has none; one without an id is left out", () => {
    const options = readAnswerOptions([
      { optionId: "a", name: "Always", kind: "allow_always" },
      { optionId: "b", name: "\u001b[31mNo\n", kind: "reject_always" },
      { optionId: "c", kind: "constructor" },
      { name: "no id", kind: "allow_once" },
    ]);
    expect(options).toEqual([
      { optionId: "a", label: "Always", role: "allow-always" },
      { optionId: "b", label: "No", role: "reject-always" },
      { optionId: "c", label: "c" },
    ]);
    expect(permissionOutcome({ kind: "declined" }, options)).toEqual({
      outcome: { outcome: "selected", optionId: "b" },
    });
    expect(permissionOutcome({ kind: "declined" }, [])).toEqual({
      outcome: { outcome: "cancelled" },
    });
  });

  // covers: acp-plan
  test("a plan: by the kind of its call or a title of the agent's, with the plan as body", () => {
    const ask = (call: ToolCall) => permissionRequest([], call, claude.quirks, undefined);
    expect(ask(CALL)).toMatchObject({ asks: "permission", title: "Run it", call: CALL });
    expect(ask(CALL)).not.toHaveProperty("body");
    expect(ask({ ...CALL, kind: "switch-mode" })).toMatchObject({ asks: "plan", body: "# Plan" });
    expect(ask({ ...CALL, title: "Ready to code?" })).toMatchObject({ asks: "plan" });
  });
});

describe("elicitation", () => {
  const form = (properties: object, rest: object = {}) =>
    elicitationRequest(
      { mode: "form", message: "Tell me\nmore", requestedSchema: { properties, ...rest } },
      undefined,
    );

  // covers: acp-elicitation
  test("a form: each kind of field", () => {
    const request = form(
      {
        name: { type: "string", title: "Name", minLength: 1, maxLength: 9, default: "Ana" },
        age: { type: "integer", minimum: 0, maximum: 150, default: 7 },
        size: { type: "number" },
        sure: { type: "boolean", default: true },
        colour: { type: "string", enum: ["red", "blue"] },
        shape: { type: "string", oneOf: [{ const: "s", title: "Square" }, { const: "c" }] },
        tags: { type: "array", minItems: 1, items: { type: "string", enum: ["a", "b"] } },
        kinds: { type: "array", items: { anyOf: [{ const: "k", title: "Kind" }] }, default: ["k"] },
        odd: { type: "object" },
      },
      { required: ["name", "tags"], title: "Form" },
    );
    expect(request).toEqual({
      asks: "question",
      title: "Form",
      body: "Tell me\nmore",
      options: [],
      form: [
        {
          name: "name",
          label: "Name",
          required: true,
          type: "text",
          minLength: 1,
          maxLength: 9,
          fallback: "Ana",
        },
        { name: "age", required: false, type: "integer", min: 0, max: 150, fallback: 7 },
        { name: "size", required: false, type: "number" },
        { name: "sure", required: false, type: "flag", fallback: true },
        {
          name: "colour",
          required: false,
          type: "choice",
          options: [
            { value: "red", label: "red" },
            { value: "blue", label: "blue" },
          ],
        },
        {
          name: "shape",
          required: false,
          type: "choice",
          options: [
            { value: "s", label: "Square" },
            { value: "c", label: "c" },
          ],
        },
        {
          name: "tags",
          required: true,
          type: "choices",
          options: [
            { value: "a", label: "a" },
            { value: "b", label: "b" },
          ],
          minLength: 1,
        },
        {
          name: "kinds",
          required: false,
          type: "choices",
          options: [{ value: "k", label: "Kind" }],
          fallback: ["k"],
        },
      ],
    });
  });

  test("a required field that cannot be shown, an unknown mode, a page that is none: not asked", () => {
    expect(form({ odd: { type: "object" } }, { required: ["odd"] })).toBeUndefined();
    expect(elicitationRequest({ mode: "dream", message: "x" }, undefined)).toBeUndefined();
    for (const url of ["file:///etc/passwd", "javascript:alert(1)", "nothing", 7])
      expect(elicitationRequest({ mode: "url", message: "x", url }, undefined)).toBeUndefined();
  });

  test.each([
    [
      { kind: "form", values: { colour: "red", more: "x" } },
      { action: "accept", content: { colour: "red" } },
    ],
    [{ kind: "declined" }, { action: "decline" }],
    [{ kind: "dismissed" }, { action: "cancel" }],
    [{ kind: "option", optionId: "x" }, { action: "cancel" }],
  ] as const)("a form answered with %j: %j", (answer, outcome) => {
    const request = form({ colour: { type: "string" } });
    if (request === undefined) throw new Error("no request");
    expect(elicitationOutcome(answer, request)).toEqual(outcome);
  });

  test.each([
    [{ kind: "option", optionId: "open" }, "accept"],
    [{ kind: "option", optionId: "decline" }, "decline"],
    [{ kind: "form", values: {} }, "accept"],
    [{ kind: "dismissed" }, "cancel"],
  ] as const)("a page answered with %j: %s", (answer, action) => {
    const url = "https://example.org/";
    const request = elicitationRequest({ mode: "url", message: "Log in", url }, "m");
    expect(request).toMatchObject({ url, memberId: "m", title: "Log in" });
    if (request !== undefined) expect(elicitationOutcome(answer, request)).toEqual({ action });
  });
});
