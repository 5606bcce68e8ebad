/** The host's hold on a real terminal: what it leaves behind, what it writes, what it swallows. */
import { afterEach, describe, expect, test } from "bun:test";
import { type HostWorld, type HostWorldOptions, openHostWorld } from "./world.ts";

let world: HostWorld | undefined;
afterEach(async () => {
  await world?.end();
  world = undefined;
});

async function played(options: HostWorldOptions = {}): Promise<HostWorld> {
  world = await openHostWorld({ program: "played", ...options });
  await world.waitForText("model-1001");
  await world.rest();
  return world;
}

function rawText({ pty }: HostWorld): string {
  return new TextDecoder().decode(pty.raw());
}

/** What must be off at the end, if it was on. */
const PAIRS = [
  ["\x1b[?2004h", "\x1b[?2004l"],
  ["\x1b[?7l", "\x1b[?7h"],
  ["\x1b[?1049h", "\x1b[?1049l"],
  ["\x1b[?1000h", "\x1b[?1000l"],
  ["\x1b[?1006h", "\x1b[?1006l"],
  ["\x1b[>5u", "\x1b[<u"],
  ["\x1b[?25l", "\x1b[?25h"],
  ["\x1b[?2026h", "\x1b[?2026l"],
  ["\x1b[>4;1m", "\x1b[>4;0m"],
] as const;

function leftOn(raw: string): readonly string[] {
  return PAIRS.filter(([on, off]) => raw.lastIndexOf(on) > raw.lastIndexOf(off)).map(([on]) =>
    JSON.stringify(on),
  );
}

describe.each(["regular", "fullscreen"] as const)("in %s mode", (mode) => {
  // covers: host-leaves-terminal
  test("leaving puts every mode back", async () => {
    const { press, pty } = await played({ mode });
    press("ctrl+d");
    expect(await pty.exited).toBe(0);
    expect(leftOn(rawText(world as HostWorld))).toEqual([]);
  });

  // covers: host-leaves-terminal
  test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)("%s puts every mode back", async (signal) => {
    const { pty } = await played({ mode });
    process.kill(pty.pid, signal);
    await pty.exited;
    expect(leftOn(rawText(world as HostWorld))).toEqual([]);
    expect(pty.text()).toContain("ended: signal");
  });

  // covers: host-leaves-terminal
  test("an exception that nobody caught puts every mode back, and is said", async () => {
    const { type, press, pty } = await played({ mode });
    type("throw");
    press("enter");
    expect(await pty.exited).toBe(3);
    expect(leftOn(rawText(world as HostWorld))).toEqual([]);
    expect(pty.text()).toContain("ended: fault internal error");
  });

  // covers: host-few-bytes
  test("one changed number costs at most 200 bytes", async () => {
    const { type, press, waitForText, rest, written } = await played({ mode, cols: 120 });
    type("count");
    press("enter");
    await waitForText("› count");
    const before = { bytes: 0 };
    await rest(150);
    before.bytes = written();
    await waitForText("model-1002");
    await rest();
    expect(written() - before.bytes).toBeGreaterThan(0);
    expect(written() - before.bytes).toBeLessThanOrEqual(200);
  });

  // covers: host-idle
  test("an idle host writes nothing", async () => {
    const { rest, written } = await played({ mode });
    await rest(500);
    const before = written();
    await Bun.sleep(3_000);
    expect(written()).toBe(before);
  });

  // covers: host-keeps-draft
  test("switching the screen twice keeps draft and transcript", async () => {
    const { type, press, waitForText, waitFor, pty } = await played({ mode });
    type("lines 40");
    press("enter");
    await waitForText("line 40");
    type("my draft");
    await waitForText("my draft");
    const switches = () => rawText(world as HostWorld).match(/\x1b\[\?1049[hl]/g)?.length ?? 0;
    const before = switches();
    press("ctrl+t");
    await waitFor(() => switches() === before + 1);
    await waitForText("my draft");
    await waitForText("line 40");
    press("ctrl+t");
    await waitFor(() => switches() === before + 2);
    await waitForText("my draft");
    await waitForText("line 40");
    const rows = pty.history().filter((row) => row.trim() === "line 1");
    if (mode === "regular") expect(rows).toHaveLength(1);
  });

  // covers: host-resize
  test("any size shows the draft, and the line where there is room for both", async () => {
    const { type, pty, waitForText, rest, waitFor } = await played({ mode });
    type("draft");
    await waitForText("draft");
    for (const [cols, rows] of [
      [40, 10],
      [120, 40],
      [20, 5],
      [30, 2],
      [30, 1],
      [80, 24],
    ] as const) {
      pty.resize(cols, rows);
      await rest(150);
      const hasLine = (row: string) => row.startsWith("✦ model");
      await waitFor(
        (screen) =>
          screen.filter((row) => row.includes("draft")).length === 1 &&
          screen.filter(hasLine).length === (rows > 1 ? 1 : 0) &&
          screen.filter((row) => row.includes("Telltale")).length <= 1,
      );
    }
  });
});

// covers: host-resize
test("a width that changes faster than it is drawn, in regular mode: the welcome stands there once", async () => {
  world = await openHostWorld({ cols: 40, rows: 24 });
  await world.rest();
  for (const widths of [
    [20, 80, 13],
    [80, 20],
    [13, 30, 20],
    [100, 20, 30],
    [20, 13, 80],
  ]) {
    for (const cols of widths) {
      world.pty.resize(cols, 24);
      await Bun.sleep(10);
    }
    await world.rest(150);
    await world.waitFor(
      (screen) => screen.filter((row) => row.includes("Telltale 0")).length === 1,
    );
  }
});

// covers: host-answers-swallowed
test("answers of the terminal reach no draft, whole, cut in two, early or late", async () => {
  const { type, rest, screen, waitForText } = await played();
  for (const answer of [
    "\x1b]7501;?\x1b\\",
    "\x1b]7501;?\x07",
    "\x1b]11;rgb:0000/0000/0000\x1b\\",
    "\x1b[?62;22c",
    "\x1b[12;40R",
    "\x1b[?997;1n",
    "\x1bP>|xterm(390)\x1b\\",
    "\x1b[?2026;2$y",
    "\x1b[I",
    "\x1b[O",
  ]) {
    type(answer);
    await Bun.sleep(30);
    const middle = Math.ceil(answer.length / 2);
    type(answer.slice(0, middle));
    await Bun.sleep(20);
    type(answer.slice(middle));
  }
  await rest(500);
  type("mine");
  await waitForText("mine");
  expect(
    screen()
      .find((row) => row.startsWith("›"))
      ?.trimEnd(),
  ).toBe("› mine");
});

// covers: host-scrollback
test("in regular mode all of a long transcript is in the terminal's scrollback, once and in order", async () => {
  const { type, press, waitForText, rest, pty } = await played();
  type("lines 200");
  press("enter");
  await waitForText("line 200");
  type("lines 3");
  press("enter");
  await waitForText("› lines 3");
  await rest();
  const numbers = pty
    .history()
    .map((row) => /^\s*line (\d+)$/.exec(row)?.[1])
    .filter((number) => number !== undefined)
    .map(Number);
  expect(numbers).toEqual([...Array.from({ length: 200 }, (_, at) => at + 1), 1, 2, 3]);
});

// covers: host-wide
test("wide characters are written and erased as whole cells", async () => {
  const { type, press, waitForText, rest, screen } = await played();
  type("界面 ok");
  await waitForText("界面 ok");
  press("backspace", "backspace", "backspace", "backspace");
  await rest();
  expect(
    screen()
      .find((row) => row.startsWith("›"))
      ?.trimEnd(),
  ).toBe("› 界");
});

// covers: host-scroll
test("in fullscreen the transcript scrolls by page, by wheel, and back to the end", async () => {
  const { type, press, waitForText, waitForNoText } = await played({ mode: "fullscreen" });
  type("lines 100");
  press("enter");
  await waitForText("line 100");
  press("pageup");
  await waitForNoText("line 100");
  press("ctrl+home");
  await waitForText("Telltale 0.0.0");
  press("ctrl+end");
  await waitForText("line 100");
  type("\x1b[<64;5;5M");
  await waitForNoText("line 100");
});

// covers: host-interrupts
test("escape ends a running turn, and nothing is counted after it", async () => {
  const { type, press, waitForText, waitForNoText, rest, written } = await played();
  type("run");
  press("enter");
  await waitForText("Playing");
  press("escape");
  await waitForNoText("Playing");
  await rest(500);
  const before = written();
  await Bun.sleep(1_500);
  expect(written()).toBe(before);
});

// covers: host-hang-up
test("a terminal that goes away ends the host at once", async () => {
  const { pty } = await played();
  pty.hangUp();
  const ended = await Promise.race([pty.exited.then(() => true), Bun.sleep(10_000)]);
  expect(ended).toBe(true);
});
