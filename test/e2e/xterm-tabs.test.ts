/**
 * The example page for terminal authors, in a real Chromium: streams of bytes in odd cuts go through
 * its server into its terminals, and the tabs must say what a person may rely on.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  encodeClear,
  encodeQuery,
  encodeReply,
  encodeReport,
  type ReportInput,
} from "telltale/osc7501";
import { buildPage } from "../../examples/xterm-tabs/build.ts";
import { type Chromium, chromiumPath, startChromium } from "../../src/testing/chromium.ts";
import { processTree } from "../../src/testing/process-tree.ts";
import {
  becomes,
  drawn,
  type OpenPage,
  openPage,
  scriptedProgram,
  tabNames,
  watchFaults,
} from "./xterm-tabs.ts";

const path = chromiumPath();
const isMissing = path === undefined && process.env.CI !== "true";
if (isMissing)
  process.stderr.write("skipped: the example page in Chromium, which is not installed\n");

/** A browser on a busy machine. */
const START_MS = 30_000;
const QUIET = "No program status";
const PROMPT = "\x1b]133;A;k=i\x07$ ";
const RIS = "\x1bc";

function report(input: ReportInput): string {
  const encoded = encodeReport(input);
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.value;
}

describe.skipIf(isMissing)("tabs of xterm.js with program status", () => {
  const build = scriptedProgram("build");
  const other = scriptedProgram("other");
  let chromium: Chromium;
  let html: string;
  let open: OpenPage;

  beforeAll(async () => {
    if (path === undefined) throw new Error("Chromium is missing (Debian package `chromium`)");
    const built = buildPage();
    chromium = await startChromium(path);
    html = await built;
    open = await openPage(chromium, html, [build, other]);
  }, START_MS);

  afterAll(async () => {
    await open?.end();
    await chromium?.end();
    if (chromium !== undefined) expect(processTree(chromium.pid)).toEqual([]);
  });

  beforeEach(async () => {
    await open.page.setViewportSize({ width: 1200, height: 700 });
    await open.restart();
  });

  afterEach(() => {
    expect(open.faults.splice(0)).toEqual([]);
  });

  /** The tab of `build` says this and that of `other` is as it was. */
  const says = (line: string) =>
    becomes(() => tabNames(open.page), [`build${line}`, `other. ${QUIET}`]);

  const badge = () => open.page.getByRole("tab").first().locator("svg").first();
  const style = (property: string) =>
    open.page.evaluate(
      `getComputedStyle(document.querySelector(".tab .badge")).getPropertyValue("${property}")`,
    );
  const shape = () => badge().locator("use").getAttribute("href");

  // covers: example-tabs-badges, example-tabs-seen
  test("working, blocked, done: words, shape and colour change; typing takes done away", async () => {
    await says(`. ${QUIET}`);
    const looks: string[] = [];
    const note = async () => void looks.push(`${await shape()} ${await style("color")}`);
    await note();
    build.send(report({ state: "working", progress: 42, title: "Tests", msg: "cart.test.ts" }));
    await says(". Working 42%: Tests · cart.test.ts");
    expect(await open.page.locator(".tab-pct").first().textContent()).toBe("42%");
    expect(await style("--ring")).toBe("42");
    await note();
    build.send(report({ state: "blocked", kind: "permission", msg: "Run `npm test`?" }));
    await says(". Needs permission: Run `npm test`?");
    await note();
    build.send(report({ state: "blocked", kind: "question", msg: "Which one?" }));
    await says(". Asks a question: Which one?");
    build.send(report({ state: "blocked", kind: "auth" }));
    await says(". Needs a login");
    build.send(report({ state: "error", msg: "exit 2" }));
    await says(". Failed: exit 2");
    await note();
    build.send(report({ state: "done", msg: "212 passed" }));
    await says(". Done: 212 passed");
    await note();
    expect(looks.map((look) => look.split(" ")[0])).toEqual([
      "#badge-quiet",
      "#badge-working",
      "#badge-permission",
      "#badge-error",
      "#badge-done",
    ]);
    expect(new Set(looks.map((look) => look.replace(/^\S+ /, ""))).size).toBe(looks.length);

    // The terminal's own answers and the focus are no typing.
    build.send("\x1b[?1004h");
    await build.isRead();
    await open.page.getByRole("tab").nth(1).click();
    await open.page.getByRole("tab").first().click();
    await drawn(open.page);
    await says(". Done: 212 passed");
    expect(build.typed()).toContain("\x1b[I");
    await open.page.keyboard.press("Shift");
    await drawn(open.page);
    await says(". Done: 212 passed");
    await open.page.keyboard.press("x");
    await says(`. ${QUIET}`);
    expect(build.typed()).toBe("x");
    build.send(report({ state: "error", msg: "exit 2" }));
    await says(". Failed: exit 2");
    await open.page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "pasted");
      const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    }`);
    await says(`. ${QUIET}`);
    expect(build.typed()).toBe("pasted");
  });

  // covers: example-tabs-badges
  test("a program of several parts: counted, the most urgent speaks, cleared by subtree", async () => {
    build.send(report({ state: "working", app: "agent", title: "Review" }));
    build.send(report({ id: "task/a", state: "working", title: "Security", progress: 60 }));
    await says(", 1 part. Working: Review");
    build.send(report({ id: "task/b", state: "blocked", kind: "permission", msg: "Read .env?" }));
    await says(", 2 parts. Needs permission: Read .env?");
    const parts = open.page.getByRole("list", { name: "Parts" }).getByRole("listitem");
    expect(await parts.allTextContents()).toEqual(["Security Working", "task/b Needs permission"]);
    expect(await open.page.locator(".bar-app").textContent()).toBe("agent");
    const cleared = encodeClear("task");
    if (cleared.ok) build.send(cleared.value);
    await says(". Working: Review");
  });

  // covers: example-tabs-lifetime
  test("prompt, full reset, end of the process: each ends what it must", async () => {
    build.send(report({ state: "done", msg: "a" }) + report({ id: "b", state: "working" }));
    build.send("\x1b]133;B\x07\x1b]133;C\x07\x1b]133;D;0\x07");
    await build.isRead();
    await drawn(open.page);
    await says(", 1 part. Done: a");
    build.send(PROMPT);
    await says(". Done: a");
    build.send(`text${RIS}`);
    await says(`. ${QUIET}`);
    await becomes(() => screen(), "");
    build.send(report({ state: "blocked", kind: "auth" }));
    await says(". Needs a login");
    build.exit("exit 3");
    await says(`. ${QUIET}`);
    await becomes(() => screen(), "[exit 3. Enter starts build again]");
    await open.page.keyboard.press("Enter");
    await becomes(build.isRunning, true);
    build.send(report({ state: "idle" }));
    await says(". Ready");
  });

  const screen = async () =>
    (await open.page.locator(".is-shown .xterm-rows").textContent())
      ?.replaceAll(/\s+/g, " ")
      .trim();

  // covers: example-tabs-hostile
  test("markup, templates and characters that turn text: shown as the text that they are", async () => {
    const title = '<img src="https://example.com/x" onerror="document.title=1">';
    const msg = '\u202e"><script>document.title=2</script>\u2066 $1 %s {{2}} $&\u200b';
    build.send(report({ state: "blocked", title, msg }));
    const clean = '"><script>document.title=2</script> $1 %s {{2}} $&';
    await says(`. Waits for you: ${title} · ${clean}`);
    expect(await open.page.locator(".tab-detail").first().textContent()).toBe(clean);
    expect(await open.page.locator(".bar-text").textContent()).toBe(`${title} · ${clean}`);
    build.send(report({ id: "x/y", state: "working", title }));
    await becomes(() => open.page.locator(".part-name").allTextContents(), [title]);
    expect(await open.page.locator("img, #tabs script, #status script").count()).toBe(0);
    expect(await open.page.title()).toBe("Terminal tabs with program status");
    expect(await screen()).toBe("");
  });

  // covers: example-tabs-query
  test("a query: answered once, to its program alone, before a later question; a flood is not", async () => {
    build.sendWhole(`${encodeQuery()}\x1b[c`);
    await becomes(() => build.peek().length > encodeReply("st").length, true);
    const answers = build.typed();
    expect(answers.startsWith(encodeReply("st"))).toBe(true);
    expect(answers.split("7501").length - 1).toBe(1);
    expect(answers).toMatch(/\x1b\[\?[\d;]+c$/);
    expect(other.typed()).toBe("");
    build.send(encodeQuery().repeat(100));
    await build.isRead();
    const flood = build.typed().split("7501").length - 1;
    expect(flood).toBeGreaterThanOrEqual(9);
    // Ten a second, and the flood may meet two of them.
    expect(flood).toBeLessThanOrEqual(20);
    await says(`. ${QUIET}`);
  });

  // covers: example-tabs-refused
  test("reports that break a rule: change nothing, print nothing, and get no answer", async () => {
    build.send(report({ state: "working", progress: 10, msg: "stays" }));
    await says(". Working 10%: stays");
    for (const body of [
      "state=bogus:msg=aGk=",
      "state=done:msg=a",
      "state=done:msg=_w==",
      "state=done:title=Bw==",
      "state=done:id=a//b",
      "msg=aGk=",
      `state=done:${"k".repeat(17)}=1`,
      `state=done:pad=${"x".repeat(4090)}`,
      "?:state=done",
      "state=clear:id=../..:x/",
    ])
      build.send(`\x1b]7501;${body}\x1b\\`);
    await build.isRead();
    await drawn(open.page);
    await says(". Working 10%: stays");
    expect(build.typed()).toBe("");
    expect(await screen()).toBe("");
  });

  // covers: example-tabs-layout
  test.each([1200, 360])("%d pixels wide: nothing moves and nothing is wider", async (width) => {
    await open.page.setViewportSize({ width, height: 640 });
    const boxes = () =>
      Promise.all(
        [...["#tabs", "#panels", "#status", ".is-shown .xterm-screen"], ".tab >> nth=1"].map(
          (place) => open.page.locator(place).first().boundingBox(),
        ),
      );
    await drawn(open.page);
    const before = await boxes();
    build.send(report({ state: "working", progress: 7, title: "t".repeat(150), app: "a" }));
    for (let part = 0; part < 30; part++)
      build.send(report({ id: `p/${part}`, state: "working", title: `Part ${part}` }));
    other.send(report({ state: "blocked", kind: "question", msg: "m".repeat(2000) }));
    await becomes(async () => (await tabNames(open.page))[1]?.startsWith("other. Asks"), true);
    await becomes(async () => (await tabNames(open.page))[0]?.includes("30 parts"), true);
    expect(await boxes()).toEqual(before);
    const widest = await open.page.evaluate("document.documentElement.scrollWidth");
    expect(widest).toBeLessThanOrEqual(width);
    expect(await open.page.getByRole("listitem").count()).toBe(9);
  });

  test("arrows move between the tabs; what is hidden takes no keys", async () => {
    await open.page.getByRole("tab").first().focus();
    await open.page.keyboard.press("ArrowRight");
    const selected = () => open.page.locator('[aria-selected="true"]').getAttribute("aria-label");
    expect(await selected()).toBe(`other. ${QUIET}`);
    await open.page.keyboard.press("ArrowRight");
    expect(await selected()).toBe(`build. ${QUIET}`);
    await open.page.keyboard.press("End");
    expect(await selected()).toBe(`other. ${QUIET}`);
    await open.page.getByRole("tab", { selected: true }).click();
    await open.page.keyboard.type("hi");
    await becomes(() => other.peek(), "hi");
    expect(build.typed()).toBe("");
  });

  // covers: example-tabs-recorded
  test(
    "the page as one file from the disk: plays, takes an answer, asks no network",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "xterm-tabs-"));
      const context = await chromium.browser.newContext({ reducedMotion: "reduce" });
      try {
        const file = join(folder, "page.html");
        writeFileSync(file, html);
        const page = await context.newPage();
        const faults = watchFaults(page);
        await page.clock.install();
        await page.goto(pathToFileURL(file).href);
        await page.clock.runFor(12_000);
        expect((await tabNames(page)).map((name) => name.replace(/[:\d].*/, ""))).toEqual([
          "agent, ",
          "tests. Working ",
          "review, ",
          "docs. Done",
          "deploy. Failed",
          "shell. No program status",
        ]);
        const agent = async () => (await tabNames(page))[0];
        expect(await agent()).toStartWith("agent, 2 parts. Needs permission");
        await page.keyboard.press("y");
        await page.clock.runFor(1000);
        expect(await agent()).toStartWith("agent, 2 parts. Working");
        await page.clock.runFor(3000);
        expect(await agent()).toStartWith("agent. Done");
        expect(faults).toEqual([]);
      } finally {
        await context.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    START_MS,
  );
});
