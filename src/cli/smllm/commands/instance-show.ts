import { compareTexts } from "../../../base/compare-texts.ts";
import { failed, ok, type Result } from "../../../base/result.ts";
import { cleanLine } from "../../../text/clean.ts";
import { jsonText } from "../../../text/json-text.ts";
import { type HistoryEntry, labelOf } from "../../../workflow/engine/records.ts";
import { utcMinute } from "../../../workflow/engine/text/lines.ts";
import { escaped } from "../../../workflow/engine/text/quote.ts";
import type { OpenWorkflow } from "../../../workflow/open.ts";
import { openNew } from "../../../workflow/open.ts";
import { findStories, type InstanceStory } from "../../../workflow/store/listings.ts";
import { printable } from "../../arguments.ts";
import { type Command, EXIT_OK } from "../../command.ts";
import { callPlace, saysFaults, workflowFault } from "../call-place.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import { oneOperand } from "../operands.ts";

const USAGE = "instance show ID [--json]";

/** One piece of work with all that happened to it. */
export const instanceShow: Command = {
  name: "instance show",
  summary: "Shows an instance, by its id or ref, with its visits and its history",
  usage: [USAGE],
  options: [{ name: "json", describe: "Print JSON: instance and history" }],
  examples: [{ command: "smllm instance show GH-123", describe: "How did it come so far?" }],
  exitCodes: EXIT_CODES,
  async run(invocation) {
    const { io, options } = invocation;
    const name = oneOperand(invocation, "the ID or ref", USAGE);
    if (!name.ok) return fault(io, name.reason);
    return await saysFaults(io, undefined, async () => {
      const opened = await openNew(callPlace(invocation));
      if (!opened.ok) return workflowFault(io, opened.reason);
      const story = oneStory(name.value, opened.value);
      if (!story.ok) return fault(io, story.reason);
      io.out(options.json === true ? `${jsonText(story.value)}\n` : storyText(story.value));
      return EXIT_OK;
    });
  },
};

function oneStory(name: string, { loaded }: OpenWorkflow): Result<InstanceStory> {
  const ids = loaded.set.machines.map(({ id }) => id);
  const [story, ...others] = findStories(name, ids, loaded.stateDirs);
  if (story === undefined) {
    const where =
      ids.length === 0 ? "no machine is configured here" : `configured: ${ids.join(", ")}`;
    return failed(
      `no instance has the id or ref ${printable(name)}; ${where}; see: smllm instance list`,
    );
  }
  if (others.length === 0) return ok(story);
  const found = [story, ...others].map(({ instance }) => `${instance.id} of ${instance.machine}`);
  return failed(`${printable(name)} is in several machines; name the id: ${found.join(", ")}`);
}

function storyText({ instance, history }: InstanceStory): string {
  const { machine, id, state, status, holder, visits } = instance;
  const counts = Object.entries(visits)
    .toSorted(([one], [other]) => compareTexts(one, other))
    .map(([name, count]) => `${name}=${count}`);
  const lines = [
    `${machine} ${labelOf(instance)} (${id})`,
    `state: ${state}  status: ${status}  holder: ${holder ?? "-"}`,
    `visits: ${counts.join(" ")}`,
    "history:",
  ];
  return [...lines.map(cleanLine), ...history.flatMap(entryLines), ""].join("\n");
}

function entryLines({
  at,
  session,
  event,
  from,
  to,
  params,
  trace,
}: HistoryEntry): readonly string[] {
  const move = [...(from === null ? [] : [from]), "→", ...(to === null ? [] : [to])].join(" ");
  const head = [utcMinute(at), session, event, move].map(escaped).join("  ");
  const values = Object.entries(params).map(([name, value]) => `${name} = ${value}`);
  return [`  ${head}`, ...[...values, ...trace].map((line) => `      ${escaped(line)}`)];
}
