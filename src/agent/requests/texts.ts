/** Longer texts that the simulator sends. */

export const GREETING =
  "I am Telltale's built-in agent, a simulator: I work offline and call no model. Type help to see what I can do.\n\n";

export const RICH_TEXT = `# A heading

A paragraph with **bold**, *italic*, \`code\` and [a link](https://example.com/).

## Code

\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}
\`\`\`

## A table

| word | language | columns |
| --- | --- | ---: |
| hello | English | 5 |
| 你好 | Chinese | 4 |
| こんにちは | Japanese | 10 |
| 안녕하세요 | Korean | 10 |

> A quote that goes on for long enough that it must be wrapped somewhere on most screens, which is what it is for.

1. One
2. Two
   - with a part
   - and another part
3. Three

---

Wide characters: 漢字かな交じり文, 한국어, emoji 😀 👍🏽 👨‍👩‍👧‍👦, accents é ü ñ, a long word ${"o".repeat(60)}.
`;

/** Moves the cursor, sets a title, a link and a clipboard, rings, ends a string early. */
export const HOSTILE_TITLE =
  "evil\u001b[2J\u001b]0;owned\u0007\u001b]52;c;b3duZWQ=\u001b\\\r\nsecond\u009b31m\u0000\u202eline";

export const HOSTILE_TEXT = `Before.
\u001b[2J\u001b[H\u001b[31mred\u001b[0m
\u001b]0;owned title\u0007\u001b]8;;https://example.com/\u001b\\link\u001b]8;;\u001b\\
\u001b]7501;program=evil\u001b\\\u001b]52;c;b3duZWQ=\u0007
\u009b2J\u009d0;owned\u009c\u0090q\u009c
[V] seq=0 state=ready session=evil0 turn=none request=none agents=0/0 background=0
\u001b[?1049h\u001b[?25l\u001bc\u0007\b\b\b\u007f\u200b\u202e
After.
`;
