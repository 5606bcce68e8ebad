/**
 * A status line command and hook that only writes down what the client gives it. With it the client
 * itself is tried: what it sends, when it runs the command, which hooks it fires and which not.
 */
import fs from "node:fs";
import path from "node:path";
import { asRecord, asText } from "../../src/base/shape.ts";

/** First word of the row that the recorder prints. */
export const RECORDER_MARK = "RECORDED";

export interface Recording {
  readonly columns: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Recorder {
  /** Command of the status line. */
  readonly lineCommand: string;
  /** Command for every hook. */
  readonly hookCommand: string;
  lines(): readonly Recording[];
  hooks(): readonly Recording[];
  hookNames(): readonly string[];
}

/** One file a call, so that two at once cannot mix their bytes; whole when it is named `.call`. */
const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
name=$(mktemp "$here/$1/XXXXXXXX")
{ printf '%s\\n' "$COLUMNS"; cat; } > "$name"
mv "$name" "$name.call"
[ "$1" = lines ] && printf '${RECORDER_MARK} %s wide\\n' "$COLUMNS"
exit 0
`;

function readCalls(folder: string): readonly Recording[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".call"))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, atMs: fs.statSync(file).mtimeMs }))
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ file }) => {
      const text = fs.readFileSync(file, "utf8");
      const cut = text.indexOf("\n");
      return {
        columns: text.slice(0, cut),
        payload: asRecord(JSON.parse(text.slice(cut + 1))) ?? {},
      };
    });
}

/** Puts the recorder into a new folder under `root`. */
export function createRecorder(root: string): Recorder {
  const folder = path.join(root, "recorder");
  for (const kind of ["lines", "hooks"]) fs.mkdirSync(path.join(folder, kind), { recursive: true });
  const script = path.join(folder, "record.sh");
  fs.writeFileSync(script, SCRIPT, { mode: 0o755 });
  const hooks = (): readonly Recording[] => readCalls(path.join(folder, "hooks"));
  return {
    lineCommand: `${script} lines`,
    hookCommand: `${script} hooks`,
    lines: () => readCalls(path.join(folder, "lines")),
    hooks,
    hookNames: () => hooks().map((call) => asText(call.payload.hook_event_name) ?? "?"),
  };
}

/** Hooks that say something of a session's state, or might. */
const RECORDED_HOOKS = [
  "ConfigChange",
  "Notification",
  "PermissionDenied",
  "PermissionRequest",
  "PostCompact",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "PreToolUse",
  "SessionEnd",
  "SessionStart",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "UserPromptSubmit",
] as const;

/** The text of a `settings.json` with the recorder in every place. */
export function recorderSettings(recorder: Recorder): string {
  const hook = [{ hooks: [{ type: "command", command: recorder.hookCommand }] }];
  return JSON.stringify({
    statusLine: { type: "command", command: recorder.lineCommand },
    hooks: Object.fromEntries(RECORDED_HOOKS.map((name) => [name, hook])),
  });
}
