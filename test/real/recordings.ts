/**
 * What a client sent in a scenario: shown to who reads along, and kept for the ordinary tests if
 * asked for, protocol bytes only. A recording that would carry something of this machine is refused.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { check, type Scenario } from "./scenario.ts";
import type { StatusStage } from "./status-stage.ts";
import { recordsAfter, type SeenSequence } from "./status-tap.ts";
import { describeEvents } from "./trail.ts";

const FOLDER = path.resolve(import.meta.dir, "../corpus/osc7501/real");

/** Texts that no recording may hold. */
function privateTexts(stage: StatusStage): readonly string[] {
  return [stage.workspace.root, os.homedir(), os.hostname(), process.cwd()];
}

/** One case in the form of the corpus, with the records that it ends with. */
function keep(
  stage: StatusStage,
  client: RecordedClient,
  { id, title }: Scenario<StatusStage>,
  seen: readonly SeenSequence[],
): void {
  const recording = {
    topic: `What ${client.program} sent`,
    cases: [
      {
        name: id,
        why: title,
        chunks: seen.map(({ bytes }) => bytes),
        events: seen.map(({ event }) => event),
        records: recordsAfter(seen),
      },
    ],
  };
  const text = `${JSON.stringify(recording, null, 2)}\n`;
  const leak = privateTexts(stage).find((word) => text.includes(word));
  check(leak === undefined, "the recording has nothing of this machine", () => leak);
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(path.join(FOLDER, `${client.name}-${id}.json`), text);
}

interface RecordedClient {
  /** First word of the names of its recordings. */
  readonly name: string;
  /** Name and version, for the person who reads a recording. */
  readonly program: string;
}

/** The scenario with its events below it, and with a recording where the test itself is the terminal. */
export function recorded(
  scenario: Scenario<StatusStage>,
  client: RecordedClient,
): Scenario<StatusStage> {
  let start = 0;
  return {
    ...scenario,
    async run(stage) {
      start = stage.trail.events().length;
      await scenario.run(stage);
      const seen = stage.tap?.seen().slice(start) ?? [];
      if (seen.length > 0) keep(stage, client, scenario, seen);
    },
    shows: (stage) => [
      ...(scenario.shows?.(stage) ?? []),
      ...describeEvents(stage.trail.events().slice(start)),
    ],
  };
}
