/**
 * What the scenarios of a group share: one workspace, one fake model service, one running client.
 * The scenarios of a group tell one story, so each begins where the one before it ended.
 */
import type { Pty } from "../../src/testing/pty.ts";
import { type Claude, startClaude } from "./claude.ts";
import type { FakeModelApi } from "./fake-model-api.ts";
import { startFakeModelApi } from "./fake-model-api.ts";
import { startRefusingProxy } from "./refusing-proxy.ts";
import { type ClaudeWorkspace, createClaudeWorkspace } from "./workspace.ts";

export const SCREEN = { cols: 120, rows: 36 } as const;
export const NARROW = { cols: 60, rows: 30 } as const;

export interface Stage {
  readonly workspace: ClaudeWorkspace;
  readonly fake: FakeModelApi;
  /** Connections to other machines that the client tried and the proxy refused. */
  readonly refused: readonly string[];
  /** The running client; started at the first call. */
  claude(): Claude;
  /** The screen with what belongs to it, for the report of a failure. */
  picture(): string;
  /** Ends the client and the services; the workspace goes too unless `keep` is set. */
  close(keep: boolean): Promise<void>;
}

/** The rows on the screen that are not blank, indented for the report of a failure. */
export function pictureOf(pty: Pty | undefined): string {
  const rows = pty?.screen().filter((row) => row.trim() !== "");
  return rows?.map((row) => `    |${row}`).join("\n") ?? "    (the client was not started)";
}

/** What a stage begins with. */
export interface StageOptions {
  /** The first content of `settings.json`. */
  readonly settingsText?: string;
  /** Variables beside those that every client gets. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function openStage(
  command: readonly string[],
  { settingsText, env }: StageOptions = {},
): Promise<Stage> {
  const fake = startFakeModelApi();
  const proxy = await startRefusingProxy();
  const workspace = createClaudeWorkspace({
    apiUrl: fake.url,
    proxyUrl: proxy.url,
    ...(settingsText !== undefined && { settingsText }),
    ...(env !== undefined && { env }),
  });
  let running: Claude | undefined;
  return {
    workspace,
    fake,
    refused: proxy.refused,
    claude() {
      running ??= startClaude(command, workspace, SCREEN);
      return running;
    },
    picture: () => pictureOf(running?.pty),
    async close(keep) {
      await running?.pty.end();
      await fake.stop();
      proxy.stop();
      if (!keep) workspace.remove();
    },
  };
}
