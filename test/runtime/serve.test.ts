/** `telltale serve` as a process: where it listens, and that it ends with its agents. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { until } from "./world.ts";

let home = "";
beforeEach(() => {
  home = fs.mkdtempSync(join(os.tmpdir(), "telltale-serve-"));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const MAIN = join(import.meta.dir, "../../src/cli/main.ts");

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// covers: runtime-serve
test("serve: says where it listens, answers there, and after SIGTERM neither it nor its socket is there", async () => {
  const env = { PATH: process.env["PATH"] ?? "", TELLTALE_HOME: home };
  const child = Bun.spawn([process.execPath, MAIN, "serve", "--json"], {
    ...{ env, cwd: home, stdout: "pipe", stderr: "inherit" },
  });
  try {
    const { value } = await child.stdout.getReader().read();
    const told = JSON.parse(new TextDecoder().decode(value));
    expect(told).toEqual({ pid: child.pid, socket: join(home, "state/serve/runtime.sock") });
    const answer = await fetch("http://localhost/v1/runtime", { unix: told.socket });
    expect(await answer.json()).toMatchObject({ pid: child.pid, defaultAgent: "telltale" });
    child.kill("SIGTERM");
    await until(() => !isRunning(child.pid));
    expect(await child.exited).toBe(0);
    expect(fs.existsSync(told.socket)).toBe(false);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
}, 30_000);
