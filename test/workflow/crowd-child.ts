/**
 * A process that fires one event after the other over the store on disk, as the MCP server does, and says
 * each success on a line of its own when the reply is there. Its argument is a `CrowdOrder` as JSON.
 */
import fs from "node:fs";
import { createAnswerer } from "../../src/workflow/tool/answer-call.ts";
import { Course, randomFrom } from "./crowd.ts";

export interface CrowdOrder {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: readonly string[];
  readonly name: string;
  readonly seed: number;
  /** Absent: it begins with a session of its own. */
  readonly key?: string;
  /** Successes after which it ends; absent: never. */
  readonly fires?: number;
}

const order = JSON.parse(process.argv[2] ?? "") as CrowdOrder;
const { cwd, env, jobs, name, seed, key, fires = Number.POSITIVE_INFINITY } = order;
const answer = createAnswerer({ cwd, env, platform: process.platform });
const course = new Course({ jobs, name, random: randomFrom(seed) }, key);
for (let done = 0; done < fires; ) {
  const step = course.next();
  const session = course.key;
  const reply = await answer({
    ...(session !== undefined && { session }),
    event: step.event,
    params: Object.entries(step.params),
  });
  const ack = course.took(step, reply);
  if (ack === undefined) continue;
  done += 1;
  fs.writeSync(1, `${JSON.stringify(ack)}\n`);
}
