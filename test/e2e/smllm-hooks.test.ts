/** Hooks of one conversation that a harness runs at the same time, as where it finds them in two of its files. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CASE_MS, contextOf, Project } from "../workflow/project.ts";

setDefaultTimeout(CASE_MS);

const AT_ONCE = 6;
const ROUNDS = 4;

// covers: smllm-hook-same-session
test("starts of one conversation at once: one session, whose key each of them tells", async () => {
  using project = new Project("fix");
  for (let round = 0; round < ROUNDS; round++) {
    const starts = Array.from({ length: AT_ONCE }, () => project.startHook(`at-once-${round}`));
    const keys = (await Promise.all(starts)).map(
      (ended) => /session (sm-\w{6})/.exec(contextOf(ended))?.[1],
    );
    expect(new Set(keys).size).toBe(1);
    expect(readdirSync(join(project.userState, "sessions"))).toHaveLength(round + 1);
  }
});
