/** A project and a home in a temporary folder, and installations of the workflows into them. */
import { expect } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Scope } from "../workflow/install/harnesses/harness.ts";
import { INSTALL_HARNESSES } from "../workflow/install/harnesses/registry.ts";
import {
  type InstallReport,
  type InstallWish,
  installHarness,
  surveyHarness,
} from "../workflow/install/install.ts";
import type { InstallQuery } from "../workflow/install/place.ts";

export const PLAIN_WISH: InstallWish = { without: [], force: false };

export class InstallWorld {
  readonly root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "telltale-install-")));
  readonly project = join(this.root, "project");

  constructor() {
    for (const folder of ["project/.smllm", "home", "bin"]) {
      fs.mkdirSync(join(this.root, folder), { recursive: true });
    }
  }

  [Symbol.dispose](): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  query(id: string, scope: Scope = "project", cwd = this.project): InstallQuery {
    const harness = INSTALL_HARNESSES.find((one) => one.id === id);
    if (harness === undefined) throw new Error(`no harness ${id}`);
    const env = {
      HOME: join(this.root, "home"),
      XDG_CONFIG_HOME: join(this.root, "config"),
      XDG_STATE_HOME: join(this.root, "state"),
      PATH: `${join(this.root, "bin")}:/usr/bin:/bin`,
    };
    return { harness, scope, env, cwd, platform: process.platform };
  }

  /** Why an installation did not work; nothing may have been written. */
  refused(asked: InstallQuery, wish: Partial<InstallWish> = {}): string {
    const before = this.prints();
    const done = installHarness(asked, { ...PLAIN_WISH, ...wish });
    expect(this.prints()).toEqual(before);
    return done.ok ? "nothing" : done.reason;
  }

  /** Content, kind and time of change of everything there is, by path; the person's locks, which are empty, aside. */
  prints(folder = this.root): Record<string, string> {
    const found: Record<string, string> = {};
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (path === join(this.root, "state")) continue;
      const stat = fs.lstatSync(path);
      if (entry.isDirectory()) Object.assign(found, { [path]: "folder" }, this.prints(path));
      else {
        const content = entry.isFile() ? fs.readFileSync(path, "base64") : fs.readlinkSync(path);
        found[path] = `${stat.mtimeMs} ${stat.ino} ${content}`;
      }
    }
    return found;
  }

  write(path: string, text: string | Uint8Array): void {
    fs.mkdirSync(dirname(join(this.project, path)), { recursive: true });
    fs.writeFileSync(join(this.project, path), text);
  }

  read(path: string): string {
    return fs.readFileSync(join(this.project, path), "utf8");
  }

  /** A `claude` that keeps servers as the real one does, and notes how it was called. */
  addClaude(exit = 0): void {
    const script = `#!/bin/sh
printf '%s\\n' "$*" >> '${this.root}/calls'
[ "$2" = add-json ] && printf '{"mcpServers":{"smllm":%s}}' "$6" > "$HOME/.claude.json"
exit ${exit}
`;
    fs.writeFileSync(join(this.root, "bin/claude"), script, { mode: 0o755 });
  }
}

export function installed(asked: InstallQuery, wish: Partial<InstallWish> = {}) {
  const done = installHarness(asked, { ...PLAIN_WISH, ...wish });
  if (!done.ok) throw new Error(done.reason);
  return done.value;
}

/** Part to what was done to it, else to how it stands. */
export function partStates(report: InstallReport): Record<string, string> {
  return Object.fromEntries(report.parts.map(({ part, state, action }) => [part, action ?? state]));
}

export function installStatus(asked: InstallQuery): Record<string, string> {
  const found = surveyHarness(asked);
  if (!found.ok) throw new Error(found.reason);
  return partStates(found.value);
}
