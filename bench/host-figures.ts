/**
 * Figures of the host in a real terminal: the compiled program with the built-in agent, as a person has it.
 * What it writes, what it does while nothing happens, and what a long transcript costs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostWorld, type HostWorldOptions, openHostWorld } from "../test/host/world.ts";
import { type Figure, median } from "./figure.ts";

const MODES = ["regular", "fullscreen"] as const;
const WIDTHS_COLS = [80, 120, 200];
const ROWS = 30;
const LINES = 10_000;
/** Lines in one piece of the built-in agent's `/stream`. */
const LINES_A_CHUNK = 20;
const IDLE_MS = 10_000;
/** As often as the slowest clock of the default settings: Git is asked every ten seconds. */
const IDLE_WAKEUPS_A_SECOND = 1;
const START_ROUNDS = 5;
/** What a start sets off is over by then. */
const SETTLE_MS = 2_000;
const STREAM_MS = 120_000;
/** Between two keys while an answer streams. */
const KEY_EVERY_MS = 40;
const LONG_WAIT_MS = 10_000;
/** Of a Linux kernel as distributions build it. */
const TICK_MS = 10;
const KB_PER_MB = 1024;
/** Each drawing stands between these two. */
const FRAME = /\x1b\[\?2026h([\s\S]*?)\x1b\[\?2026l/g;

/** A turn in which the context alone changes, from 90 % left to 50. */
const NUMBERS = `turns:
  - repeat: true
    steps:
      - usage: { used: 20000, size: 200000 }
      - sleep: 900ms
      - usage: { used: 40000, size: 200000 }
      - sleep: 300ms
      - usage: { used: 60000, size: 200000 }
      - sleep: 300ms
      - usage: { used: 80000, size: 200000 }
      - sleep: 300ms
      - usage: { used: 100000, size: 200000 }
      - sleep: 900ms
`;

/** All of them; `telltale` and `empty` are compiled programs. None where there is no `/proc`. */
export async function hostFigures(telltale: string, empty: string): Promise<readonly Figure[]> {
  if (process.platform !== "linux") return [];
  return [
    ...(await numberFigures(telltale)),
    ...(await idleFigures(telltale)),
    ...(await startFigures(telltale, empty)),
    ...(await streamFigures(telltale, "regular")),
    ...(await streamFigures(telltale, "fullscreen")),
  ];
}

async function numberFigures(telltale: string): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "telltale-bench-host-"));
  try {
    const script = join(folder, "numbers.yaml");
    writeFileSync(script, NUMBERS);
    const command = JSON.stringify(`'${telltale}' agent --script '${script}'`);
    const config = `agent: played\nagents:\n  played:\n    command: ${command}\n`;
    const all: Figure[] = [];
    for (const mode of MODES) {
      const sizes = await frameBytes(telltale, mode, config);
      all.push({
        what: `bytes for one changed number in the host, ${mode}, the most at ${WIDTHS_COLS.join(", ")} columns`,
        value: Math.max(...sizes),
        unit: "",
        budget: { atMost: 200 },
      });
    }
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of each drawing of the turn of numbers, at all widths. */
async function frameBytes(
  telltale: string,
  mode: (typeof MODES)[number],
  config: string,
): Promise<readonly number[]> {
  const chunks: Uint8Array[] = [];
  const onBytes = (bytes: Uint8Array): void => void chunks.push(bytes.slice());
  const world = await openWorld(telltale, { mode, config, onBytes });
  try {
    const sizes: number[] = [];
    for (const cols of WIDTHS_COLS) {
      world.pty.resize(cols, ROWS);
      await Bun.sleep(SETTLE_MS / 2);
      world.type("go\r");
      await world.waitForText("90% left");
      // What else the beginning of a turn changes is drawn by then.
      await Bun.sleep(SETTLE_MS / 8);
      chunks.length = 0;
      await world.waitForText("50% left");
      await Bun.sleep(SETTLE_MS / 8);
      const text = Buffer.concat(chunks).toString();
      const frames = [...text.matchAll(FRAME)].map(([frame]) => Buffer.byteLength(frame));
      // Four of the context and at least one second that passed.
      if (frames.length < 5) throw new Error(`${frames.length} drawings of changed numbers`);
      sizes.push(...frames);
      const beside = text.replace(FRAME, "");
      if (beside !== "") throw new Error(`beside drawings: ${JSON.stringify(beside)}`);
      await world.waitForNoText("esc to interrupt");
    }
    return sizes;
  } finally {
    await world.end();
  }
}

async function idleFigures(telltale: string): Promise<readonly Figure[]> {
  const world = await openWorld(telltale, {});
  const idle = Bun.spawn([process.execPath, "-e", "setTimeout(() => {}, 3_600_000)"]);
  try {
    await Bun.sleep(SETTLE_MS);
    const writtenBefore = world.written();
    const before = [wakeups(world.pty.pid), wakeups(idle.pid)];
    const startedAtMs = performance.now();
    await Bun.sleep(IDLE_MS);
    const seconds = (performance.now() - startedAtMs) / 1000;
    const [own = 0, base = 0] = [wakeups(world.pty.pid), wakeups(idle.pid)].map(
      (count, at) => (count - (before[at] ?? 0)) / seconds,
    );
    return [
      {
        what: "bytes that an idle host writes in ten seconds",
        value: world.written() - writtenBefore,
        unit: "",
        budget: { atMost: 0 },
      },
      {
        what: "wakeups a second of the idle host, beyond those of a program that does nothing",
        value: Number((own - base).toFixed(2)),
        unit: "",
        budget: { atMost: IDLE_WAKEUPS_A_SECOND },
      },
    ];
  } finally {
    idle.kill();
    await idle.exited;
    await world.end();
  }
}

async function startFigures(telltale: string, empty: string): Promise<readonly Figure[]> {
  const first: number[] = [];
  const whole: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < START_ROUNDS; round++) {
    bare.push(await emptyMs(empty));
    const startedAtMs = performance.now();
    let firstMs: number | undefined;
    const onBytes = (bytes: Uint8Array): void => {
      const hasFrame = new TextDecoder().decode(bytes).includes("\x1b[?2026h");
      if (hasFrame) firstMs ??= performance.now() - startedAtMs;
    };
    const world = await openHostWorld({ command: [telltale], rows: ROWS, until: "Sim", onBytes });
    whole.push(performance.now() - startedAtMs);
    first.push(firstMs ?? Number.NaN);
    await world.end();
  }
  return [
    { what: "the host, from its start to its first picture", value: median(first), unit: "ms" },
    { what: "... and to one with its agent's answers", value: median(whole), unit: "ms" },
    { what: "an empty program in a terminal", value: median(bare), unit: "ms" },
  ];
}

async function emptyMs(empty: string): Promise<number> {
  const startedAtMs = performance.now();
  const child = Bun.spawn([empty], { stdin: new Blob(["{}"]), stdout: "ignore", stderr: "ignore" });
  await child.exited;
  return performance.now() - startedAtMs;
}

/** An answer of ten thousand lines, with somebody who types meanwhile; then another width. */
async function streamFigures(
  telltale: string,
  mode: (typeof MODES)[number],
): Promise<readonly Figure[]> {
  const world = await openWorld(telltale, { mode, env: { TELLTALE_AGENT_SPEED: "1" } });
  try {
    await Bun.sleep(SETTLE_MS);
    const { pid } = world.pty;
    const startMb = memoryMb(pid);
    const agents = childrenOf(pid);
    const cpuMs = () => [cpuTimeMs(pid), agents.reduce((sum, each) => sum + cpuTimeMs(each), 0)];
    const [hostBefore = 0, agentBefore = 0] = cpuMs();
    const startedAtMs = performance.now();
    world.type(`/stream ${LINES}\r`);
    const echoes = await typeUntil(world, `Line ${LINES} of ${LINES}`);
    const seconds = (performance.now() - startedAtMs) / 1000;
    const [host = 0, agent = 0] = cpuMs();
    await Bun.sleep(SETTLE_MS);
    const longMb = memoryMb(pid);
    const beforeResizeMs = cpuTimeMs(pid);
    world.pty.resize(101, ROWS);
    await Bun.sleep(SETTLE_MS);
    const what = `${LINES} lines streamed in the host, ${mode}`;
    const chunks = LINES / LINES_A_CHUNK;
    return [
      { what: `${what}: the whole answer`, value: seconds * 1000, unit: "ms" },
      {
        what: "... time of the processor, of host and runtime, a piece of 20 lines",
        value: (host - hostBefore) / chunks,
        unit: "ms",
        budget: { atMost: 8 },
      },
      {
        what: "... the same of the built-in agent",
        value: (agent - agentBefore) / chunks,
        unit: "ms",
      },
      { what: "... a typed key until it is seen, median", value: median(echoes), unit: "ms" },
      { what: "... memory before", value: startMb, unit: "MB" },
      { what: "... memory after", value: longMb, unit: "MB" },
      {
        what: "... time of the processor for another width",
        value: cpuTimeMs(pid) - beforeResizeMs,
        unit: "ms",
      },
    ];
  } finally {
    await world.end();
  }
}

/** Types and waits for what was typed, until a text is there; how long each took. */
async function typeUntil(world: HostWorld, text: string): Promise<readonly number[]> {
  const took: number[] = [];
  const endMs = performance.now() + STREAM_MS;
  for (let at = 0; !world.text().includes(text) && performance.now() < endMs; at++) {
    await Bun.sleep(KEY_EVERY_MS);
    const typed = `key${at}`;
    const startedAtMs = performance.now();
    world.type(typed);
    const untilMs = startedAtMs + LONG_WAIT_MS;
    while (!world.text().includes(typed) && performance.now() < untilMs) await Bun.sleep(1);
    took.push(performance.now() - startedAtMs);
    world.press("ctrl+u");
  }
  return took;
}

async function openWorld(telltale: string, options: HostWorldOptions): Promise<HostWorld> {
  return await openHostWorld({
    command: [telltale],
    cols: 100,
    rows: ROWS,
    until: "Sim",
    env: { TELLTALE_AGENT_SPEED: "1" },
    ...options,
  });
}

/** Times that a thread of the process went to sleep by itself, so that something had woken it up. */
function wakeups(pid: number): number {
  let count = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
    count += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return count;
}

function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / KB_PER_MB;
}

/** Of all its threads, in the program and in the system. */
function cpuTimeMs(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** What stands behind the name of the program, which may hold anything. */
function statFields(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function childrenOf(pid: number): readonly number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  const own = readFileSync(path, "utf8").split(" ").map(Number).filter(Boolean);
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}
