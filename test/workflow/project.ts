/**
 * A project that works with `smllm`, in a fresh temporary folder, and the real program in it. Home, config
 * and state lie in the same folder, so nothing of the machine that runs the tests is seen or changed.
 */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Status } from "../../src/workflow/engine/reply.ts";
import { callProgram, type Ended } from "../e2e/program.ts";
import { openSession, type Session } from "./session.ts";
import { layConfig, type Prints, printsBelow, type StoredInstance, storedIn } from "./state.ts";

/** A case starts the program dozens of times, and the first one compiles it. */
export const CASE_MS = 120_000;

/** What one call may differ in from the usual one. */
export interface CallDifference {
  readonly stdin?: string;
  readonly cwd?: string;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export class Project {
  readonly root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "telltale-workflow-")));
  /** Where commands are run. */
  readonly folder = join(this.root, "project");
  /** Config, machines and, unless it is set otherwise, their instances. */
  readonly smllmFolder = join(this.folder, ".smllm");
  /** Sessions and bindings. */
  readonly userState = join(this.root, "state/smllm");
  readonly env: Readonly<Record<string, string>> = {
    PATH: process.env.PATH ?? "",
    HOME: join(this.root, "home"),
    XDG_CONFIG_HOME: join(this.root, "config"),
    XDG_STATE_HOME: join(this.root, "state"),
  };

  /** Its config lists these fixtures, by their ids; without any it has no config. */
  constructor(...machines: readonly string[]) {
    for (const path of [this.folder, join(this.root, "home")]) fs.mkdirSync(path);
    if (machines.length > 0) layConfig(this.smllmFolder, machines);
  }

  [Symbol.dispose](): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  /** Calls the program. */
  smllm(args: readonly string[], { stdin, cwd, env }: CallDifference = {}): Promise<Ended> {
    return callProgram(["flow", ...args], {
      cwd: cwd ?? this.folder,
      env: { ...this.env, ...env },
      ...(stdin !== undefined && { stdin }),
    });
  }

  /** A hook of Claude Code, with its input as data or as whatever text comes. */
  hook(name: string, input: unknown, difference: CallDifference = {}): Promise<Ended> {
    const stdin = typeof input === "string" ? input : JSON.stringify(input);
    return this.smllm(["harness", "hook", "claude", name], { ...difference, stdin });
  }

  startHook(host: string, more: Readonly<Record<string, unknown>> = {}): Promise<Ended> {
    return this.hook("session-start", {
      session_id: host,
      cwd: this.folder,
      hook_event_name: "SessionStart",
      source: "startup",
      ...more,
    });
  }

  /** Starts a conversation; what it gives speaks for its session. */
  async start(host: string, more: Readonly<Record<string, unknown>> = {}): Promise<Session> {
    return openSession(this, host, contextOf(await this.startHook(host, more)));
  }

  /** The status line of a conversation, or for whatever text comes on stdin. */
  statusline(
    input: { readonly host: string } | string,
    args: readonly string[] = ["--color", "never"],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const stdin =
      typeof input === "string"
        ? input
        : JSON.stringify({ session_id: input.host, cwd: this.folder });
    return this.smllm(["statusline", ...args], { stdin, env });
  }

  /** The plain row of a conversation, from a status line that was quiet. */
  async row(host: string): Promise<string> {
    return quiet(await this.statusline({ host }));
  }

  async json(host: string): Promise<Status> {
    return JSON.parse(quiet(await this.statusline({ host }, ["--json"]))) as Status;
  }

  machinePath(id: string): string {
    return join(this.smllmFolder, `${id}.smllm.yaml`);
  }

  /** Changes the text of a machine file. */
  edit(id: string, change: (text: string) => string): void {
    const text = fs.readFileSync(this.machinePath(id), "utf8");
    const changed = change(text);
    if (changed === text) throw new Error(`the change of ${id} changes nothing`);
    fs.writeFileSync(this.machinePath(id), changed);
  }

  /** Writes a file, given by its path from the project's folder, with the folders above it. */
  write(path: string, text: string): string {
    const target = join(this.folder, path);
    fs.mkdirSync(dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
    return target;
  }

  read(path: string): string {
    return fs.readFileSync(join(this.folder, path), "utf8");
  }

  exists(path: string): boolean {
    return fs.existsSync(join(this.folder, path));
  }

  /** Everything that is stored or configured. */
  prints(): Prints {
    return { ...printsBelow(join(this.root, "state")), ...printsBelow(this.smllmFolder) };
  }

  /** Stored instances of a machine, by their labels. */
  instances(machine: string): ReadonlyMap<string, StoredInstance> {
    return storedIn(join(this.smllmFolder, "state", machine));
  }

  /** The one with that label; throws without it. */
  instance(machine: string, label: string): StoredInstance {
    const found = this.instances(machine).get(label);
    if (found === undefined) throw new Error(`no ${label} in ${machine}`);
    return found;
  }
}

/** The text that a session start gives to the agent; empty when it gives none. */
export function contextOf({ out }: Ended): string {
  const answer = JSON.parse(out) as {
    readonly hookSpecificOutput?: { readonly additionalContext?: string };
  };
  return answer.hookSpecificOutput?.additionalContext ?? "";
}

/** What a status line printed, after making sure that it was quiet about it. */
function quiet({ code, out, err }: Ended): string {
  if (code !== 0 || err !== "") throw new Error(`statusline: exit ${code}, said: ${err}`);
  return out;
}
