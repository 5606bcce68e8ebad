/**
 * Disks that are full, read-only, gone or replaced under the program: an error that says so, exit 2 or an
 * `error:` of the tool; what was there stays as it was, and with room again work goes on.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { canMount, mountSmallDisk, unmount } from "../../src/testing/small-disk.ts";
import { McpClient } from "./mcp-client.ts";
import { CASE_MS, Project } from "./project.ts";
import { printsBelow } from "./state.ts";
import { auditStore } from "./store-audit.ts";

setDefaultTimeout(CASE_MS);

const mayMount = canMount();
if (!mayMount && process.env.CI === "true") throw new Error("CI must be able to mount a tmpfs");

/** A project of which parts lie on a disk of 64 KiB, whose places there are links to it. */
class SmallDiskProject extends Project {
  readonly disk = mountSmallDisk();

  /** `user` are the sessions, `work` the instances. */
  constructor(parts: readonly ("user" | "work")[]) {
    super("crowd");
    fs.mkdirSync(join(this.root, "state"));
    for (const part of parts) {
      fs.mkdirSync(join(this.disk, part));
      const place = part === "user" ? this.userState : join(this.smllmFolder, "state");
      fs.symlinkSync(join(this.disk, part), place);
    }
  }

  /** Leaves so many bytes. */
  fill(roomBytes: number): void {
    const ballast = join(this.disk, "ballast");
    fs.rmSync(ballast, { force: true });
    const fd = fs.openSync(ballast, "w");
    try {
      for (;;) if (fs.writeSync(fd, new Uint8Array(4096)) < 4096) break;
    } catch {
      // Full, as it should be.
    }
    fs.ftruncateSync(fd, Math.max(0, fs.fstatSync(fd).size - roomBytes));
    fs.closeSync(fd);
  }

  free(): void {
    fs.rmSync(join(this.disk, "ballast"), { force: true });
  }

  /** All that is stored, wherever it is. */
  stored(): Readonly<Record<string, string>> {
    const folders = [this.userState, join(this.smllmFolder, "state")].map((path) =>
      fs.existsSync(path) ? fs.realpathSync(path) : path,
    );
    const files = Object.assign({}, ...folders.map(printsBelow)) as Record<string, string>;
    // Folders and the empty files of locks may be made; records say where the work is.
    return Object.fromEntries(
      Object.entries(files)
        .filter(([path]) => /\.jsonl?$/.test(path))
        .map(([path, print]) => [path, print.split(" ").at(-1) ?? ""]),
    );
  }

  override [Symbol.dispose](): void {
    unmount(this.disk);
    super[Symbol.dispose]();
  }
}

/** Each kind of write: with a shelf that stays, one that changes, new work, and the end of it. */
const EVENTS: readonly (readonly [before: string | undefined, event: string])[] = [
  [undefined, "step mark=x"],
  [undefined, "yield"],
  [undefined, "pause"],
  ["pause", "enter stateMachine=crowd job=J-1"],
  [undefined, "unmatched"],
  ["unmatched", "resume"],
  ["pause", "enter stateMachine=crowd job=J-2"],
  [undefined, "over"],
];

// covers: smllm-full-unchanged
describe("a full disk (skipped where no tmpfs can be mounted: needs root)", () => {
  for (const [parts, events] of [
    [["user", "work"], EVENTS],
    [["user"], EVENTS.slice(0, 3)],
    [["work"], EVENTS.slice(-2)],
  ] as const) {
    test.skipIf(!mayMount)(
      `with ${parts.join(" and ")} on it, whatever room is left: done, or exit 2 and all as it was`,
      async () => {
        let refused = 0;
        for (const [before, event] of events) {
          using project = new SmallDiskProject(parts);
          const session = await project.start("h");
          await session.go("enter stateMachine=crowd job=J-1", `step mark=${"m".repeat(3600)}`);
          if (before !== undefined) await session.go(before);
          let isDone = false;
          for (const roomBytes of [0, 4096, 8192]) {
            if (isDone) break;
            const stood = project.stored();
            project.fill(roomBytes);
            const { code, out, err } = await session.fire(event);
            project.free();
            isDone = code === 0;
            if (isDone) continue;
            refused += 1;
            expect([event, code, out]).toEqual([event, 2, ""]);
            expect(err).toMatch(/^error: [^\n]*disk is full[^\n]*\n$/);
            expect(project.stored()).toEqual(stood);
          }
          if (!isDone) await session.go(event);
          const audit = auditStore(project);
          expect([audit.faults, audit.leftovers]).toEqual([[], []]);
        }
        expect(refused).toBeGreaterThanOrEqual(events.length);
      },
    );
  }

  test.skipIf(!mayMount)(
    "the tool, hooks and the row: an error, a refusal, a row as before; then it works again",
    async () => {
      using project = new SmallDiskProject(["user", "work"]);
      const session = await project.start("h");
      await session.go("enter stateMachine=crowd job=J-1");
      await using server = await McpClient.connect(project);
      const call = { session: session.key, event: "step", params: { mark: "x" } };
      expect((await server.call(call)).isError).toBe(false);
      const stood = project.stored();
      project.fill(0);
      const full = await server.call(call);
      expect(full.isError).toBe(true);
      expect(full.text).toMatch(/^error: .*disk is full/);
      expect(await server.call({ session: session.key })).toMatchObject({ isError: false });
      const keyless = await server.call({ event: "enter", params: { stateMachine: "crowd" } });
      expect(keyless.text).toMatch(/^error: .*disk is full/);
      const stop = await session.stop();
      expect([stop.code, stop.out]).toEqual([1, ""]);
      expect(await session.row()).toBe("smllm crowd › STEP (visit 2) · job J-1");
      expect(project.stored()).toEqual(stood);
      project.free();
      expect((await server.call(call)).isError).toBe(false);
      expect((await session.stop()).out).toContain('"decision":"block"');
    },
  );
});
