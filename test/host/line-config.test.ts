/** What the configuration makes of the line, in the real host in a real terminal. */
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostWorld, openHostWorld } from "./world.ts";

const SLOW_MS = 120_000;
const worlds: HostWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});

/** The defaults, as far as anything is known of a new session. */
const DEFAULTS = /^~\/work │ Ask │ ✦ .+ │ Context \d+% left$/;
const NO_LINE = /^›$/;

interface Case {
  readonly name: string;
  /** MARK: a command that makes the file `ran`. */
  readonly config: string;
  /** The last row of the screen. */
  readonly row: RegExp;
}
const CASES: readonly Case[] = [
  {
    name: "no list, a command",
    config: "tui:\n  customStatusLine: {command: MARK}\n",
    row: DEFAULTS,
  },
  {
    name: "an empty list, a command in a block",
    config: "tui:\n  statusLine: []\n  customStatusLine: {command: MARK, display: block}\n",
    row: NO_LINE,
  },
  {
    name: "unknown ids, aliases, doubles, what is no text; a command with an open quote",
    config: `tui:\n  statusLine: [nope, " CWD ", custom, 5, cwd, permissions, current-dir]
  customStatusLine: {command: "MARK 'x"}\n`,
    row: /^~\/work │ Ask$/,
  },
  { name: "no list but a text", config: "tui: {statusLine: model}\n", row: DEFAULTS },
  { name: "nothing but junk", config: "tui: {statusLine: [nope, 7, '']}\n", row: NO_LINE },
  { name: "broken YAML", config: "tui: {statusLine: [model\n  - : :\n\t", row: DEFAULTS },
  {
    name: "the item without a command",
    config: "tui:\n  statusLine: [custom-command, cwd]\n  customStatusLine: {display: block}\n",
    row: /^~\/work$/,
  },
  {
    name: "a command that is not listed, a layout that nobody knows",
    config: "tui:\n  layout: nope\n  statusLine: [cwd]\n  customStatusLine: {command: MARK}\n",
    row: /^~\/work$/,
  },
];

// covers: config-missing, config-empty, config-unknown, config-duplicate, config-damaged, item-names
// covers: runner-block-listed, runner-off-without-item, runner-parse-error, line-defaults, line-nothing-no-rows
test.each(
  CASES.map((each, at) => [each.name, each, at % 2 === 0 ? "regular" : "fullscreen"] as const),
)(
  "%s",
  async (_name, { config, row }, mode) => {
    const mark = join(tmpdir(), `line-config-${process.pid}-ran`);
    const text = config.replace("MARK", `touch ${mark}`);
    const world = await openHostWorld({ cols: 110, mode, config: text });
    worlds.push(world);
    await world.waitForText("Ask ·");
    const last = () => world.screen().findLast((each) => each.trim() !== "") ?? "";
    await world.waitFor(() => row.test(last().trimEnd()));
    world.type("hi");
    world.press("enter");
    await world.waitForText("You wrote: hi");
    await world.rest();
    expect(existsSync(mark)).toBe(false);
    expect(readFileSync(join(world.home, "config.yaml"), "utf8")).toBe(text);
  },
  SLOW_MS,
);

// covers: config-damaged, line-defaults
test(
  "a config that cannot be read: the defaults, and the host starts",
  async () => {
    const home = join(tmpdir(), `line-config-${process.pid}`);
    mkdirSync(join(home, "config.yaml"), { recursive: true });
    const world = await openHostWorld({ cols: 110, env: { TELLTALE_HOME: home } });
    worlds.push(world);
    try {
      await world.waitForText("Ask ·");
      await world.waitFor((rows) => rows.some((each) => DEFAULTS.test(each.trimEnd())));
    } finally {
      await world.end();
      rmSync(home, { recursive: true, force: true });
    }
  },
  SLOW_MS,
);
