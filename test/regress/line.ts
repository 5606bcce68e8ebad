/**
 * The status line of a session that a test makes up: the real command with its own home, clock and
 * environment, rendered as often as the test says. Whoever makes one removes it with `end`.
 */
import fs from "node:fs";
import { join } from "node:path";
import { statusline } from "../../src/cli/commands/statusline.ts";
import type { Io } from "../../src/cli/io.ts";
import { gitTestEnv, tempFolder } from "../../src/testing/temp-git.ts";

const MAIN = join(import.meta.dir, "../../src/cli/main.ts");

/** A day in 2026, before every reset that the tests name. */
export const NOW_MS = Date.UTC(2026, 10, 30, 12);

export interface Asked {
  /** Arguments by name, without dashes. */
  readonly options?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly nowMs?: number;
}

export interface Session {
  /** Real and empty; payloads may name it as their directory. */
  readonly folder: string;
  /** What the command writes for a payload, without the last line feed. */
  render(payload: object | string, asked?: Asked): Promise<string>;
  end(): void;
}

/** A session with nothing remembered yet. Output is plain text unless a test asks otherwise. */
export function openSession(): Session {
  const folder = tempFolder("regress");
  const stdinFile = join(folder, "stdin");
  return {
    folder,
    async render(payload, { options = {}, env = {}, nowMs = NOW_MS } = {}) {
      fs.writeFileSync(stdinFile, typeof payload === "string" ? payload : JSON.stringify(payload));
      const stdin = fs.openSync(stdinFile, "r");
      let out = "";
      const own = { ...gitTestEnv(), HOME: folder, TELLTALE_HOME: join(folder, "own") };
      const io: Io = {
        env: { ...own, ...env },
        cwd: folder,
        platform: "linux",
        stdin,
        outIsTerminal: () => false,
        program: [process.execPath, MAIN],
        nowMs: () => nowMs,
        out: (text) => {
          out += text;
        },
        err: (text) => {
          throw new Error(text);
        },
      };
      try {
        await statusline.run({
          options: { format: "plain", ...options },
          repeated: {},
          operands: [],
          io,
        });
      } finally {
        fs.closeSync(stdin);
      }
      return out.replace(/\n$/, "");
    },
    end: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** A payload of Claude Code with the given members on top. */
export function payloadOf(members: object): Record<string, unknown> {
  return {
    session_id: "c0ffee00-0000-4000-8000-0000000000aa",
    version: "2.1.332",
    model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
    workspace: { current_dir: "/srv/app" },
    ...members,
  };
}
