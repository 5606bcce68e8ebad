/** `telltale config` in a real terminal: the same panel without a host, on the example session. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Pty, startPty } from "../../src/testing/pty.ts";
import { startSource } from "../../src/testing/source-program.ts";
import { FROM_SOURCES, keyBytes } from "./world.ts";

/** A busy machine starts a program slowly. */
const WAIT_MS = 30_000;
const TEST_MS = 120_000;
const FILE = "tui:\n  theme: dark # mine\n  statusLine: [model, clock]\n";

let home = "";
let pty: Pty | undefined;

beforeEach(() => {
  home = fs.mkdtempSync(join(tmpdir(), "telltale-config-panel-"));
  fs.writeFileSync(configFile(), FILE);
});
afterEach(async () => {
  await pty?.end();
  fs.rmSync(home, { recursive: true, force: true });
});

const configFile = (): string => join(home, "config.yaml");
const written = (): string => fs.readFileSync(configFile(), "utf8");
const press = (...names: readonly string[]): void => {
  for (const name of names) pty?.type(keyBytes(name));
};
async function see(text: string): Promise<void> {
  const isThere = await pty?.wait((screen) => screen.join("\n").includes(text), WAIT_MS);
  if (isThere !== true) throw new Error(`no ${text} in\n${pty?.text()}`);
}
async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  pty = startPty([...FROM_SOURCES, "config"], {
    cols: 90,
    rows: 24,
    cwd: home,
    env: {
      PATH: process.env.PATH ?? "",
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      TELLTALE_HOME: home,
      ...env,
    },
  });
}

// covers: panel-outside, panel-save
test(
  "select, reorder, Enter: written, said, and the terminal is as before",
  async () => {
    await start();
    await see("Preview with an example session");
    press("right");
    await see("› [x] model");
    await see("│ ✦ Opus 5.5");
    press("enter");
    await see(`changed ${configFile()}`);
    expect(await pty?.exited).toBe(0);
    expect(written()).toBe(FILE.replace("[model, clock]", "[clock, model]"));
    expect(pty?.text()).not.toContain("Status line ─");
  },
  TEST_MS,
);

// covers: panel-outside, panel-discard
test.each(["escape", "ctrl+c"])(
  "%s: nothing is changed, and that is said",
  async (key) => {
    await start();
    await see("Preview with");
    press("space");
    await see("› [ ] model");
    press(key);
    await see("nothing was changed");
    expect(await pty?.exited).toBe(0);
    expect(written()).toBe(FILE);
  },
  TEST_MS,
);

// covers: panel-outside, panel-failure
test(
  "a file that cannot be written: said in the panel, which stays",
  async () => {
    fs.chmodSync(configFile(), 0o444);
    await start();
    await see("Preview with");
    press("space", "enter");
    await see("Not saved");
    await see("› [ ] model");
    press("escape");
    await see("nothing was changed");
    expect(written()).toBe(FILE);
  },
  TEST_MS,
);

// covers: panel-outside, panel-machine-line
test(
  "build-mode in the file, a Chinese locale: the explanation in that language",
  async () => {
    fs.writeFileSync(configFile(), "tui: {statusLine: [build-mode]}\n");
    await start({ LANG: "zh_CN.UTF-8" });
    await see("build-mode 独占状态栏");
    press("enter");
    expect(await pty?.exited).toBe(0);
  },
  TEST_MS,
);

// covers: panel-outside
test(
  "without a terminal: what the call may be, as ever",
  async () => {
    const { code, out, err } = await startSource(["config"], { cwd: home }).answer;
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("an action is missing");
  },
  TEST_MS,
);
