import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { tempFolder } from "../../testing/temp-git.ts";
import { createStreamCleaner } from "../../text/stream-clean.ts";

const MAIN = resolve(import.meta.dir, "../main.ts");
const RUN_MS = 60_000;

let home = "";
beforeAll(() => {
  home = tempFolder("exec");
  fs.mkdirSync(join(home, "tmp"));
});
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[], stdin = "") {
  return Bun.spawn([process.execPath, MAIN, "exec", ...args], {
    cwd: home,
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
    timeout: RUN_MS,
    // A variable that all that was started has in its environment.
    env: {
      PATH: process.env.PATH ?? "",
      ...{ HOME: home, TELLTALE_HOME: home, TMPDIR: join(home, "tmp"), TELLTALE_AGENT_SPEED: "0" },
      EXEC_TEST_MARK: home,
    },
  });
}

async function finish(child: ReturnType<typeof start>): Promise<Run> {
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err };
}

const exec = (args: readonly string[], stdin?: string) => finish(start(args, stdin));

/** Until the text is there; the stream is let go of then. */
async function reads(stream: ReadableStream<Uint8Array>, text: string): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (let all = ""; !all.includes(text); ) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`it ended: ${all}`);
    all += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
}

/** Processes that were started with the mark in their environment. */
function leftRunning(): readonly string[] {
  if (process.platform !== "linux") return [];
  return fs.readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, "utf8").includes(`EXEC_TEST_MARK=${home}`);
    } catch {
      return false;
    }
  });
}

describe("one turn of the built-in agent", () => {
  // covers: exec-outcome, exec-exit-codes, exec-leaves-nothing
  test(
    "success: the text, code 0, nothing left; as JSON with use, and the session goes on",
    async () => {
      const plain = await exec(["say hello"]);
      expect(plain).toMatchObject({ code: 0, err: "" });
      expect(plain.out).toContain("You wrote: say hello");
      const { code, out } = await exec(["--json", "-"], "say hello");
      const result = JSON.parse(out);
      expect(code).toBe(0);
      expect(result).toMatchObject({ status: "succeeded", agent: "telltale" });
      expect(`${result.text}`.trim()).toBe(plain.out.trim());
      expect(result.context.percent).toBeGreaterThan(0);
      expect(result).not.toHaveProperty("reason");
      const again = JSON.parse((await exec(["--json", "--resume", result.session_id, "hi"])).out);
      expect(again).toMatchObject({ status: "succeeded", session_id: result.session_id });
      expect(again.text).toContain("You wrote: hi");
      expect(leftRunning()).toEqual([]);
      expect(fs.readdirSync(join(home, "tmp"))).toEqual([]);
    },
    RUN_MS,
  );

  // covers: exec-blocked
  test(
    "a permission, a question and a plan that nobody can answer: blocked, code 3, the request",
    async () => {
      const cases = [
        ["run touch made", "permission"],
        ["ask me something", "question"],
        ["make a plan", "plan"],
      ] as const;
      const runs = await Promise.all(cases.map(([prompt]) => exec(["--json", prompt])));
      for (const [at, { code, out }] of runs.entries()) {
        expect(code).toBe(3);
        const request = { asks: cases[at]?.[1] };
        const result = JSON.parse(out);
        expect(result).toMatchObject({ status: "blocked", request });
        // What the agent says of its question once that is cancelled is no answer.
        expect(result.text).not.toMatch(/\bYou\b/);
      }
      expect(fs.existsSync(join(home, "made"))).toBe(false);
      expect(leftRunning()).toEqual([]);
    },
    RUN_MS,
  );

  // covers: exec-permission
  test(
    "allow: the command runs; deny: it does not, and the turn goes on",
    async () => {
      const [denied, allowed] = await Promise.all([
        exec(["--permission", "deny", "run touch denied"]),
        exec(["--permission", "allow", "run touch allowed"]),
      ]);
      expect({ code: denied.code, made: fs.existsSync(join(home, "denied")) }).toEqual({
        ...{ code: 0, made: false },
      });
      expect({ code: allowed.code, made: fs.existsSync(join(home, "allowed")) }).toEqual({
        ...{ code: 0, made: true },
      });
    },
    RUN_MS,
  );

  // covers: exec-exit-codes, exec-leaves-nothing
  test(
    "a turn that hangs: Ctrl-C cancels it with 130, the time with 124; nothing left",
    async () => {
      const timed = exec(["--json", "--timeout", "1500ms", "hang"]);
      const child = start(["hang"]);
      const err = new Response(child.stderr).text();
      await reads(child.stdout, "I hang now.");
      child.kill("SIGINT");
      expect(await child.exited).toBe(130);
      expect(await err).toBe("telltale exec: cancelled: stopped by SIGINT\n");
      const late = await timed;
      expect(late.code).toBe(124);
      expect(JSON.parse(late.out)).toMatchObject({
        ...{ status: "cancelled", reason: "the time was over" },
      });
      expect(leftRunning()).toEqual([]);
    },
    RUN_MS,
  );

  // covers: exec-exit-codes
  test(
    "an agent that fails or crashes, or is not there: 1; a call without a prompt: 2",
    async () => {
      for (const prompt of ["fail", "crash"]) {
        const { code, out } = await exec(["--json", prompt]);
        expect({ code, status: JSON.parse(out).status }).toEqual({ code: 1, status: "failed" });
      }
      const unknown = await exec(["--agent", "nobody", "x"]);
      expect(unknown.code).toBe(1);
      expect(unknown.err).toContain("there is no agent");
      expect((await exec([])).code).toBe(2);
      expect((await exec(["-"], " \n")).code).toBe(2);
      expect(leftRunning()).toEqual([]);
    },
    RUN_MS,
  );
});

test("text that is printed as it comes: no escape passes, wherever it is cut", () => {
  const hostile = "a\x1b[31mb\x1b]0;title\x07c\n\td\x9b2Je\u202ef\x00g";
  for (let cut = 0; cut <= hostile.length; cut += 1) {
    const cleaner = createStreamCleaner();
    const out = cleaner.push(hostile.slice(0, cut)) + cleaner.push(hostile.slice(cut));
    expect(out).toBe("abc\n\tdefg");
  }
});
