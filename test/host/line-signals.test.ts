/** The host without a screen, ended by a signal in the middle of a turn. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../src/testing/temp-git.ts";
import { until } from "../runtime/world.ts";
import { isAlive } from "./command-world.ts";
import { FROM_SOURCES } from "./world.ts";

const RUN_MS = 60_000;

let home = "";
beforeAll(() => {
  home = tempFolder("line-signals");
  fs.mkdirSync(join(home, "tmp"));
});
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

function childrenOf(pid: number): readonly string[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().split(" ") : [];
}

// covers: host-leaves-nothing
test(
  "SIGTERM in line mode while a turn runs: code 143, its agent is gone and its folder too",
  async () => {
    const child = Bun.spawn([...FROM_SOURCES, "--line"], {
      cwd: home,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
      timeout: RUN_MS,
      env: {
        PATH: process.env.PATH ?? "",
        ...{
          HOME: home,
          TELLTALE_HOME: home,
          TMPDIR: join(home, "tmp"),
          TELLTALE_AGENT_SPEED: "0",
        },
      },
    });
    child.stdin.write("say hello\n");
    await child.stdin.flush();
    const reader = child.stdout.getReader();
    for (let text = ""; !text.includes("You wrote: say hello"); ) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`it ended: ${text}`);
      text += new TextDecoder().decode(value);
    }
    child.stdin.write("hang\n");
    await child.stdin.flush();
    const agents = childrenOf(child.pid);
    if (process.platform === "linux") expect(agents).not.toEqual([]);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(143);
    // A shell that keeps watch over the agent reads that it is done, and ends after its parent.
    await until(() => !agents.some((pid) => isAlive(Number(pid))));
    expect(fs.readdirSync(join(home, "tmp"))).toEqual([]);
  },
  RUN_MS,
);
