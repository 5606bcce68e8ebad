import { readPayload } from "../../../sources/stdin.ts";
import { cleanLine } from "../../../text/clean.ts";
import { answerHook } from "../../../workflow/hooks/answer-hook.ts";
import {
  HOOK_HARNESSES,
  HOOK_NAMES,
  isHookName,
  parseHookInput,
} from "../../../workflow/hooks/hook-call.ts";
import { hookWorld } from "../../../workflow/hooks/hook-world.ts";
import { printable } from "../../arguments.ts";
import { type Command, EXIT_FAILED, EXIT_OK, type Invocation } from "../../command.ts";
import { fault } from "../fault.ts";

const USAGE = "harness hook HARNESS HOOK < JSON";

/**
 * Harnesses write at once. Waited for longer than for a status line: a hook that takes its input for
 * empty lets an agent stop that should go on.
 */
const SILENCE_MS = 2_000;

/** Started by a harness. Every failure is exit 1: to some harnesses 2 says that the agent must go on. */
export const harnessHook: Command = {
  name: "harness hook",
  summary: "Answers a hook of a harness: where the work is, and whether the agent may stop",
  usage: [USAGE],
  options: [],
  examples: [
    {
      command: "smllm harness hook claude stop < hook.json",
      describe: "As Claude Code runs it; its answer is one line of JSON",
    },
  ],
  exitCodes: [
    { code: EXIT_OK, when: "answered" },
    { code: EXIT_FAILED, when: "no such harness or hook, or the store cannot be used" },
  ],
  faultCode: EXIT_FAILED,
  async run(invocation) {
    try {
      return await answer(invocation);
    } catch (error) {
      return refused(invocation, error instanceof Error ? error.message : "unknown");
    }
  },
};

async function answer(invocation: Invocation): Promise<number> {
  const { io, operands, options } = invocation;
  const [harness = "", hook = "", surplus] = operands;
  const kind = HOOK_HARNESSES.get(harness);
  if (kind === undefined) {
    const names = [...HOOK_HARNESSES.keys()].join(", ");
    return refused(invocation, `no harness ${printable(harness)} has hooks; there are ${names}`);
  }
  if (!isHookName(hook)) {
    const names = HOOK_NAMES.join(", ");
    return refused(invocation, `there is no hook ${printable(hook)}; there are ${names}`);
  }
  if (surplus !== undefined) {
    return refused(invocation, `there is no place for ${printable(surplus)}: smllm ${USAGE}`);
  }
  const { payload } = await readPayload({ fd: io.stdin, silenceMs: SILENCE_MS });
  if (kind === "silent") {
    io.out("{}\n");
    return EXIT_OK;
  }
  const { env, cwd, platform } = io;
  const config = typeof options.config === "string" ? options.config : undefined;
  const world = hookWorld(harness, { env, cwd, platform, config });
  const { out, log } = await answerHook(harness, hook, parseHookInput(payload, cwd), world);
  // A program reads it, and escapes are the same to it as what they stand for.
  io.out(`${JSON.stringify(out)}\n`);
  if (log !== undefined) io.err(`${log.split("\n").map(cleanLine).join("\n")}\n`);
  return EXIT_OK;
}

function refused({ io }: Invocation, reason: string): number {
  fault(io, reason);
  return EXIT_FAILED;
}
