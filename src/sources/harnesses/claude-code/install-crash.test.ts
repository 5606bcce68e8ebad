/** The installer against real processes: kill -9 at any moment, many at once, a full disk. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { dirname, join } from "node:path";
import { canMount, mountSmallDisk, unmount } from "../../../testing/small-disk.ts";
import { installInto, type SettingsTarget, uninstallFrom } from "./install.ts";
import type { Wanted } from "./settings-edit.ts";

/** In a style that no serialiser writes, so that a re-print would show. */
const ORIGINAL = `{\r\n\t"keep" : "${"ü".repeat(500)}" ,\r\n\t"hooks": { "Stop": [ { "hooks": [] } ] }\r\n}`;
const WANTED: Wanted = { program: "/x/telltale", hooks: true, foreign: "refuse" };

let folder = "";
let target: SettingsTarget;

beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-install-crash-"));
  target = targetIn(folder, folder);
  fs.mkdirSync(dirname(target.file));
  fs.writeFileSync(target.file, ORIGINAL);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function targetIn(settingsFolder: string, stateFolder: string): SettingsTarget {
  const file = join(settingsFolder, ".claude", "settings.json");
  return { file, scope: "user", stateDir: join(stateFolder, "state") };
}

/** Starts a process that installs and removes; `turn` counts from 0. */
function start(name: string, body: string): Bun.Subprocess<"ignore", "pipe", "inherit"> {
  const script = join(folder, `${name}.ts`);
  fs.writeFileSync(
    script,
    `import fs from "node:fs";
     import { installInto, uninstallFrom } from ${JSON.stringify(join(import.meta.dir, "install.ts"))};
     const target = ${JSON.stringify(target)};
     const wanted = ${JSON.stringify(WANTED)};
     const must = (done) => { if (!done.ok) throw new Error(done.reason.reason); };
     fs.writeSync(1, "go");
     ${body}`,
  );
  return Bun.spawn([process.execPath, script], { stdout: "pipe", stderr: "inherit" });
}

async function started(child: Bun.Subprocess<"ignore", "pipe", "inherit">): Promise<void> {
  const reader = child.stdout.getReader();
  await reader.read();
  reader.releaseLock();
}

/** One look at the file, as any reader may take it at any time; says whether ours is in it. */
function look(): boolean {
  const text = fs.readFileSync(target.file, "utf8");
  const settings = JSON.parse(text);
  expect(settings.keep).toHaveLength(500);
  expect(settings.hooks.Stop[0]).toEqual({ hooks: [] });
  if (settings.statusLine === undefined) expect(text).toBe(ORIGINAL);
  else expect(Object.keys(settings.hooks).length).toBeGreaterThan(10);
  return settings.statusLine !== undefined;
}

function expectNothingLeft(): void {
  expect(fs.readFileSync(target.file, "utf8")).toBe(ORIGINAL);
  expect(fs.readdirSync(dirname(target.file))).toEqual(["settings.json"]);
  expect(fs.readdirSync(join(target.stateDir, "installs"))).toEqual([]);
}

test("kill -9 at random moments: the file is whole, the next call works at once, every byte comes back", async () => {
  const loop = `for (;;) {
    must(await installInto(target, wanted));
    must(await uninstallFrom(target));
  }`;
  let installed = 0;
  for (let kill = 0; kill < 16; kill += 1) {
    const child = start("installer", loop);
    await started(child);
    await Bun.sleep(2 + Math.random() * 40);
    child.kill("SIGKILL");
    await child.exited;
    installed += look() ? 1 : 0;
    const startMs = performance.now();
    // Half of the times the next call is the removal of what the killed one did or began.
    if (kill % 2 === 0) expect((await installInto(target, WANTED)).ok).toBe(true);
    expect((await uninstallFrom(target)).ok).toBe(true);
    expect(performance.now() - startMs).toBeLessThan(2000);
    expectNothingLeft();
  }
  expect(installed).toBeLessThan(16);
}, 30_000);

test("temporary files that a killed call left beside both files go with a call that writes nothing", async () => {
  expect((await installInto(target, WANTED)).ok).toBe(true);
  const dead = Bun.spawnSync(["true"]).pid;
  const record = fs.readdirSync(join(target.stateDir, "installs"))[0] ?? "";
  const leftovers = [
    join(dirname(target.file), `.settings.json.${dead}-0123456789ab.tmp`),
    join(target.stateDir, "installs", `.${record}.${dead}-0123456789ab.tmp`),
  ];
  for (const leftover of leftovers) fs.writeFileSync(leftover, "half");
  expect((await uninstallFrom(target)).ok).toBe(true);
  expect((await uninstallFrom(target)).ok).toBe(true);
  expectNothingLeft();
});

// covers: install-writers
test("two installers and a remover, 1000 turns, and a reader all the time: never half a file, nothing lost", async () => {
  const turns = 334;
  const installer = (program: string): string => `
    for (let turn = 0; turn < ${turns}; turn += 1) {
      must(await installInto(target, { ...wanted, program: ${JSON.stringify(program)} }));
    }`;
  const remover = `
    for (let turn = 0; turn < ${turns}; turn += 1) must(await uninstallFrom(target));`;
  const children = [
    start("first", installer("/first/telltale")),
    start("second", installer("'/second place/telltale'")),
    start("remover", remover),
  ];
  let ended = false;
  const codes = Promise.all(children.map((child) => child.exited)).finally(() => {
    ended = true;
  });
  let looks = 0;
  let seen = 0;
  while (!ended) {
    seen += look() ? 1 : 0;
    looks += 1;
    await Bun.sleep(0);
  }
  expect(await codes).toEqual([0, 0, 0]);
  expect(looks).toBeGreaterThan(100);
  expect(seen).toBeGreaterThan(0);
  expect((await uninstallFrom(target)).ok).toBe(true);
  expectNothingLeft();
}, 60_000);

describe("a full disk", () => {
  const mayMount = canMount();
  test.skipIf(!mayMount).each(["settings", "state"] as const)(
    "under the %s: refused, the file as it was, no temporary file, and it works with room again (skipped: needs root and mount)",
    async (which) => {
      const small = mountSmallDisk();
      try {
        target = which === "settings" ? targetIn(small, folder) : targetIn(folder, small);
        fs.mkdirSync(dirname(target.file), { recursive: true });
        fs.writeFileSync(target.file, ORIGINAL);
        fillUp(join(small, "ballast"));
        const done = await installInto(target, WANTED);
        expect(!done.ok && done.reason.reason).toMatch(/full/);
        expect(fs.readFileSync(target.file, "utf8")).toBe(ORIGINAL);
        expect(fs.readdirSync(dirname(target.file))).toEqual(["settings.json"]);
        expect(recordsOf(target.stateDir)).toEqual([]);

        fs.unlinkSync(join(small, "ballast"));
        expect((await installInto(target, WANTED)).ok).toBe(true);
        expect(look()).toBe(true);
        fillUp(join(small, "ballast"));
        const removed = await uninstallFrom(target);
        if (which === "settings") {
          expect(!removed.ok && removed.reason.reason).toMatch(/full/);
          expect(look()).toBe(true);
          fs.unlinkSync(join(small, "ballast"));
          expect((await uninstallFrom(target)).ok).toBe(true);
        }
        expectNothingLeft();
      } finally {
        unmount(small);
      }
    },
  );
});

function recordsOf(stateDir: string): readonly string[] {
  const installs = join(stateDir, "installs");
  return fs.existsSync(installs) ? fs.readdirSync(installs) : [];
}

/** Writes until not one more byte goes in. */
function fillUp(path: string): void {
  const fd = fs.openSync(path, "w");
  try {
    for (;;) fs.writeSync(fd, new Uint8Array(1024));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
  } finally {
    fs.closeSync(fd);
  }
}
