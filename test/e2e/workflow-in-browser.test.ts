/**
 * The doors of workflows in a real Chromium: a page compiles a machine, binds, walks and moves to a
 * second engine what it exported, and says the same, to the letter, as the same program does here.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import * as engineDoor from "telltale/workflow";
import * as compileDoor from "telltale/workflow/compile";
import { exports as doors } from "../../package.json";
import { type Chromium, chromiumPath, startChromium } from "../../src/testing/chromium.ts";
import { processTree } from "../../src/testing/process-tree.ts";

const path = chromiumPath();
const isMissing = path === undefined && process.env.CI !== "true";
if (isMissing) process.stderr.write("skipped: workflows in Chromium, which is not installed\n");

/** A browser on a busy machine. */
const START_MS = 30_000;
const checkout = resolve(import.meta.dir, "../..");

const MACHINE = `
id: dev
description: Work on an issue, then review the change.
initial: WORK
meta:
  smllm: 1
  instance: { kind: issue, ref: { param: issueId, pattern: "^GH-[0-9]+$" } }
  events: { done: { description: The change is made. } }
states:
  WORK:
    meta: { entryPoint: true }
    entry: { type: prompt, params: { text: "Make the change, then fire done." } }
    on: { done: REVIEW }
  REVIEW:
    entry: { type: prompt, params: { file: review.md } }
    on:
      changes: WORK
      approved: [{ target: DONE, guard: { type: command, params: { run: merged } } }, { target: WORK }]
  DONE: { type: final }
`;

/** All that the program found out, as data. It stands by itself: its text is sent to the page. */
function program(
  { Engine, memoryStorage }: typeof engineDoor,
  { compileMachines }: typeof compileDoor,
  machine: string,
) {
  const { set, findings } = compileMachines([{ text: machine, file: "/flows/dev.smllm.yaml" }], {
    read: (file) => (file === "/flows/review.md" ? "Review the change." : undefined),
  });
  let drawn = 0;
  const host = { now: () => 1_000, random: () => ++drawn << 25 };
  const storage = memoryStorage();
  const engine = new Engine(JSON.stringify(set), host, storage);
  const key = engine.bind("page", "tab-1").session ?? "";
  const texts = [engine.view(key).text];
  for (const issueId of ["GH-121", "GH-122"]) {
    engine.fire(key, "enter", { stateMachine: "dev", issueId });
    engine.fire(key, "pause");
  }
  texts.push(engine.fire(key, "enter", { stateMachine: "dev", issueId: "GH-123" }).text);
  for (const event of ["done", "changes", "done", "approved", "bogus"])
    texts.push(engine.callTool({ session: key, event }).text);
  texts.push(engine.events(key).text, engine.callTool({ session: 7 }).text);
  const status = engine.status(key);
  const stops = [engine.stop(key), engine.stop(key, true)];
  const moved = new Engine(set ?? {}, { check: () => true });
  moved.importState(JSON.parse(JSON.stringify(engine.exportState())));
  const same = JSON.stringify(moved.status(key)) === JSON.stringify(status);
  moved.fire(key, "done");
  texts.push(moved.fire(key, "approved").text);
  return {
    findings,
    texts,
    status,
    stops,
    same,
    after: moved.status(key),
    state: engine.exportState(),
    stored: storage.load(),
    unsupported: engine.unsupported(),
    ids: [new Engine(set ?? {}).bind("page").session ?? ""],
  };
}

type Found = ReturnType<typeof program>;

/** A door as its package has it: one file for browsers. */
async function bundled(door: keyof typeof doors): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(checkout, doors[door])],
    target: "browser",
    format: "esm",
  });
  return (await outputs[0]?.text()) ?? "";
}

// covers: smllm-embed-anywhere
describe.skipIf(isMissing)("workflows in a page", () => {
  let chromium: Chromium;
  let there: Found;
  const faults: string[] = [];

  beforeAll(async () => {
    if (path === undefined) throw new Error("Chromium is missing (Debian package `chromium`)");
    const texts = await Promise.all([bundled("./workflow"), bundled("./workflow/compile")]);
    chromium = await startChromium(path);
    const page = await chromium.browser.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => faults.push(message.text()));
    page.on("request", (request) => {
      if (!request.url().startsWith("blob:")) faults.push(request.url());
    });
    const call = `(async (texts) => {
      const load = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
      return JSON.stringify((${program})(...(await Promise.all(texts.map(load))), ${JSON.stringify(MACHINE)}));
    })(${JSON.stringify(texts)})`;
    there = JSON.parse((await page.evaluate(call)) as string);
  }, START_MS);

  afterAll(async () => {
    await chromium?.end();
    if (chromium !== undefined) expect(processTree(chromium.pid)).toEqual([]);
  }, START_MS);

  const here = JSON.parse(
    JSON.stringify(program(engineDoor, compileDoor, MACHINE)),
  ) as unknown as Found;

  test("bind, enter, events, rejections: each text as it is here, without a fault or a request", () => {
    expect(faults).toEqual([]);
    expect(there.findings).toEqual([]);
    expect(there.texts).toEqual(here.texts);
    expect(there.texts[0]).toStartWith(
      "<smllm>\nsession sm-000001 · idle\nState machines:\n- dev — ",
    );
    expect(there.texts.join("\n")).toContain("<instructions>\nReview the change.\n</instructions>");
    expect(there.texts.join("\n")).toContain("Guard: command `merged` → false");
    expect(there.stops).toEqual(here.stops);
  });

  test("the status: the object that it is everywhere", () => {
    expect(there.status).toEqual({
      session: "sm-000001",
      idle: false,
      machine: "dev",
      state: "WORK",
      visit: 3,
      yielded: false,
      instance: {
        machine: "dev",
        kind: "issue",
        id: "i-000004",
        ref: "GH-123",
        label: "GH-123",
        status: "active",
      },
      interrupted: null,
      paused: 2,
    });
  });

  test("export and import: the second engine goes on from there, and the storage has the same", () => {
    expect(there.same).toBe(true);
    expect(there.state).toEqual(here.state);
    expect(there.stored).toEqual(there.state);
    expect(there.after).toMatchObject({ session: "sm-000001", idle: true, paused: 2 });
    expect(there.unsupported).toEqual(["dev.REVIEW: guard type command does not run on this host"]);
  });

  test("ids of the page's own random numbers: as ids are", () => {
    expect(there.ids[0]).toMatch(/^sm-[0-9a-hjkmnp-tv-z]{6}$/);
  });
});
