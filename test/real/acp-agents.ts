/** The real agents that speak ACP: where they come from, and a home in which each has the fake as its only model. */
import fs from "node:fs";
import path from "node:path";
import type { AgentSpec } from "../../src/sources/acp/agent-spec.ts";
import { claude } from "../../src/sources/acp/agents/claude.ts";
import { codex } from "../../src/sources/acp/agents/codex.ts";
import { gemini } from "../../src/sources/acp/agents/gemini.ts";
import { opencode } from "../../src/sources/acp/agents/opencode.ts";
import { pi } from "../../src/sources/acp/agents/pi.ts";
import { type ClientPackage, PI } from "./client-package.ts";
import { createPiWorkspace } from "./pi.ts";
import {
  createClaudeWorkspace,
  createWorkspace,
  DUMMY_KEY,
  type Workspace,
  type WorkspaceOptions,
} from "./workspace.ts";

export interface RealAgent {
  readonly spec: AgentSpec;
  /** The agent first, then what it needs beside it. */
  readonly packages: readonly [ClientPackage, ...ClientPackage[]];
  /** It asks before it runs a command; pi asks for nothing. */
  readonly asks: boolean;
  /** What it tells of tokens: its context as it goes, or sums in the answer to a prompt alone. */
  readonly tells: "context" | "sums";
  /** `commands` are those of the packages, in their order. */
  workspace(options: WorkspaceOptions, commands: readonly (readonly string[])[]): Workspace;
}

/** A package whose program is a script or a binary in `node_modules/.bin`. */
function binPackage(name: string, version: string, bin: string, size: string): ClientPackage {
  return {
    name,
    version,
    size,
    isMute: true,
    commandIn(folder) {
      const file = path.join(folder, "node_modules", ".bin", bin);
      return fs.existsSync(file) ? [file] : undefined;
    },
  };
}

const OPENCODE: ClientPackage = {
  name: "opencode-ai",
  version: "1.18.33",
  size: "350 MB",
  isMute: true,
  // Its program is put in place by a script of the package, which does not run; it is that of the platform.
  commandIn(folder) {
    const platform = `opencode-${process.platform}-${process.arch}`;
    const file = path.join(folder, "node_modules", platform, "bin", "opencode");
    return fs.existsSync(file) ? [file] : undefined;
  },
};

/** A file of a home, with its folder. */
function write(workspace: Workspace, file: string, content: string): void {
  const place = path.join(workspace.home, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, content);
}

function codexWorkspace({ apiUrl, proxyUrl }: WorkspaceOptions): Workspace {
  const workspace = createWorkspace(proxyUrl);
  write(
    workspace,
    ".codex/config.toml",
    `model = "fake-model"
model_provider = "fake"
model_context_window = 200000
approval_policy = "untrusted"
sandbox_mode = "danger-full-access"

[model_providers.fake]
name = "fake"
base_url = "${apiUrl}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
`,
  );
  const env = { CODEX_HOME: path.join(workspace.home, ".codex"), FAKE_KEY: DUMMY_KEY };
  return { ...workspace, env: { ...workspace.env, ...env } };
}

function geminiWorkspace({ apiUrl, proxyUrl }: WorkspaceOptions): Workspace {
  const workspace = createWorkspace(proxyUrl);
  const settings = {
    security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
    general: { disableAutoUpdate: true, enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
  write(workspace, ".gemini/settings.json", JSON.stringify(settings));
  const env = { GEMINI_API_KEY: DUMMY_KEY, GOOGLE_GEMINI_BASE_URL: apiUrl, NO_BROWSER: "1" };
  return { ...workspace, env: { ...workspace.env, ...env } };
}

function opencodeWorkspace({ apiUrl, proxyUrl }: WorkspaceOptions): Workspace {
  const workspace = createWorkspace(proxyUrl);
  const limit = { context: 128_000, output: 8000 };
  const config = {
    autoupdate: false,
    share: "disabled",
    model: "fake/fake-model",
    small_model: "fake/fake-model",
    permission: { bash: "ask", edit: "ask" },
    provider: {
      fake: {
        npm: "@ai-sdk/openai-compatible",
        name: "Fake",
        options: { baseURL: `${apiUrl}/v1`, apiKey: DUMMY_KEY },
        models: { "fake-model": { name: "Fake", limit, cost: { input: 1, output: 2 } } },
      },
    },
  };
  write(workspace, ".config/opencode/opencode.json", JSON.stringify(config));
  return workspace;
}

/** pi-acp starts the `pi` on the PATH; ours is the one that was installed, under the Bun that it needs. */
function piWorkspace(
  options: WorkspaceOptions,
  commands: readonly (readonly string[])[],
): Workspace {
  const workspace = createPiWorkspace(options);
  // The extension of the other groups asks on a screen, which there is none of.
  fs.rmSync(path.join(workspace.home, ".pi", "agent", "extensions"), { recursive: true });
  const words = (commands[1] ?? []).map((word) => `'${word}'`).join(" ");
  write(workspace, "bin/pi", `#!/bin/sh\nexec ${words} "$@"\n`);
  const bin = path.join(workspace.home, "bin");
  fs.chmodSync(path.join(bin, "pi"), 0o755);
  return { ...workspace, env: { ...workspace.env, PATH: `${bin}:${workspace.env.PATH ?? ""}` } };
}

export const REAL_AGENTS: readonly RealAgent[] = [
  {
    spec: claude,
    packages: [
      binPackage("@agentclientprotocol/claude-agent-acp", "0.101.0", "claude-agent-acp", "300 MB"),
    ],
    asks: true,
    tells: "context",
    workspace: createClaudeWorkspace,
  },
  {
    spec: codex,
    packages: [binPackage("@zed-industries/codex-acp", "0.16.0", "codex-acp", "150 MB")],
    asks: true,
    tells: "context",
    workspace: codexWorkspace,
  },
  {
    spec: gemini,
    packages: [binPackage("@google/gemini-cli", "0.61.0", "gemini", "200 MB")],
    asks: true,
    tells: "sums",
    workspace: geminiWorkspace,
  },
  {
    spec: opencode,
    packages: [OPENCODE],
    asks: true,
    tells: "context",
    workspace: opencodeWorkspace,
  },
  {
    spec: pi,
    packages: [binPackage("pi-acp", "0.0.34", "pi-acp", "5 MB"), PI],
    asks: false,
    tells: "context",
    workspace: piWorkspace,
  },
];
