/**
 * The terminal program with a real agent: `telltale --agent NAME` in a real PTY, with a home of its own. What a person
 * would see is read from the emulated terminal's cells.
 */
import fs from "node:fs";
import path from "node:path";
import { processTree } from "../../src/testing/process-tree.ts";
import { type Pty, startPty } from "../../src/testing/pty.ts";
import { keyBytes } from "../host/world.ts";
import type { RealAgent } from "./acp-agents.ts";
import { type FakeModelApi, startFakeModelApi } from "./fake-model-api.ts";
import { startRefusingProxy } from "./refusing-proxy.ts";
import { check } from "./scenario.ts";
import { pictureOf, SCREEN } from "./stage.ts";
import { PROGRAMS } from "./workflow-stage.ts";
import type { Workspace } from "./workspace.ts";

export const TELLTALE = path.join(PROGRAMS, "telltale");

/** An agent that starts now, or a turn of it, on a busy machine. */
const WAIT_MS = 90_000;
const POLL_MS = 50;
/** After a key a frame comes at once; this long nothing more must come. */
const QUIET_MS = 300;
/** The program itself gives its agents 8 s. */
const LEAVE_MS = 20_000;

export interface AcpHostStage {
  readonly agent: RealAgent;
  readonly workspace: Workspace;
  readonly refused: readonly string[];
  readonly fake: FakeModelApi;
  /** Environment of the program and of all that asks about it. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything that the running program has written, for `telltale wait --log`. */
  readonly log: string;
  /** The id by which the session is gone on with; known once the program was left. */
  sessionId: string;
  /** Starts the program; the one before must have been left. `config` is the text of `config.yaml`. */
  open(words: readonly string[], config?: string): Promise<void>;
  /** Types a line and sends it. */
  say(text: string): Promise<void>;
  /** Presses keys by name, each after the frame of the one before. */
  press(...keys: readonly string[]): Promise<void>;
  /** Waits until it holds. */
  see(what: string, holds: () => unknown): Promise<void>;
  /** Until the terminal's title begins with one of the words. */
  title(...words: readonly string[]): Promise<void>;
  /** The screen. */
  text(): string;
  /** Scrollback and screen as one line of words. */
  all(): string;
  /** How often it says the text. */
  count(text: string): number;
  /** The lowest row: the status line. */
  row(): string;
  /** Leaves with `/quit` and checks that nothing is left running. */
  leave(): Promise<void>;
  picture(): string;
  close(keep: boolean): Promise<void>;
}

/** Those that have the home of this program in their environment. */
function processesOf(home: string): readonly string[] {
  if (process.platform !== "linux") return [];
  const mark = `TELLTALE_HOME=${home}`;
  return fs.readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}

/** The program as it runs now. */
type Screen = Pick<
  AcpHostStage,
  "say" | "press" | "see" | "title" | "text" | "all" | "count" | "row"
>;

function screenOf(running: () => Pty): Screen {
  const screen: Screen = {
    async say(text) {
      running().type(text);
      await screen.see(`what was typed: ${text}`, () => screen.text().includes(`› ${text}`));
      await screen.press("enter");
    },
    async press(...keys) {
      for (const key of keys) {
        running().type(keyBytes(key));
        await Bun.sleep(QUIET_MS);
      }
    },
    async see(what, holds) {
      check(await running().wait(holds, WAIT_MS), `seen: ${what}`);
    },
    title: (...words) =>
      screen.see(`the title: ${words.join(" or ")}`, () =>
        words.some((word) => running().title().startsWith(word)),
      ),
    text: () => running().text(),
    all: () => running().history().join(" ").replace(/\s+/g, " "),
    count: (text) => screen.all().split(text).length - 1,
    row: () =>
      running()
        .screen()
        .findLast((row) => row.trim() !== "") ?? "",
  };
  return screen;
}

/** Leaves with `/quit`; gives the id of the session. */
async function leave(screen: Screen, { pid, exited }: Pty, home: string): Promise<string> {
  await screen.say("/quit");
  const code = await Promise.race([exited, Bun.sleep(LEAVE_MS)]);
  check(code === 0, "it was left with 0", () => code);
  await screen.see("how to go on", () => /--resume \S+/.test(screen.text()));
  const left = (): readonly unknown[] => [...processTree(pid), ...processesOf(home)];
  for (let ms = 0; left().length > 0 && ms < LEAVE_MS; ms += POLL_MS) await Bun.sleep(POLL_MS);
  check(left().length === 0, "nothing of it runs any more", left);
  return /--resume (\S+)/.exec(screen.text())?.[1] ?? "";
}

export async function openAcpHostStage(
  agent: RealAgent,
  commands: readonly (readonly string[])[],
): Promise<AcpHostStage> {
  const fake = startFakeModelApi();
  const proxy = await startRefusingProxy();
  const workspace = agent.workspace({ apiUrl: fake.url, proxyUrl: proxy.url }, commands);
  const home = path.join(workspace.root, "telltale");
  const log = path.join(workspace.root, "written.log");
  fs.mkdirSync(home, { mode: 0o700 });
  const { PATH = "" } = workspace.env;
  const agents = path.dirname(commands[0]?.[0] ?? "");
  const env = { ...workspace.env, PATH: `${agents}:${PATH}`, TELLTALE_HOME: home };
  let pty: Pty | undefined;
  const running = (): Pty => {
    check(pty !== undefined, "the program runs");
    return pty;
  };
  const screen = screenOf(running);
  const stage: AcpHostStage = {
    ...screen,
    agent,
    workspace,
    refused: proxy.refused,
    fake,
    env,
    log,
    sessionId: "",
    async open(words, config = "") {
      await pty?.end();
      fs.writeFileSync(path.join(home, "config.yaml"), config, { mode: 0o600 });
      fs.writeFileSync(log, "");
      pty = startPty([TELLTALE, "--regular", ...words], {
        ...SCREEN,
        env,
        cwd: workspace.project,
        onBytes: (bytes) => fs.appendFileSync(log, bytes),
      });
      await screen.see("the welcome", () => screen.text().includes("Telltale"));
    },
    async leave() {
      stage.sessionId = await leave(screen, running(), home);
    },
    picture: () => pictureOf(pty),
    async close(keep) {
      await pty?.end();
      await fake.stop();
      proxy.stop();
      if (!keep) workspace.remove();
    },
  };
  return stage;
}
