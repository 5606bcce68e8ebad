import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { region } from "./region.ts";

const OPEN = "<!-- smllm:harness -->";
const CLOSE = "<!-- /smllm:harness -->";
const part = region("one\n\ntwo\n");

function put(text: string): string {
  const made = part.put(text);
  if (!made.ok) throw new Error(made.reason.reason);
  return made.value;
}

function read(text: string): string | undefined {
  const there = part.read(text);
  return there.ok ? there.value : "refused";
}

const BLOCK = `${OPEN}\n\none\n\ntwo\n${CLOSE}\n`;

describe("region", () => {
  test.each([
    ["", BLOCK],
    ["# A\n", `# A\n\n${BLOCK}`],
    ["# A", `# A\n\n${BLOCK}`],
    ["# A\n\n", `# A\n\n${BLOCK}`],
    ["# A\r\n", `# A\r\n\r\n${BLOCK.replaceAll("\n", "\r\n")}`],
    [`x\n${OPEN}\nold\n${CLOSE}`, `x\n${BLOCK.trimEnd()}`],
    [`${OPEN}\nmine\n${OPEN}\nold\n${CLOSE}\ny`, `${OPEN}\nmine\n${BLOCK}y`],
    [`${CLOSE}\n`, `${CLOSE}\n\n${BLOCK}`],
    [`${OPEN}\n`, `${OPEN}\n\n${BLOCK}`],
    [`see \`${OPEN}\` and ${CLOSE}.\n`, `see \`${OPEN}\` and ${CLOSE}.\n\n${BLOCK}`],
  ])("%j becomes %j", (text, expected) => {
    expect(put(text)).toBe(expected);
    expect(put(expected)).toBe(expected);
  });

  test("a region wrapped or spaced anew by an editor: the same words, so current", () => {
    expect(read(`a\n${OPEN}\none two\n  ${CLOSE}\n`)).toBe(part.wanted);
    expect(read(`${OPEN}\none two three\n${CLOSE}`)).not.toBe(part.wanted);
    expect(read(`${OPEN}\none two`)).toBeUndefined();
  });

  // covers: smllm-install-user-content
  test("any text around it: what stands outside the markers keeps its bytes, and a second time changes nothing", () => {
    const piece = fc.constantFrom("a", OPEN, CLOSE, "\n", "\r\n", " ", "x y", "\r", "# h");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const once = put(text);
        expect(read(once)).toBe(part.wanted);
        expect(put(once)).toBe(once);
        const before = once.slice(0, once.lastIndexOf(OPEN, once.indexOf("one")));
        const after = once.slice(once.indexOf(CLOSE, once.indexOf("two")) + CLOSE.length);
        expect(text.startsWith(before.trimEnd())).toBe(true);
        expect(text.endsWith(after.trimStart())).toBe(true);
      }),
    );
  });
});
