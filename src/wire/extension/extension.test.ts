import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { encodeExtension } from "./encode.ts";
import {
  EXTENSION_EVENTS,
  type ExtensionMessage,
  LINE_MAX_UNITS,
  PATH_MAX_UNITS,
  TEXT_MAX_UNITS,
} from "./message.ts";
import { parseExtension } from "./parse.ts";

const CORPUS = join(import.meta.dir, "../../../test/corpus/extension");

function corpus(kind: string): readonly (readonly [name: string, content: never])[] {
  const names = readdirSync(join(CORPUS, kind)).sort();
  return names.map((name) => [
    name,
    JSON.parse(readFileSync(join(CORPUS, kind, name), "utf8")) as never,
  ]);
}

const FULL: ExtensionMessage = {
  protocol: 1,
  event: "turn-end",
  session_id: "8f3a",
  workspace_dir: "/srv/shop",
  model: "Opus 4.8",
  session_title: "Fix the build",
  tui_version: "0.1.0",
};

// covers: custom-stdin-line
describe("extension corpus", () => {
  for (const [name, content] of corpus("accept")) {
    test(`${name}: gives the message written beside it`, () => {
      const { line, message } = content as { line: string; message: ExtensionMessage };
      expect(parseExtension(line)).toEqual({ ok: true, value: message });
    });
  }
  for (const [name, content] of corpus("reject")) {
    test(`${name}: gives the reason written beside it`, () => {
      const { line, reason } = content as { line: string; reason: string };
      const parsed = parseExtension(line);
      expect(parsed.ok ? "accepted" : parsed.reason).toContain(reason);
    });
  }
});

describe("encodeExtension", () => {
  test("a whole message: fixed order of members, one LF at the end", () => {
    expect(encodeExtension(FULL)).toBe(
      '{"protocol":1,"event":"turn-end","session_id":"8f3a","workspace_dir":"/srv/shop",' +
        '"model":"Opus 4.8","session_title":"Fix the build","tui_version":"0.1.0"}\n',
    );
  });

  test("empty optional members: left out; directory and version stay", () => {
    const message: ExtensionMessage = {
      ...FULL,
      session_id: "",
      model: "",
      session_title: "",
      workspace_dir: "",
      tui_version: "",
    };
    expect(encodeExtension(message)).toBe(
      '{"protocol":1,"event":"turn-end","workspace_dir":"","tui_version":""}\n',
    );
  });

  test("a title with line feeds: still one line", () => {
    const line = encodeExtension({ ...FULL, session_title: "a\nb\r\nc" });
    expect(line.indexOf("\n")).toBe(line.length - 1);
  });

  test("texts over their caps: title cut before the pair, id left out, path empty", () => {
    const parsed = parseExtension(
      encodeExtension({
        ...FULL,
        session_id: "i".repeat(TEXT_MAX_UNITS + 1),
        session_title: `${"t".repeat(TEXT_MAX_UNITS - 1)}😀`,
        workspace_dir: "/".repeat(PATH_MAX_UNITS + 1),
      }),
    );
    const { session_id: _, ...rest } = FULL;
    expect(parsed).toEqual({
      ok: true,
      value: { ...rest, session_title: "t".repeat(TEXT_MAX_UNITS - 1), workspace_dir: "" },
    });
  });

  test("every member at its cap and escaped: the line can be parsed", () => {
    const line = encodeExtension({
      ...FULL,
      session_id: "\0".repeat(TEXT_MAX_UNITS),
      workspace_dir: "\0".repeat(PATH_MAX_UNITS),
      model: "\0".repeat(TEXT_MAX_UNITS),
      session_title: "\0".repeat(TEXT_MAX_UNITS),
      tui_version: "\0".repeat(TEXT_MAX_UNITS),
    });
    expect(line.length).toBeLessThan(LINE_MAX_UNITS);
    expect(parseExtension(line).ok).toBe(true);
  });
});

describe("round trip", () => {
  const text = fc.string({ unit: "binary", minLength: 1 });
  const message: fc.Arbitrary<ExtensionMessage> = fc.record(
    {
      protocol: fc.constant(1 as const),
      event: fc.constantFrom(...EXTENSION_EVENTS),
      session_id: text,
      workspace_dir: fc.string({ unit: "binary" }),
      model: text,
      session_title: text,
      tui_version: fc.string({ unit: "binary" }),
    },
    { requiredKeys: ["protocol", "event", "workspace_dir", "tui_version"] },
  );

  test("any message: the same message again", () => {
    fc.assert(
      fc.property(message, (given) => {
        expect(parseExtension(encodeExtension(given))).toEqual({ ok: true, value: given });
      }),
    );
  });

  test("any text: a message or a reason, never an error", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        const parsed = parseExtension(line);
        expect(parsed.ok || parsed.reason.length > 0).toBe(true);
      }),
    );
  });

  test("a line over the cap: refused before it is read", () => {
    const parsed = parseExtension(" ".repeat(LINE_MAX_UNITS + 1));
    expect(parsed.ok ? "" : parsed.reason).toContain("longer than");
  });
});
