/** An agent of the config that cannot be used is told of wherever agents are run. */
import { expect, test } from "bun:test";
import { FROM_SOURCES, openHostWorld } from "./world.ts";

const RUN_MS = 60_000;
const CONFIG = `agents:\n  broken:\n    command: "run 'me"\n`;

// covers: host-agent-notes
test(
  "a command that cannot be read: a notice on the screen, a line on stderr in line mode and of exec",
  async () => {
    const world = await openHostWorld({ config: CONFIG, until: "agents.broken.command" });
    try {
      for (const args of [["--line"], ["exec", "say hello"]]) {
        const child = Bun.spawn([...FROM_SOURCES, ...args], {
          cwd: world.cwd,
          stdin: "ignore",
          stdout: "ignore",
          stderr: "pipe",
          timeout: RUN_MS,
          env: {
            PATH: process.env.PATH ?? "",
            ...{ HOME: world.folder, TELLTALE_HOME: world.home, TMPDIR: world.folder },
            TELLTALE_AGENT_SPEED: "0",
          },
        });
        expect(await new Response(child.stderr).text()).toContain("agents.broken.command");
        expect(await child.exited).toBe(0);
      }
    } finally {
      await world.end();
    }
  },
  RUN_MS,
);
