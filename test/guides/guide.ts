/**
 * Documents that a test walks through as a reader would: files that they give are written, commands are
 * run, and what these print is what the document must show.
 *
 * A file is a fenced block below `<!-- file: PATH -->`. Commands stand in blocks of the language `console`
 * behind `$ `, and their output below them. All of a document happens in one shell session, so to say: the
 * working directory and `$?` go on from one command to the next.
 */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { programPath } from "../e2e/program.ts";

const CHECKOUT = resolve(import.meta.dir, "../..");
const COMMAND_MS = 60_000;

const STEP = /^<!-- file: (\S+) -->\n+(?:```\w+\n)([\s\S]*?)^```$|^```console\n([\s\S]*?)^```$/gm;
const ID =
  /\b(?:sm|i)-[0-9a-hjkmnp-tv-z]{6}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const MINUTE = /\d{4}-\d\d-\d\d \d\d:\d\d UTC/g;
const SHOWN_MINUTE = "2026-05-04 09:30 UTC";
const SHOWN_HOME = "/home/ana";

/** What is another number in each run, with the one that a document shows. */
const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/(?<="duration_ms": ?)\d+/g, "412"],
  [/(?<="pid": ?)\d+/g, "4242"],
  [/(?<="\w+Ms": ?)1\d{12}\b/g, "1790000000000"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:7501"],
];

/** For ids that a document does not show yet. */
const NEW_IDS: Readonly<Record<string, readonly string[]>> = {
  sm: ["sm-nqvfvw", "sm-4f7k2c", "sm-8rw2hd", "sm-c6tz0p", "sm-xj51me"],
  i: ["i-n7d6tx", "i-3k9vqa", "i-w0sb8r", "i-e5mh2z", "i-p4gy7c"],
  uuid: [
    "12a07b8c-f385-430b-9ab2-5c5ae318c6b1",
    "65be1b95-5d0a-4531-a243-6ae76b0c00a1",
    "8939f568-49c8-40fe-9a72-82e7caa01e32",
    "a5cfe112-37cd-4777-b8eb-01e58e74f92a",
    "c3b5460e-8b90-40a6-ae7d-6d8abca7cdcb",
    "e7cddb98-2800-4a82-b9b0-6acf7d073eca",
    "f2d187b4-d2b4-4331-ae6c-11c1cc4e4c74",
    "0d64b20e-91a5-4c1c-8f0a-2f6f1b7a9c35",
  ],
};

function idKind(id: string): string {
  return /^(?:sm|i)-/.exec(id)?.[0].slice(0, -1) ?? "uuid";
}

/** Commands of a `console` block with what is shown below each. */
export function callsIn(block: string): readonly { command: string; shown: string }[] {
  const calls: { command: string; shown: string }[] = [];
  let goesOn = false;
  for (const line of block.split(/(?<=\n)/)) {
    const last = calls.at(-1);
    if (line.startsWith("$ ")) calls.push({ command: line.slice(2), shown: "" });
    else if (last === undefined) throw new Error(`output before a command: ${line}`);
    else if (goesOn) last.command += line;
    else last.shown += line;
    goesOn = (goesOn || line.startsWith("$ ")) && line.endsWith("\\\n");
  }
  return calls;
}

/** The files that a document gives, by their paths, each as it stands there last. */
export function filesIn(document: string): ReadonlyMap<string, string> {
  const found = [...document.matchAll(STEP)].filter(([, path]) => path !== undefined);
  return new Map(found.map(([, path = "", text = ""]) => [path, text]));
}

/** A home of its own with the checkout in it, and the programs on the path. */
export class Reader {
  readonly #root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "telltale-guide-")));
  readonly #home = join(this.#root, SHOWN_HOME);
  readonly #bin = join(this.#root, "bin");
  /** Ids of this run to those that the document shows. */
  readonly #shownIds = new Map<string, string>();
  #cwd = this.#home;
  #status = 0;
  /** Process groups of the commands: what one left running is ended with the reader. */
  readonly #groups: number[] = [];

  async open(): Promise<void> {
    fs.mkdirSync(this.#home, { recursive: true });
    fs.mkdirSync(this.#bin);
    fs.symlinkSync(CHECKOUT, join(this.#home, "telltale"));
    const program = await programPath();
    for (const name of ["telltale", "smllm"]) fs.symlinkSync(program, join(this.#bin, name));
  }

  [Symbol.dispose](): void {
    for (const group of this.#groups) endGroup(group);
    fs.rmSync(this.#root, { recursive: true, force: true });
  }

  /** The document as it is when everything in it has happened: with outputs as they were. */
  async walk(document: string): Promise<string> {
    let walked = "";
    let from = 0;
    for (const step of document.matchAll(STEP)) {
      const [whole, path, text = "", block = ""] = step;
      walked += document.slice(from, step.index);
      from = step.index + whole.length;
      if (path !== undefined) {
        this.#write(path, text);
        walked += whole;
        continue;
      }
      walked += "```console\n";
      for (const { command, shown } of callsIn(block)) {
        const output = await this.#run(command);
        walked += `$ ${command}${this.#asShown(output, shown, document)}`;
      }
      walked += "```";
    }
    return walked + document.slice(from);
  }

  #write(path: string, text: string): void {
    const target = join(this.#cwd, path);
    fs.mkdirSync(dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }

  /** Both outputs as a terminal would mix them, with a line end. */
  async #run(command: string): Promise<string> {
    const after = join(this.#root, "after");
    const known = [...this.#shownIds].map(([own, shown]) => [shown, own] as const);
    const own = known.reduce((text, [shown, id]) => text.replaceAll(shown, id), command);
    const script = `(exit ${this.#status})\n${own}\nprintf '%s %s' "$?" "$PWD" > "${after}"\n`;
    const child = Bun.spawn(["sh", "-c", `exec 2>&1\n${script}`], {
      cwd: this.#cwd,
      env: {
        PATH: `${this.#bin}:${process.env.PATH ?? ""}`,
        HOME: this.#home,
        LANG: "C.UTF-8",
        // The built-in agent takes no time.
        TELLTALE_AGENT_SPEED: "0",
      },
      stdin: "ignore",
      stdout: "pipe",
      timeout: COMMAND_MS,
      detached: true,
    });
    this.#groups.push(child.pid);
    const output = await child.stdout.text();
    if ((await child.exited) !== 0) throw new Error(`${command}: did not come to its end`);
    const [status = "", ...cwd] = fs.readFileSync(after, "utf8").split(" ");
    this.#status = Number(status);
    this.#cwd = cwd.join(" ");
    return output === "" || output.endsWith("\n") ? output : `${output}\n`;
  }

  /** With ids, times and paths as the document shows them. */
  #asShown(output: string, shown: string, document: string): string {
    // A new id is the next one that stands below the command, else the next of the document.
    const inOrder = [shown, document].flatMap((text) => [...text.matchAll(ID)].map(([id]) => id));
    for (const [id] of output.matchAll(ID)) {
      if (this.#shownIds.has(id)) continue;
      const kind = idKind(id);
      const taken = new Set(this.#shownIds.values());
      const candidates = [...inOrder, ...(NEW_IDS[kind] ?? [])];
      const next = candidates.find((one) => idKind(one) === kind && !taken.has(one));
      this.#shownIds.set(id, next ?? id);
    }
    const text = output
      .replaceAll(this.#root, "")
      .replace(ID, (id) => this.#shownIds.get(id) ?? id)
      .replace(MINUTE, SHOWN_MINUTE);
    return NUMBERS.reduce((sum, [pattern, number]) => sum.replace(pattern, number), text);
  }
}

/** A program ends those that it has started, and writes down what it knows, within this. */
const END_MS = 10_000;

/**
 * Ends whatever of the group still runs, and waits for it: programs of ours end those that they have started, and
 * write into their home until they are gone.
 */
function endGroup(group: number): void {
  signalGroup(group, "SIGTERM");
  const end = performance.now() + END_MS;
  while (isAlive(group) && performance.now() < end) Bun.sleepSync(50);
  signalGroup(group, "SIGKILL");
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // All have ended.
  }
}

/** Whether a process of the group runs: the dead whom nobody has buried yet do not count. */
function isAlive(group: number): boolean {
  const processes = Bun.spawnSync(["ps", "-A", "-o", "pgid=,stat="]).stdout.toString();
  return new RegExp(`^ *${group} +[^Z\\s]`, "m").test(processes);
}
