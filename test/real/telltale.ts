/**
 * The product as a person has it: the program `telltale`, run with the workspace's environment.
 */
import fs from "node:fs";
import path from "node:path";
import { failed, ok, type Result } from "../../src/base/result.ts";
import { asRecord } from "../../src/base/shape.ts";
import type { Claude } from "./claude.ts";
import { SCREEN, type Stage } from "./stage.ts";
import type { Workspace } from "./workspace.ts";

const RUN_TIMEOUT_MS = 30_000;
/** Of what it wrote when it did not run. */
const ERROR_CHARS_CAP = 200;

export interface TelltaleRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Telltale {
  readonly path: string;
  /** Runs it in the project, with nothing on stdin unless `input` is given. */
  run(words: readonly string[], input?: string, env?: Record<string, string>): TelltaleRun;
  /** The same beside all else that happens, until it ends or is told to. */
  start(words: readonly string[], stop: AbortSignal): Promise<TelltaleRun>;
}

export interface ProductStage extends Stage {
  readonly telltale: Telltale;
}

/** A person's own settings, in their own formatting, which install and uninstall must respect. */
export const PRODUCT_SETTINGS = `{
	"cleanupPeriodDays" : 365,

	"hooks": {
		"Stop": [ { "hooks": [
			{ "type": "command", "command": "true" },
			{ "type": "command", "command": "if [ -x ~/stop-hook ]; then ~/stop-hook; fi" }
		] } ]
	},
	"spinnerTipsEnabled": false ,
	"permissions": { "deny": ["Read(./secrets/**)"] }
}`;

/** The program under test: `$TELLTALE_BIN`, else the checkout's `bin/telltale`. */
export function findTelltale(workspace: Workspace): Result<Telltale> {
  const file = process.env.TELLTALE_BIN ?? path.resolve(import.meta.dir, "../../bin/telltale");
  if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    return failed(`${file} is no program`);
  const run: Telltale["run"] = (words, input = "", env = {}) => {
    const child = Bun.spawnSync([file, ...words], {
      cwd: workspace.project,
      env: { ...workspace.env, ...env },
      stdin: Buffer.from(input),
      timeout: RUN_TIMEOUT_MS,
    });
    return {
      code: child.exitCode,
      out: child.stdout.toString(),
      err: child.stderr.toString(),
    };
  };
  const start: Telltale["start"] = async (words, stop) => {
    const child = Bun.spawn([file, ...words], {
      cwd: workspace.project,
      env: workspace.env,
      stdin: "ignore",
      stderr: "pipe",
      signal: stop,
      timeout: RUN_TIMEOUT_MS,
    });
    const [code, out, err] = await Promise.all([
      child.exited,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code, out, err };
  };
  try {
    const version = run(["--version"]);
    if (version.code === 0) return ok({ path: file, run, start });
    const said = version.err.trim().slice(0, ERROR_CHARS_CAP);
    return failed(`${file} --version ended with ${version.code}: ${said}`);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** What Telltale knows of the running session when it is asked as the client would ask it. */
export function factsOf(stage: ProductStage): Readonly<Record<string, unknown>> {
  const claude = stage.claude();
  const result = stage.telltale.run(
    ["statusline", "--harness", "claude-code", "--format", "json", "--width", String(SCREEN.cols)],
    payloadOf(claude, stage.workspace),
    { CLAUDECODE: "1", CLAUDE_PID: String(claude.registry()?.pid ?? "") },
  );
  try {
    return asRecord(asRecord(JSON.parse(result.out))?.facts) ?? {};
  } catch {
    return { unreadable: result };
  }
}

/** The least that the client always sends; what is asked for must come from elsewhere. */
function payloadOf(claude: Claude, workspace: Workspace): string {
  return JSON.stringify({
    session_id: claude.registry()?.sessionId,
    transcript_path: claude.transcriptPath() ?? "",
    cwd: workspace.project,
    workspace: { current_dir: workspace.project, project_dir: workspace.project, added_dirs: [] },
  });
}
