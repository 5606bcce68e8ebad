/** The code in docs/record.md, as it stands there, with agents in a real tmux. */
import { afterAll, expect, test } from "bun:test";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { tempFolder } from "../../testing/temp-git.ts";
import { startTmux, type Tmux, tmuxVersion } from "../../testing/tmux.ts";

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

/** The same agent, which reports by OSC 7501 instead. */
const REPORTING_AGENT = `
say() { printf '\\033]7501;state=%s\\033\\\\' "$1"; }
say idle
while IFS= read -r prompt; do
  sleep 0.4
  say working
  sleep 0.5
  case $prompt in
    *rm*) say blocked:kind=permission ;;
    *) say done ;;
  esac
done
`;

const folder = tempFolder("wait-recipe");
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const canRun = tmuxVersion() !== undefined || process.env.CI === "true";

const page = fs.readFileSync(join(CHECKOUT, "docs/record.md"), "utf8");
const MAIN = [process.execPath, join(CHECKOUT, "src/cli/main.ts")];
fs.writeFileSync(join(folder, "telltale"), `#!/bin/sh\nexec "${MAIN.join(`" "`)}" "$@"\n`, {
  mode: 0o755,
});
fs.writeFileSync(join(folder, "agent"), AGENT);
fs.writeFileSync(join(folder, "reporting-agent"), REPORTING_AGENT);

function block(pattern: RegExp): string {
  const [, code] = pattern.exec(page) ?? [];
  if (code === undefined) throw new Error(`no block of the document is ${pattern}`);
  return code;
}

/** Runs a program as in another pane of the same server: no name of a socket is given. */
async function runBeside(tmux: Tmux, command: readonly string[]): Promise<readonly string[]> {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}`, TMUX: `${tmux.socket},1,0` },
    stdout: "pipe",
    stderr: "inherit",
  });
  return (await child.stdout.text()).trimEnd().split("\n");
}

// covers: wait-after, wait-recipe
test.if(canRun).each([
  ["on a pane", ["/bin/sh", "agent"], '--pane "$pane"'],
  [
    "on a log",
    [...MAIN, "spy", "--log", "events.jsonl", "--", "/bin/sh", "reporting-agent"],
    "--log events.jsonl",
  ],
])(
  "the script of the documents %s, twice and with a question: finished, finished, a person",
  async (_, agent, place) => {
    const script = block(/^```sh\n(#!\/bin\/sh\n[\s\S]*?)^```$/m);
    fs.writeFileSync(join(folder, "ask"), script.replaceAll('--pane "$pane"', place), {
      mode: 0o755,
    });
    const tmux = startTmux(agent, { cols: 104, rows: 24, cwd: folder });
    try {
      const ask = async (prompt: string) => (await runBeside(tmux, ["ask", "main", prompt])).at(-1);
      expect(await ask("fix the build")).toBe("finished");
      expect(await ask("and now the tests")).toBe("finished");
      expect(await ask("rm -r build")).toBe("a person must answer in the pane main");
    } finally {
      await tmux.end();
    }
  },
  TEST_MS,
);

// covers: library-documents
test.if(canRun)(
  "the program of the documents that uses the library: ends with the turn and not before",
  async () => {
    fs.writeFileSync(join(folder, "finished.mjs"), block(/^```js\n([\s\S]*?)^```$/m));
    fs.mkdirSync(join(folder, "node_modules"));
    fs.symlinkSync(CHECKOUT, join(folder, "node_modules/telltale"));
    const tmux = startTmux(["/bin/sh", "agent"], { cols: 104, rows: 24, cwd: folder });
    try {
      expect(await tmux.wait((rows) => rows.join("").includes("state=ready"), 5000)).toBe(true);
      let hasEnded = false;
      const ended = runBeside(tmux, [process.execPath, "finished.mjs", "main"]).finally(() => {
        hasEnded = true;
      });
      await Bun.sleep(1000);
      expect(hasEnded).toBe(false);
      tmux.type("fix the build");
      tmux.sendKeys("Enter");
      expect(await ended).toEqual(["turn 000001 has finished"]);
    } finally {
      await tmux.end();
    }
  },
  TEST_MS,
);

// covers: library-documents
test("how to install the library: as the other document of it says", () => {
  const other = fs.readFileSync(join(CHECKOUT, "docs/osc7501.md"), "utf8");
  expect(other).toContain(block(/^```sh\n(npm run pack [\s\S]*?)^```$/m));
});
