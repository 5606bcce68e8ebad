import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { startTmux, type Tmux, tmuxVersion } from "../testing/tmux.ts";
import { type AnsiOptions, paintAnsi, paintPlain, paintTmux } from "./paint.ts";
import { plainText, type Span, span } from "./span.ts";

const TRUE: AnsiOptions = { theme: "dark", depth: "truecolor", links: true };
const LOW: AnsiOptions = { ...TRUE, depth: "16" };
const NONE: AnsiOptions = { ...TRUE, depth: "none" };
const URL_A = "https://e.org/a";

describe("paintAnsi", () => {
  test.each<[string, readonly Span[], AnsiOptions, string]>([
    ["plain text: no sequence", [span("a"), span("b", "plain")], TRUE, "ab"],
    ["nothing", [], TRUE, ""],
    ["a tone", [span("a", "accent")], TRUE, "\x1b[38;2;95;175;255ma\x1b[0m"],
    ["256 colours", [span("a", "accent")], { ...TRUE, depth: "256" }, "\x1b[38;5;75ma\x1b[0m"],
    [
      "16 colours, bright and normal",
      [span("a", "accent"), span("b", "code")],
      LOW,
      "\x1b[94ma\x1b[33mb\x1b[0m",
    ],
    ["light theme", [span("a", "error")], { ...LOW, theme: "light" }, "\x1b[31ma\x1b[0m"],
    [
      "only what changes",
      [span("a", "error"), { text: "b", tone: "error", bold: true }, span("c", "error")],
      LOW,
      "\x1b[91ma\x1b[1mb\x1b[22mc\x1b[0m",
    ],
    [
      "back to plain",
      [span("a", "error"), span("b"), span("c", "error")],
      LOW,
      "\x1b[91ma\x1b[0mb\x1b[91mc\x1b[0m",
    ],
    [
      "raw colours before tones",
      [{ text: "a", tone: "error", fg: 208, bg: [1, 2, 3] }],
      TRUE,
      "\x1b[38;5;208;48;2;1;2;3ma\x1b[0m",
    ],
    [
      "raw colours come down",
      [{ text: "a", fg: [255, 0, 0], bg: 231 }],
      LOW,
      "\x1b[91;107ma\x1b[0m",
    ],
    [
      "background taken off",
      [
        { text: "a", fg: 1, bg: 2 },
        { text: "b", fg: 1 },
      ],
      LOW,
      "\x1b[31;42ma\x1b[49mb\x1b[0m",
    ],
    [
      "foreground taken off",
      [
        { text: "a", fg: 1, bg: 2 },
        { text: "b", bg: 2 },
      ],
      LOW,
      "\x1b[31;42ma\x1b[39mb\x1b[0m",
    ],
    [
      "equal raw colours of two spans",
      [
        { text: "a", fg: [1, 2, 3] },
        { text: "b", fg: [1, 2, 3] },
      ],
      TRUE,
      "\x1b[38;2;1;2;3mab\x1b[0m",
    ],
    ["a background by tone", [{ text: "a", backTone: "success" }], LOW, "\x1b[102ma\x1b[0m"],
    ["empty spans", [span("", "error"), span("a")], TRUE, "a"],
    [
      "no colour: text alone, bold too",
      [{ text: "a", tone: "error", bold: true, fg: 1 }],
      NONE,
      "a",
    ],
  ])("%s", (_name, spans, options, row) => {
    expect(paintAnsi(spans, options)).toBe(row);
  });

  test.each<[string, readonly Span[], AnsiOptions, string]>([
    [
      "opened and closed with ST",
      [{ text: "a", link: URL_A }, span("b")],
      TRUE,
      `\x1b]8;;${URL_A}\x1b\\a\x1b]8;;\x1b\\b`,
    ],
    [
      "stays at depth none",
      [{ text: "a", tone: "error", link: URL_A }],
      NONE,
      `\x1b]8;;${URL_A}\x1b\\a\x1b]8;;\x1b\\`,
    ],
    [
      "over two spans: one link",
      [
        { text: "a", link: URL_A },
        { text: "b", tone: "error", link: URL_A },
      ],
      LOW,
      `\x1b]8;;${URL_A}\x1b\\a\x1b[91mb\x1b]8;;\x1b\\\x1b[0m`,
    ],
    [
      "from one to the next",
      [
        { text: "a", link: URL_A },
        { text: "b", link: "file:///b" },
      ],
      TRUE,
      `\x1b]8;;${URL_A}\x1b\\a\x1b]8;;file:///b\x1b\\b\x1b]8;;\x1b\\`,
    ],
    ["switched off", [{ text: "a", link: URL_A }], { ...TRUE, links: false }, "a"],
    ["unsafe scheme", [{ text: "a", link: "javascript:x" }], TRUE, "a"],
    ["control in the address", [{ text: "a", link: "https://e.org/\x1b\\\x1b[2J" }], TRUE, "a"],
  ])("link, %s", (_name, spans, options, row) => {
    expect(paintAnsi(spans, options)).toBe(row);
  });

  const anySpan = fc.record(
    {
      text: fc.string({ unit: "grapheme" }).filter((text) => !/\p{Cc}/u.test(text)),
      tone: fc.constantFrom("plain", "dim", "error", "accent"),
      bold: fc.constant(true),
      fg: fc.oneof(fc.nat(255), fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))),
      bg: fc.nat(255),
      link: fc.constantFrom(URL_A, "mailto:x", "https://e.org/ x"),
    },
    { requiredKeys: ["text"] },
  ) as fc.Arbitrary<Span>;

  test("any spans at any depth: colour never changes the text, and the row ends reset", () => {
    const depths = fc.constantFrom("none", "16", "256", "truecolor") as fc.Arbitrary<
      AnsiOptions["depth"]
    >;
    fc.assert(
      fc.property(fc.array(anySpan), depths, fc.boolean(), (spans, depth, links) => {
        const row = paintAnsi(spans, { theme: "light", depth, links });
        const sgr = row.match(/\x1b\[[\d;]+m/g) ?? [];
        expect(row.replace(/\x1b\[[\d;]+m|\x1b\]8;;[!-~]*?\x1b\\/g, "")).toBe(paintPlain(spans));
        expect(sgr.at(-1) ?? "\x1b[0m").toBe("\x1b[0m");
        if (depth === "none") expect(sgr).toEqual([]);
      }),
    );
  });
});

describe("paintTmux", () => {
  test.each<[string, readonly Span[], AnsiOptions, string]>([
    [
      "a tone, bold",
      [{ text: "a", tone: "accent", bold: true }, span("b")],
      TRUE,
      "#[fg=#5fafff,bold]a#[default]b",
    ],
    [
      "palette colours",
      [{ text: "a", fg: 9, bg: 208 }],
      { ...TRUE, depth: "256" },
      "#[fg=colour9,bg=colour208]a#[default]",
    ],
    ["links left out", [{ text: "a", link: URL_A }, span("b")], TRUE, "ab"],
    ["no colour", [span("a", "error")], NONE, "a"],
    ["percent signs as they are", [span("50% %H")], TRUE, "50% %H"],
  ])("%s", (_name, spans, options, row) => {
    expect(paintTmux(spans, options)).toBe(row);
  });

  const version = tmuxVersion();
  const mayMiss = version === undefined && process.env.CI !== "true";
  if (mayMiss) process.stderr.write("skipped: rows in tmux's status line, tmux is not installed\n");

  test.skipIf(mayMiss)(
    "real tmux shows the very text, with its styles, in status-right",
    async () => {
      const rows: readonly (readonly Span[])[] = [
        [span("a#b ##c ###d #")],
        [span("#[fg=red]x ##[bold]y")],
        [span("#{pane_id} ##{pane_id} #(echo no) #S #,#} %H %%")],
        [span("x#", "error"), span("#", "accent"), span("[z]#")],
        [span("tail##", "error")],
        [span("#"), span("[b"), span("##", "error")],
      ];
      const lines = rows.map((spans) => paintTmux(spans, LOW));
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "telltale-paint-"));
      const inner = startTmux(["sleep", "60"], {
        cols: 80,
        rows: 5,
        setup: [
          ["set", "-g", "status", "on"],
          ["set", "-g", "status-left", ""],
          ["set", "-g", "window-status-format", ""],
          ["set", "-g", "window-status-current-format", ""],
          ["set", "-g", "status-right-length", "80"],
          ["set", "-g", "status-interval", "1"],
        ],
      });
      const client = ["env", "-u", "TMUX", "tmux", "-u", "-S", inner.socket, "attach"];
      let outer: Tmux | undefined;
      try {
        outer = startTmux(client, { cols: 80, rows: 6 });
        for (const [at, line] of lines.entries()) {
          const mark = `<${at}>`;
          const file = path.join(folder, String(at));
          fs.writeFileSync(file, line);
          inner.run("set", "-g", "status-right", `${mark}#(cat ${file})`);
          const wanted = mark + plainText(rows[at] ?? []);
          const seen = await outer.wait((screen) => screen.at(-1)?.trim() === wanted, 5000);
          expect(seen ? wanted : outer.capture().at(-1)?.trim()).toBe(wanted);
        }
        expect(outer.capture({ styles: true }).at(-1)).toContain("\x1b[91m##");
      } finally {
        await outer?.end();
        await inner.end();
        fs.rmSync(folder, { recursive: true, force: true });
      }
    },
    40_000,
  );
});
