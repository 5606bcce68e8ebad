/**
 * A headless Chromium of its own for tests of pages: fresh profile, home in a temporary folder, no
 * traffic of its own. Whoever starts one must `await end()` it.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { endProcessTree } from "./process-tree.ts";

/** A cold disk takes some seconds. */
const START_MS = 15_000;

const FLAGS = [
  // Tests run as root and in containers, where the sandbox does not start.
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Chromium {
  readonly pid: number;
  readonly browser: Browser;
  /** Ends the browser with all its processes, and removes what it wrote. */
  end(): Promise<void>;
}

/** The path of the installed Chromium, or undefined. */
export function chromiumPath(): string | undefined {
  return Bun.which("chromium") ?? Bun.which("chromium-browser") ?? undefined;
}

/** Starts the Chromium at `executablePath`. Throws if it does not come up. */
export async function startChromium(executablePath: string): Promise<Chromium> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "chromium-"));
  const server = await chromium.launchServer({
    executablePath,
    headless: true,
    host: "127.0.0.1",
    args: FLAGS,
    timeout: START_MS,
    // Its profile and what else it writes goes there as well.
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LANG: "C.UTF-8", HOME: home, TMPDIR: home },
  });
  const { pid } = server.process();
  if (pid === undefined) throw new Error("Chromium has no process");
  const browser = await chromium.connect(server.wsEndpoint());
  return {
    pid,
    browser,
    async end() {
      await browser.close();
      await server.close();
      await endProcessTree(pid);
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
