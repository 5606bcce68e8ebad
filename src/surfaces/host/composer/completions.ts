/** What may be completed in a draft: slash commands at its start, and files after `@` anywhere. */
import { cleanLine } from "../../../text/clean.ts";
import type { HostContext } from "../context.ts";
import type { CompletionRequest, CompletionSource, EditorCompletion } from "../screen/editor.ts";
import { slashCompletions } from "../slash/slash-completions.ts";

/** `@` at the start of a word, and what is typed of the path, also in quotes. */
const FILE = /(?:^|\s)(@(?:"([^"]*)|([^\s"]*)))$/;

/** The completions of a host. */
export function completions(context: HostContext): CompletionSource {
  return {
    triggers: ["/", "@"],
    async suggest({ lines, line, col, signal }: CompletionRequest) {
      const before = (lines[line] ?? "").slice(0, col);
      if (line === 0 && before.startsWith("/")) {
        const items = slashCompletions(before, context).map(({ text, label, describe }) => ({
          value: text.trimEnd(),
          label,
          ...(describe !== undefined && { describe }),
        }));
        return { prefix: before, items };
      }
      const file = FILE.exec(before);
      if (file === null) return undefined;
      const [, prefix = "", quoted, plain] = file;
      const items = await fileItems(context, quoted ?? plain ?? "", signal);
      return signal.aborted ? undefined : { prefix, items };
    },
  };
}

async function fileItems(
  { ports }: HostContext,
  query: string,
  signal: AbortSignal,
): Promise<readonly EditorCompletion[]> {
  const cwd = ports.runtime.session()?.cwd;
  if (cwd === undefined) return [];
  const paths = await ports.system.findFiles(cwd, query, signal);
  return paths.map((path) => ({
    // An open quote behind a folder lets one go on into it.
    value: /\s/.test(path) ? `@"${path}${path.endsWith("/") ? "" : '"'}` : `@${path}`,
    label: cleanLine(path),
  }));
}
