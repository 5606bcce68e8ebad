/**
 * Processes that fire events side by side and may be killed at any moment: one over the store in a loop,
 * one that serves the tool, and one after the other of `smllm fire`. Each tells the successes that were read.
 */
import { join } from "node:path";
import { type Ended, programPath } from "../e2e/program.ts";
import { type Ack, Course, type CourseOptions, type CourseReply, randomFrom } from "./crowd.ts";
import type { CrowdOrder } from "./crowd-child.ts";
import { McpClient } from "./mcp-client.ts";
import type { Project } from "./project.ts";

export interface Member {
  /** Resolves when it has ended by itself or was killed; rejects with what it could not do. */
  readonly ended: Promise<void>;
  /** With SIGKILL, now. */
  readonly kill: () => void;
}

export interface MemberOptions {
  readonly project: Project;
  readonly course: CourseOptions;
  /** To go on with. */
  readonly key?: string | undefined;
  /** Successes after which it ends; without it, it goes on until it is killed. */
  readonly fires?: number;
  readonly seed: number;
  readonly onAck: (ack: Ack) => void;
}

export const MEMBERS = { loop: startLoop, server: startServer, shell: startShell } as const;
export type MemberKind = keyof typeof MEMBERS;

/** The engine over the store on disk, in a process of its own. */
function startLoop({ project, course, key, fires, seed, onAck }: MemberOptions): Member {
  const order: CrowdOrder = {
    cwd: project.folder,
    env: project.env,
    jobs: course.jobs,
    name: course.name,
    seed,
    ...(key !== undefined && { key }),
    ...(fires !== undefined && { fires }),
  };
  const script = join(import.meta.dir, "crowd-child.ts");
  const child = Bun.spawn([process.execPath, script, JSON.stringify(order)], {
    env: { ...project.env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  return {
    kill: () => child.kill("SIGKILL"),
    ended: (async () => {
      const [err] = await Promise.all([child.stderr.text(), readAcks(child.stdout, onAck)]);
      await child.exited;
      if (err !== "") throw new Error(`${course.name}: ${err}`);
    })(),
  };
}

async function readAcks(out: ReadableStream<Uint8Array>, onAck: (ack: Ack) => void): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of out) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onAck(JSON.parse(line) as Ack);
  }
}

/** `smllm mcp`, asked by the official protocol over its pipes. */
function startServer(options: MemberOptions): Member {
  const killed = Promise.withResolvers<undefined>();
  let client: McpClient | undefined;
  let isKilled = false;
  return {
    kill() {
      isKilled = true;
      client?.kill();
      killed.resolve(undefined);
    },
    ended: (async () => {
      client = await McpClient.connect(options.project);
      await using server = client;
      if (isKilled) server.kill();
      await walk(options, async (args) => {
        const answered = server.call(args).then(({ text, isError }) => ({ text, ok: !isError }));
        // What is answered late was not read in time; its failure is that of the kill.
        answered.catch(() => undefined);
        return isKilled ? undefined : await Promise.race([answered, killed.promise]);
      });
    })(),
  };
}

/** `smllm fire`, one process an event. */
function startShell(options: MemberOptions): Member {
  let child: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;
  let isKilled = false;
  return {
    kill() {
      isKilled = true;
      child?.kill("SIGKILL");
    },
    ended: (async () => {
      const program = await programPath();
      await walk(options, async ({ session, event, params }) => {
        const given = Object.entries(params).flatMap(([name, value]) => [
          "--param",
          `${name}=${value}`,
        ]);
        const whose = session === undefined ? [] : ["--session", session];
        if (isKilled) return undefined;
        child = Bun.spawn([program, "flow", "fire", event, ...whose, ...given], {
          cwd: options.project.folder,
          env: { ...options.project.env },
          stdin: "ignore",
          stdout: "pipe",
          stderr: "pipe",
        });
        const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
        const code = await child.exited;
        return isKilled ? undefined : shellReply({ code, out, err });
      });
    })(),
  };
}

function shellReply({ code, out, err }: Pick<Ended, "code" | "out" | "err">): CourseReply {
  if (code > 1 || err !== "") throw new Error(`smllm fire: exit ${code}, said: ${err}`);
  return { ok: code === 0, text: out };
}

interface ToolArguments {
  readonly session?: string;
  readonly event: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Walks until `call` has no reply any more, or as many events as are wanted have succeeded. */
async function walk(
  { course: options, key, fires = Number.POSITIVE_INFINITY, seed, onAck }: MemberOptions,
  call: (args: ToolArguments) => Promise<CourseReply | undefined>,
): Promise<void> {
  const course = new Course({ ...options, random: randomFrom(seed) }, key);
  for (let done = 0; done < fires; ) {
    const step = course.next();
    const session = course.key;
    const { event, params } = step;
    const reply = await call({ event, params, ...(session !== undefined && { session }) });
    if (reply === undefined) return;
    if (reply.text.startsWith("error:")) throw new Error(`${options.name}: ${reply.text}`);
    const ack = course.took(step, reply);
    if (ack === undefined) continue;
    done += 1;
    onAck(ack);
  }
}
