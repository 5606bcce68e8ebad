import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { processTree } from "../../testing/process-tree.ts";
import { tempFolder } from "../../testing/temp-git.ts";
import { encodeRefreshRequest, parseRefreshRequest, spawnDetached } from "./git-request.ts";

describe("the refresh request", () => {
  test("there and back: the same", () => {
    const request = { cwd: '/a b/"数据"\n', cacheDir: "/c", parts: ["counts", "changes"] } as const;
    expect(parseRefreshRequest(encodeRefreshRequest(request))).toEqual({
      ok: true,
      value: { ...request, parts: ["counts", "changes"] },
    });
  });

  test("missing, broken, relative, empty or unknown parts: a reason", () => {
    for (const text of [
      undefined,
      "",
      "[]",
      "{",
      "null",
      '{"cwd":"a","cacheDir":"/c","parts":["counts"]}',
      '{"cwd":"/a","cacheDir":"c","parts":["counts"]}',
      '{"cwd":"/a","cacheDir":"/c","parts":[]}',
      '{"cwd":"/a","cacheDir":"/c","parts":["rm"]}',
      "x".repeat(100_000),
    ]) {
      expect(parseRefreshRequest(text).ok).toBe(false);
    }
  });
});

describe("spawnDetached", () => {
  let folder = "";
  beforeAll(() => {
    folder = tempFolder("spawn");
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test("a child that goes on: our caller sees the end of our output at once, and no zombie stays", async () => {
    const pidFile = join(folder, "pid");
    const child = `echo $$ > '${pidFile}.tmp'; mv '${pidFile}.tmp' '${pidFile}'; exec sleep 20`;
    const script = join(folder, "parent.ts");
    fs.writeFileSync(
      script,
      `import { spawnDetached } from ${JSON.stringify(join(import.meta.dir, "git-request.ts"))};
       const started = spawnDetached(["/bin/sh", "-c", ${JSON.stringify(child)}], { env: process.env });
       console.log(started);`,
    );
    const startMs = performance.now();
    // The pipes are read to their end: a child that held one would keep us for 20 seconds.
    const parent = Bun.spawn([process.execPath, script], { stdout: "pipe", stderr: "pipe" });
    const [out, err] = await Promise.all([
      new Response(parent.stdout).text(),
      new Response(parent.stderr).text(),
    ]);
    expect([out, err, await parent.exited]).toEqual(["true\n", "", 0]);
    expect(performance.now() - startMs).toBeLessThan(10_000);
    while (!fs.existsSync(pidFile)) await Bun.sleep(5);
    const pid = Number(fs.readFileSync(pidFile, "utf8"));
    try {
      const group = Bun.spawnSync(["ps", "-o", "pgid=", "-p", String(pid)]).stdout.toString();
      expect(group.trim()).toBe(String(pid));
      if (process.platform === "linux") {
        const open = fs
          .readdirSync(`/proc/${pid}/fd`)
          .map((fd) => fs.readlinkSync(`/proc/${pid}/fd/${fd}`));
        expect(open.filter((target) => target !== "/dev/null")).toEqual([]);
        expect(fs.readlinkSync(`/proc/${pid}/cwd`)).toBe("/");
      }
    } finally {
      process.kill(pid, "SIGKILL");
    }
  });

  test("a child that ends while we stay: reaped", async () => {
    const pidFile = join(folder, "short");
    expect(spawnDetached(["/bin/sh", "-c", `echo $$ > '${pidFile}'`], { env: {} })).toBe(true);
    let pid = 0;
    while (pid === 0) {
      await Bun.sleep(5);
      pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, "utf8")) : 0;
    }
    let left = "x";
    for (let tries = 0; left !== "" && tries < 200; tries += 1) {
      await Bun.sleep(10);
      left = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)])
        .stdout.toString()
        .trim();
    }
    expect(left).toBe("");
    expect(processTree(pid)).toEqual([]);
  });

  test("a program that is not there: false", () => {
    expect(spawnDetached(["/nonexistent/program"], { env: {} })).toBe(false);
  });
});
