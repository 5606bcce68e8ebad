/** A text in the person's own editor, which has the terminal meanwhile. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { tokenize } from "../../sources/custom-command/tokenize.ts";

/** A prompt; whoever saves more has opened another file. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What was saved. `command`: from the config; else `VISUAL`, then `EDITOR`, then vi. */
export async function editText(
  text: string,
  command: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<string>> {
  const argv = tokenize(command ?? (env.VISUAL || env.EDITOR || "vi"));
  if (!argv.ok) return failed(`the editor's command is not right: ${argv.reason}`);
  const folder = newFolder();
  if (!folder.ok) return folder;
  const file = join(folder.value, "prompt.md");
  try {
    writeFileSync(file, text, { mode: 0o600 });
    const editor = Bun.spawn([...argv.value, file], {
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
      env: { ...env },
    });
    const code = await editor.exited;
    if (code !== 0) return failed(`the editor ended with ${code}; the draft is as it was`);
    const saved = readFileSync(file);
    if (saved.length > MAX_BYTES) return failed("what was saved is too long for a prompt");
    return ok(saved.toString("utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return failed(`the editor ${argv.value[0]} could not be run (${code ?? "unknown"})`);
  } finally {
    rmSync(folder.value, { recursive: true, force: true });
  }
}

function newFolder(): Result<string> {
  try {
    return ok(mkdtempSync(join(tmpdir(), "telltale-edit-")));
  } catch (error) {
    return failed(`cannot make a folder for the draft: ${errorText(error)}`);
  }
}
