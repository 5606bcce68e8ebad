/**
 * The page of `examples/xterm-tabs` in a real browser, with programs whose every byte and cut a test
 * decides: they send through the page's own server, and keep what the page typed into them.
 */
import type { Page } from "playwright-core";
import type { Program, ProgramOutput } from "../../examples/xterm-tabs/program.ts";
import { servePage } from "../../examples/xterm-tabs/serve.ts";
import type { Chromium } from "../../src/testing/chromium.ts";

const WAIT_MS = 5000;
const POLL_MS = 15;
/** Where no size is a multiple of another, all borders of a stream are cut sooner or later. */
const ODD_CUTS = [1, 2, 3, 5, 7, 11];
const DA1 = "\x1b[c";
const DA1_REPLY = /\x1b\[\?[\d;]*c/;

/** A program that says what the test says. */
export interface ScriptedProgram {
  readonly program: Program;
  /** Sends text in pieces of odd sizes. */
  send(text: string): void;
  /** Sends text in one piece. */
  sendWhole(text: string): void;
  exit(how: string): void;
  /** All that came in since the last call, by keys or as answers of the terminal. */
  typed(): string;
  /** The same, and it stays. */
  peek(): string;
  /** Whether a page has started it. */
  isRunning(): boolean;
  /** Resolves when the page has read all that was sent. What was typed until then is kept. */
  isRead(): Promise<void>;
}

export function scriptedProgram(name: string): ScriptedProgram {
  let output: ProgramOutput | undefined;
  let typed = "";
  let cut = 0;
  const send = (text: string): void => {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; cut++) {
      const size = ODD_CUTS[cut % ODD_CUTS.length] ?? 1;
      output?.write(bytes.slice(at, at + size));
      at += size;
    }
  };
  return {
    send,
    sendWhole: (text) => output?.write(new TextEncoder().encode(text)),
    exit(how) {
      output?.exited(how);
      output = undefined;
    },
    peek: () => typed,
    isRunning: () => output !== undefined,
    typed() {
      const all = typed;
      typed = "";
      return all;
    },
    async isRead() {
      send(DA1);
      await becomes(() => DA1_REPLY.test(typed), true);
      typed = typed.replace(DA1_REPLY, "");
    },
    program: {
      name,
      start(to) {
        output = to;
        typed = "";
        return {
          write: (bytes) => {
            typed += new TextDecoder().decode(bytes);
          },
          resize: () => undefined,
          async end() {
            if (output === to) output = undefined;
          },
        };
      },
    },
  };
}

export interface OpenPage {
  readonly page: Page;
  /** Loads the page anew with all programs at their beginning. */
  restart(): Promise<void>;
  /** Errors of the page and of its console, and requests that left this machine. */
  readonly faults: string[];
  end(): Promise<void>;
}

/** Serves `html`, the built page, with the programs, and opens a page for it. */
export async function openPage(
  { browser }: Chromium,
  html: string,
  programs: readonly ScriptedProgram[],
): Promise<OpenPage> {
  const server = servePage(
    html,
    programs.map(({ program }) => program),
  );
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const areRunning = () => programs.map((program) => program.isRunning());
  return {
    page,
    faults: watchFaults(page),
    async restart() {
      await page.goto("about:blank");
      await becomes(
        areRunning,
        programs.map(() => false),
      );
      await page.goto(server.url);
      await becomes(
        areRunning,
        programs.map(() => true),
      );
    },
    async end() {
      await context.close();
      await server.end();
    },
  };
}

/** Collects what must not happen on a page. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => void faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isHere = hostname === "127.0.0.1" || protocol === "data:" || protocol === "file:";
    if (!isHere) faults.push(request.url());
  });
  return faults;
}

/** The accessible names of all tabs, in their order. */
export async function tabNames(page: Page): Promise<readonly string[]> {
  const tabs = await page.getByRole("tab").all();
  return Promise.all(tabs.map(async (tab) => (await tab.getAttribute("aria-label")) ?? ""));
}

/** Polls until `read` gives `wanted`, compared as JSON; throws with both if it does not in time. */
export async function becomes<T>(read: () => T | Promise<T>, wanted: T): Promise<void> {
  const goal = JSON.stringify(wanted);
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const seen = JSON.stringify(await read());
    if (seen === goal) return;
    if (performance.now() >= deadline) throw new Error(`wanted ${goal}\nbut saw ${seen}`);
    await Bun.sleep(POLL_MS);
  }
}

/** Resolves when the page has drawn all that it knows. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
  );
}
