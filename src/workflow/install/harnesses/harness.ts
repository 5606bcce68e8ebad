/**
 * The contract of a harness that we can be installed into: data alone. To add one: a file here, and a
 * line in `registry.ts`. Paths have `/` and count from the folder of the scope.
 */
import type { HookCall } from "../kinds/json-hooks.ts";

export const SCOPES = ["project", "user"] as const;
export type Scope = (typeof SCOPES)[number];

/** Where the block of instructions goes. */
export type InstructionsTarget =
  /** Always this file. */
  | { readonly kind: "fixed"; readonly file: string }
  /** The first that is there, else the first of all. */
  | { readonly kind: "first"; readonly files: readonly string[] }
  /**
   * The harness has a file of its own beside AGENTS.md: that one, unless it imports AGENTS.md; with
   * `agentsAlone` also AGENTS.md where it stands there alone.
   */
  | { readonly kind: "own"; readonly file: string; readonly agentsAlone: boolean };

export type ServerTarget =
  /** `mcpServers.smllm` of a JSON file. */
  | { readonly kind: "json"; readonly file: string; readonly server: ServerEntry }
  /** `[mcp_servers.smllm]` of a TOML file. */
  | { readonly kind: "toml"; readonly file: string; readonly server: ServerEntry }
  /** A file that only its own program may write. `file` counts from the home, or the folder that the variable names. */
  | {
      readonly kind: "program";
      readonly program: string;
      readonly file: string;
      readonly server: ServerEntry;
      readonly remove: readonly string[];
      /** The entry as JSON is appended. */
      readonly add: readonly string[];
    };

export type ServerEntry = Readonly<Record<string, string | readonly string[]>>;

/** The parts of a scope; a part that is absent does not exist there. */
export interface HarnessFiles {
  readonly instructions?: InstructionsTarget;
  readonly mcp?: ServerTarget;
  readonly hooks?: { readonly file: string; readonly calls: readonly HookCall[] };
  readonly permissions?: { readonly file: string; readonly rule: string };
  readonly statusline?: { readonly file: string };
}

export interface InstallHarness {
  /** What a call names: lower-case letters and `_`. */
  readonly id: string;
  /** As people write it. */
  readonly title: string;
  readonly project: HarnessFiles;
  readonly user?: {
    /** Below the home; the variable, where it is set, names the folder instead. */
    readonly folder: string;
    readonly variable?: string;
    readonly files: HarnessFiles;
  };
  /** Settings with a status line, the one that wins first: below the project, and below the user's folder. */
  readonly statusLine?: { readonly project: readonly string[]; readonly user: string };
  /** What the person has to do beside, one sentence without a full stop. */
  readonly remark?: string;
}

/** How every harness starts the server. */
export const SERVER = { command: "smllm", args: ["mcp"] } as const;

/** The three hooks, by the events that Claude Code and Codex share. */
export function hookCalls(harness: string): readonly HookCall[] {
  const command = (hook: string) => `smllm harness hook ${harness} ${hook}`;
  return [
    { event: "SessionStart", command: command("session-start") },
    { event: "UserPromptSubmit", command: command("user-prompt-submit") },
    { event: "Stop", command: command("stop") },
  ];
}
