/**
 * A driver that knows only the `[V]` contract runs the host in tmux through 200 turns of every kind, and
 * is never told a wrong state: a referee compares each record that it acts upon with the runtime's events.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcessTree } from "../../../src/testing/process-tree.ts";
import { startTmux, type Tmux, tmuxVersion } from "../../../src/testing/tmux.ts";
import { programPath } from "../../e2e/program.ts";
import { type CutProxy, cutProxy } from "./cut-proxy.ts";
import { createDriver, type Sighting } from "./driver.ts";
import { judge } from "./referee.ts";
import { readTruth, type TruthReader } from "./truth.ts";
import { TURN_KINDS } from "./turns.ts";

const TURNS = 200;
const hasTmux = tmuxVersion() !== undefined;
if (!hasTmux && process.env.CI === "true") throw new Error("tmux is missing");

let folder = "";
let server: Bun.Subprocess<"ignore", "pipe", "inherit">;
let proxy: CutProxy;
let tmux: Tmux;
let truth: TruthReader;
let program = "";
const sockets = { real: "", proxied: "" };

beforeAll(async () => {
  if (!hasTmux) return;
  program = await programPath();
  folder = mkdtempSync(join(tmpdir(), "drive-"));
  const cwd = join(folder, "work");
  mkdirSync(cwd);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    TELLTALE_HOME: join(folder, "home"),
    TELLTALE_AGENT_SPEED: "0.1",
    LANG: "C.UTF-8",
  };
  mkdirSync(env.TELLTALE_HOME);
  writeFileSync(join(env.TELLTALE_HOME, "config.yaml"), "tui:\n  statusLine: [build-mode]\n");
  sockets.real = join(folder, "runtime.sock");
  sockets.proxied = join(folder, "proxied.sock");
  server = Bun.spawn([program, "serve", "--json", "--socket", sockets.real], {
    env,
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  await server.stdout.getReader().read();
  proxy = await cutProxy(sockets.proxied, sockets.real);
  tmux = startTmux([program, "--connect", sockets.proxied], { cols: 110, rows: 30, env, cwd });
  truth = readTruth(sockets.real);
}, 180_000);

afterAll(async () => {
  if (!hasTmux) return;
  truth.close();
  await tmux.end();
  await proxy.close();
  await endProcessTree(server.pid);
  rmSync(folder, { recursive: true, force: true });
});

// covers: record-never-mistaken
test.skipIf(!hasTmux)(
  "the record, read by a driver that knows nothing else, over 200 turns of every kind: never mistaken",
  async () => {
    const driver = createDriver(tmux, program);
    const faults: string[] = [];
    const stage = {
      driver,
      async saw(sighting: Sighting) {
        const fault = await judge(truth, sighting);
        if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify(sighting.record)}`);
      },
      cut: () => proxy.cut(),
    };
    const first = await driver.wait("ready");
    await stage.saw(first);
    let { seq } = first.record;
    let prompts = 0;
    for (let round = 0; prompts < TURNS; round += 1) {
      const kind = TURN_KINDS[(round * 7) % TURN_KINDS.length];
      if (kind === undefined) throw new Error("there are kinds");
      try {
        seq = await kind.play(stage, seq);
      } catch (error) {
        const screen = tmux.capture().join("\n");
        throw new Error(`turn ${prompts}, ${kind.name}, after seq ${seq}: ${error}\n${screen}`);
      }
      prompts += kind.prompts;
      expect(faults).toEqual([]);
    }
    const ended = [...truth.turns.values()];
    expect(ended.length).toBeGreaterThanOrEqual(TURNS);
    expect(ended.filter(({ outcome }) => outcome === undefined)).toEqual([]);
    const left = [...truth.requests.values()].filter(
      ({ answeredAtMs }) => answeredAtMs === undefined,
    );
    expect(left).toEqual([]);
  },
  600_000,
);
