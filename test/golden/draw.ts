/**
 * The rows of a payload as the command draws them, written down as text that a person can read and
 * compare. Clock, environment and home are made up; Git is not asked, and nothing is written.
 */
import { closeSync, openSync } from "node:fs";
import type { Invocation } from "../../src/cli/command.ts";
import type { Io } from "../../src/cli/io.ts";
import { type Call, openCall } from "../../src/cli/statusline/call.ts";
import { drawRows, encodeCall } from "../../src/cli/statusline/draw.ts";
import { gather } from "../../src/cli/statusline/gather.ts";
import { plannedNeeds } from "../../src/status/plan.ts";

export const WIDTHS = [200, 120, 80, 60, 40, 20, 8, 1] as const;

export const GOLDEN_LAYOUTS = ["items", "full", "compact"] as const;

/** The width at which colours are written down too. */
const COLOR_COLS = 120;

/** A few minutes before the prompt cache of the payloads ends, hours before their limits reset. */
const NOW_MS = 1_796_040_100_000;

/** A home that payloads name, and a place for own files that can neither be read nor made. */
const ENV = { HOME: "/home/ana", TELLTALE_HOME: "/dev/null/telltale", TERM: "xterm-256color" };

export interface Drawing {
  readonly layout: (typeof GOLDEN_LAYOUTS)[number];
  readonly widthCols: number;
  readonly color: "always" | "never";
}

/** What the command writes to stdout for the payload in `file`. */
export async function drawPayload(file: string, drawing: Drawing): Promise<string> {
  const stdin = openSync(file, "r");
  try {
    const call = await openCall(invocation(stdin, drawing));
    if (call.input.reason !== undefined) return "";
    const snapshot = await gather(call, needsWithoutGit(call));
    return encodeCall(call, drawRows(call, snapshot), snapshot);
  } finally {
    closeSync(stdin);
  }
}

/** Every row of a payload, as the text of its golden file. */
export async function goldenText(file: string): Promise<string> {
  const parts: string[] = [];
  for (const layout of GOLDEN_LAYOUTS) {
    for (const widthCols of WIDTHS) {
      const plain = await drawPayload(file, { layout, widthCols, color: "never" });
      parts.push(section(`${layout} ${widthCols}`, plain));
    }
    const painted = await drawPayload(file, { layout, widthCols: COLOR_COLS, color: "always" });
    parts.push(section(`${layout} ${COLOR_COLS} in colour`, painted));
  }
  return parts.join("\n");
}

function section(title: string, output: string): string {
  const rows = output.split("\n").slice(0, -1);
  const shown = rows.length === 0 ? ["no row"] : rows.map((row) => `|${visible(row)}|`);
  return `${[title, ...shown].join("\n")}\n`;
}

/** Control and format characters, marks and blanks that look like others, as escapes. */
function visible(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\u001b", "\\e")
    .replace(/[\p{Cc}\p{Cf}\p{Mn}\p{Co}\p{Zl}\p{Zp}\u00a0\u2800]/gu, (character) => {
      return `\\u{${character.codePointAt(0)?.toString(16)}}`;
    });
}

function invocation(stdin: number, { layout, widthCols, color }: Drawing): Invocation {
  return {
    options: { layout, width: String(widthCols), color },
    repeated: {},
    operands: [],
    io: testIo(stdin),
  };
}

function needsWithoutGit(call: Call): ReturnType<typeof plannedNeeds> {
  return new Set([...plannedNeeds(call.choice)].filter((need) => !need.startsWith("git-")));
}

function testIo(stdin: number): Io {
  return {
    env: ENV,
    cwd: "/home/ana/elsewhere",
    platform: "linux",
    stdin,
    outIsTerminal: () => false,
    program: ["/nonexistent/telltale"],
    nowMs: () => NOW_MS,
    out: () => {},
    err: () => {},
  };
}
