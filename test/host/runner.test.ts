/** The person's own command in the real host, in a real terminal, in both modes. */
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostWorld, openHostWorld } from "./world.ts";

const SLOW_MS = 120_000;
const worlds: HostWorld[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Script {
  /** What it does behind noting the line that it got. */
  readonly body: string;
  /** Further lines of `customStatusLine`. */
  readonly settings?: readonly string[];
  readonly items?: string;
  readonly mode: "regular" | "fullscreen";
  readonly env?: Readonly<Record<string, string>>;
}

async function open({ body, settings = [], items, mode, env }: Script) {
  const folder = mkdtempSync(join(tmpdir(), "runner-"));
  folders.push(folder);
  const log = join(folder, "log");
  writeFileSync(log, "");
  const file = join(folder, "status.sh");
  // Reads to the end of input: it would hang if stdin stayed open.
  writeFileSync(file, `line=$(cat)\nprintf '%s\\n' "$line" >> '${log}'\n${body}\n`);
  const config = [
    "tui:",
    `  statusLine: [${items ?? "current-dir, custom-command"}]`,
    "  customStatusLine:",
    `    command: /bin/sh ${file}`,
    ...settings.map((line) => `    ${line}`),
  ].join("\n");
  const world = await openHostWorld({ config, mode, cols: 100, rows: 24, ...(env && { env }) });
  worlds.push(world);
  const runs = (): readonly Record<string, unknown>[] =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { world, folder, runs };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

for (const mode of ["regular", "fullscreen"] as const) {
  describe(`the own command, ${mode} mode`, () => {
    // covers: runner-both-modes, runner-startup, runner-turn-end, runner-session-change
    test(
      "start, first session, a turn, a new session: its events, and its output on the line",
      async () => {
        const { world, runs } = await open({
          mode,
          body: "echo run $(wc -l < $0.n 2>/dev/null)ok",
        });
        await world.waitForText("│ run ok");
        await world.waitFor(() => runs().some(({ event }) => event === "session-change"));
        world.type("say hi");
        world.press("enter");
        await world.waitFor(() => runs().some(({ event }) => event === "turn-end"));
        const sessions = () => new Set(runs().flatMap(({ session_id }) => session_id || []));
        world.type("/new");
        world.press("enter");
        // Between two sessions there is none, for which the command may run as well.
        await world.waitFor(() => sessions().size === 2);
        const all = runs();
        expect(all[0]).toMatchObject({ protocol: 1, event: "startup", workspace_dir: world.cwd });
        expect(all.at(-1)?.event).toBe("session-change");
        await world.waitForText("│ run ok");
      },
      SLOW_MS,
    );

    // covers: runner-block-above, runner-block-below, runner-block-height
    test(
      "a block below: under the line, cut to the rows that there are, back with the room",
      async () => {
        const { world } = await open({
          mode,
          body: "printf 'one\\n\\n  two  \\nthree\\nfour\\n'",
          settings: ["display: block", "position: below", "maxLines: 3"],
        });
        await world.waitForText("three");
        const rows = world.screen().map((row) => row.trim());
        const at = rows.indexOf("one");
        expect(rows.slice(at - 2, at + 3)).toEqual(["", "~/work", "one", "two", "three"]);
        expect(world.text()).not.toContain("four");
        world.pty.resize(100, 4);
        await world.waitForNoText("three");
        await world.waitForText("›");
        world.pty.resize(100, 24);
        await world.waitForText("three");
      },
      SLOW_MS,
    );

    // covers: runner-exit-kills
    test(
      "left while it runs: the command and its child are gone",
      async () => {
        const { world, folder } = await open({
          mode,
          body: "sleep 600 & echo $$ $! > $0.pids; wait",
        });
        const file = join(folder, "status.sh.pids");
        await world.waitFor(() => existsSync(file) && readFileSync(file, "utf8").includes("\n"));
        const pids = readFileSync(file, "utf8").trim().split(" ").map(Number);
        expect(pids.map(isAlive)).toEqual([true, true]);
        world.press("ctrl+d");
        await world.waitFor(() => !pids.some(isAlive));
      },
      SLOW_MS,
    );

    // covers: runner-build-mode
    test(
      "build-mode: the record alone, and the command never runs",
      async () => {
        const { world, runs } = await open({
          mode,
          body: "echo never",
          items: "custom-command, build-mode",
          settings: ["display: block", "colorMode: ansi", "maxLines: 5", "intervalSeconds: 10"],
        });
        await world.waitForText("state=ready");
        world.type("say hi");
        world.press("enter");
        await world.waitForText("state=done");
        expect(runs()).toEqual([]);
        expect(world.text()).not.toContain("never");
      },
      SLOW_MS,
    );
  });
}

// covers: runner-colour-modes
test(
  "colours of the command with NO_COLOR: the text without them",
  async () => {
    let bytes = "";
    const { world } = await open({
      mode: "regular",
      body: "printf '\\033[32mgreen\\033[0m\\033]0;evil\\007'",
      settings: ["colorMode: ansi"],
      env: { NO_COLOR: "1" },
    });
    await world.waitForText("│ green");
    bytes = world.text();
    expect(bytes).not.toContain("evil");
  },
  SLOW_MS,
);
