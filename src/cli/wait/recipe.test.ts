/** The script in docs/record.md, as it stands there, with an agent in a real tmux that draws records. */
import { afterAll, expect, test } from "bun:test";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { tempFolder } from "../../testing/temp-git.ts";
import { startTmux, tmuxVersion } from "../../testing/tmux.ts";

const TEST_MS = 30_000;
const CHECKOUT = resolve(import.meta.dir, "../../..");

/** Each line that is typed is a turn of half a second; the one that says `rm` asks first. */
const AGENT = `
show() { printf '\\033[2J\\033[24;1H[V] seq=%s state=%s session=3j5p7m turn=%s request=%s agents=0/0 background=0' "$1" "$2" "$3" "$4"; }
n=0
show 0 ready none none
while IFS= read -r prompt; do
  n=$((n + 1))
  sleep 0.4
  show "$((n * 10))" run "00000$n" none
  sleep 0.5
  case $prompt in
    *rm*) show "$((n * 10 + 1))" perm "00000$n" 4d5e6f ;;
    *) show "$((n * 10 + 1))" done "00000$n" none ;;
  esac
done
`;

const folder = tempFolder("wait-recipe");
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const canRun = tmuxVersion() !== undefined || process.env.CI === "true";

// covers: wait-after, wait-recipe
test.if(canRun)(
  "the script of the documents, twice and with a question: finished, finished, a person",
  async () => {
    const page = fs.readFileSync(join(CHECKOUT, "docs/record.md"), "utf8");
    const [, script = ""] = /^```sh\n(#!\/bin\/sh\n[\s\S]*?)^```$/m.exec(page) ?? [];
    fs.writeFileSync(join(folder, "ask"), script, { mode: 0o755 });
    const program = `#!/bin/sh\nexec "${process.execPath}" "${CHECKOUT}/src/cli/main.ts" "$@"\n`;
    fs.writeFileSync(join(folder, "telltale"), program, { mode: 0o755 });
    fs.writeFileSync(join(folder, "agent"), AGENT);
    const tmux = startTmux(["/bin/sh", join(folder, "agent")], { cols: 104, rows: 24 });
    try {
      expect(await tmux.wait((rows) => rows.join("").includes("state=ready"), 5000)).toBe(true);
      const ask = async (prompt: string) => {
        const child = Bun.spawn([join(folder, "ask"), "main", prompt], {
          // As in another pane of the same server: no name of a socket is given.
          env: { PATH: `${folder}:${process.env.PATH}`, TMUX: `${tmux.socket},1,0` },
          stdout: "pipe",
          stderr: "inherit",
        });
        const text = await child.stdout.text();
        return text.trimEnd().split("\n").at(-1);
      };
      expect(await ask("fix the build")).toBe("finished");
      expect(await ask("and now the tests")).toBe("finished");
      expect(await ask("rm -r build")).toBe("a person must answer in the pane main");
    } finally {
      await tmux.end();
    }
  },
  TEST_MS,
);
