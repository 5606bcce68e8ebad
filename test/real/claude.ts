/**
 * The real client in a PTY: start it, talk to it, read what a person would see and what it writes
 * down about itself (its sessions registry, its transcript).
 */
import fs from "node:fs";
import path from "node:path";
import { asCount, asRecord, asText } from "../../src/base/shape.ts";
import { type Pty, type PtyOptions, startPty } from "../../src/testing/pty.ts";
import { sendPrompt, TYPING_MS } from "./keys.ts";
import type { ClaudeWorkspace } from "./workspace.ts";

export interface RegistryEntry {
  readonly pid: number;
  readonly sessionId: string;
  /** `idle`, `busy`, `shell` or `waiting`. */
  readonly status: string;
  readonly waitingFor?: string;
}

export interface Claude {
  readonly pty: Pty;
  /** The status line's rows: what stands between the composer's lower rule and the client's footer. */
  lineRows(): readonly string[];
  /** The client's own last row, which names the permission mode. */
  footer(): string;
  /** What the client says of itself to others on the machine. */
  registry(): RegistryEntry | undefined;
  /** The transcript's lines so far, parsed. */
  transcript(): readonly Readonly<Record<string, unknown>>[];
  transcriptPath(): string | undefined;
  /** Types a prompt and sends it. */
  say(prompt: string): Promise<void>;
  /** Empties the composer. */
  clearComposer(): Promise<void>;
  /** Waits for a permission dialog that takes keys. */
  waitDialog(): Promise<boolean>;
  /** Presses Shift+Tab until the footer names the mode; false if it never does. */
  switchMode(footerWords: string): Promise<boolean>;
  waitLine(predicate: (row: string) => unknown, timeoutMs?: number): Promise<boolean>;
  waitStatus(status: string, timeoutMs?: number): Promise<boolean>;
}

const WAIT_MS = 15_000;
const MODES = 6;
const SETTLE_MS = 700;
/** A dialog drops the keys of its first moments, so that what was meant for the composer is no answer. */
const DIALOG_DEAF_MS = 1200;

const DIALOG = "Do you want to proceed?";
const RULE = /^─{10,}$/;
const FOOTER = /^\s*(⏵⏵|⏸|\?\s+for shortcuts)/;

function belowComposer(screen: readonly string[]): readonly string[] {
  const rule = screen.findLastIndex((row) => RULE.test(row));
  return rule < 0 ? [] : screen.slice(rule + 1).filter((row) => row.trim() !== "");
}

/** The entry of the one client that runs here, under whatever program it was started. */
function readRegistry(folder: string): RegistryEntry | undefined {
  try {
    const file = fs.readdirSync(folder).find((name) => /^\d+\.json$/.test(name));
    if (file === undefined) return undefined;
    const entry = asRecord(JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")));
    const pid = asCount(entry?.pid);
    const sessionId = asText(entry?.sessionId);
    const status = asText(entry?.status);
    if (pid === undefined || sessionId === undefined || status === undefined) return undefined;
    const waitingFor = asText(entry?.waitingFor);
    return { pid, sessionId, status, ...(waitingFor && { waitingFor }) };
  } catch {
    // Not there yet, gone, or caught in the middle of a write: ask again later.
    return undefined;
  }
}

function findTranscript(configDir: string, sessionId: string): string | undefined {
  const folder = path.join(configDir, "projects");
  if (!fs.existsSync(folder)) return undefined;
  return fs
    .readdirSync(folder)
    .map((slug) => path.join(folder, slug, `${sessionId}.jsonl`))
    .find((file) => fs.existsSync(file));
}

function parseLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .split("\n")
    .map((line) => {
      try {
        return asRecord(JSON.parse(line));
      } catch {
        return undefined;
      }
    })
    .filter((entry) => entry !== undefined);
}

/** Starts the client in the workspace's project. End it with `pty.end()`. */
export function startClaude(
  command: readonly string[],
  workspace: ClaudeWorkspace,
  terminal: PtyOptions,
): Claude {
  const pty = startPty(command, { ...terminal, env: workspace.env, cwd: workspace.project });
  const sessions = path.join(workspace.configDir, "sessions");
  const registry = (): RegistryEntry | undefined => readRegistry(sessions);
  const lineRows = (): readonly string[] => {
    const below = belowComposer(pty.screen());
    const footer = below.findIndex((row) => FOOTER.test(row));
    return footer < 0 ? below : below.slice(0, footer);
  };
  const footer = (): string =>
    belowComposer(pty.screen())
      .find((row) => FOOTER.test(row))
      ?.trim() ?? "";
  const transcriptPath = (): string | undefined => {
    const entry = registry();
    return entry && findTranscript(workspace.configDir, entry.sessionId);
  };
  const waitLine: Claude["waitLine"] = (predicate, timeoutMs = WAIT_MS) =>
    pty.wait(() => lineRows().some((row) => predicate(row)), timeoutMs);
  return {
    pty,
    lineRows,
    footer,
    registry,
    transcriptPath,
    transcript() {
      const file = transcriptPath();
      return file === undefined ? [] : parseLines(fs.readFileSync(file, "utf8"));
    },
    say: (prompt) => sendPrompt(pty, prompt),
    async clearComposer() {
      pty.press("ctrlU");
      await Bun.sleep(TYPING_MS);
    },
    async waitDialog() {
      const open = await pty.wait((rows) => rows.some((row) => row.includes(DIALOG)), WAIT_MS);
      if (open) await Bun.sleep(DIALOG_DEAF_MS);
      return open;
    },
    async switchMode(footerWords) {
      for (let press = 0; press < MODES; press++) {
        if (footer().includes(footerWords)) return true;
        pty.press("shiftTab");
        await Bun.sleep(SETTLE_MS);
      }
      return footer().includes(footerWords);
    },
    waitLine,
    waitStatus: (status, timeoutMs = WAIT_MS) =>
      pty.wait(() => registry()?.status === status, timeoutMs),
  };
}
