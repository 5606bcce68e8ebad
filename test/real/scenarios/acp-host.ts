/** A real agent in the terminal program, as a person has it: typed, seen, answered by key. */
import fs from "node:fs";
import path from "node:path";
import { asRecord, asText } from "../../../src/base/shape.ts";
import type { RealAgent } from "../acp-agents.ts";
import { type AcpHostStage, TELLTALE } from "../acp-host-stage.ts";
import { HELPER_TITLE, PROMPTS, REPLY_TEXT, TOOL_COMMAND } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";

/** The reply has begun to take its time by then. */
const MOMENT_MS = 500;
const ASKED = `Permission: ${TOOL_COMMAND}`;
const STEERED = "and this";
/** A line with the record alone. */
const RECORD_CONFIG = "tui:\n  statusLine: [build-mode]\n";

function madeFile({ workspace }: AcpHostStage): string {
  return path.join(workspace.project, TOOL_COMMAND.split(" ").at(-1) ?? "");
}

/** Sends a prompt and waits until its reply is there and the turn is over. */
async function ask(stage: AcpHostStage, text: string): Promise<void> {
  const before = stage.count(REPLY_TEXT);
  await stage.say(text);
  await stage.see("the reply", () => stage.count(REPLY_TEXT) > before);
  await stage.title("Done");
  check(stage.count(REPLY_TEXT) === before + 1, "it was said once");
}

/** Sends a prompt whose reply takes long, and waits until the agent has asked its model. */
async function askSlowly(stage: AcpHostStage): Promise<void> {
  const { requests } = stage.fake;
  const before = requests.length;
  await stage.say(PROMPTS.slow);
  await stage.see("the request", () => requests.slice(before).some(({ kind }) => kind === "slow"));
  await Bun.sleep(MOMENT_MS);
}

/** The next record in one of the states, by the program for scripts. */
async function record(stage: AcpHostStage, states: string, after?: string): Promise<string> {
  const words = ["wait", "--log", stage.log, "--state", states, "--timeout", "60s", "--json"];
  const child = Bun.spawn([TELLTALE, ...words, ...(after ? ["--after", after] : [])], {
    env: stage.env,
    stdin: "ignore",
    stderr: "pipe",
  });
  const [said, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const seen = asRecord(JSON.parse(said === "" ? "{}" : said));
  const wanted = code === 0 && states.split(",").includes(asText(seen?.state) ?? "");
  check(wanted, `the record says ${states}`, () => `${code} ${said}${errors}`);
  return asText(seen?.seq) ?? "";
}

/** A scenario that not every agent can play. */
interface HostScenario extends Scenario<AcpHostStage> {
  readonly of?: (agent: RealAgent) => boolean;
}

/** What is played with an agent. */
export function hostScenarios(agent: RealAgent): readonly Scenario<AcpHostStage>[] {
  return SCENARIOS.filter(({ of }) => of === undefined || of(agent));
}

const SCENARIOS: readonly HostScenario[] = [
  {
    id: "host-opens",
    title: "`telltale --agent NAME`: the agent is named, and ready",
    async run(stage) {
      await stage.open(["--agent", stage.agent.spec.name]);
      await stage.title("Ready");
      // The title is told before the frame.
      await stage.see("the model on the line", () => !/no model/.test(stage.row()));
    },
  },
  {
    id: "host-streams",
    title: "a prompt: its reply grows on the screen while the turn runs",
    needs: ["host-opens"],
    async run(stage) {
      await stage.say(PROMPTS.stream);
      await stage.see("the first word", () => stage.all().includes("Hello"));
      check(!stage.all().includes(REPLY_TEXT), "the rest is not there yet");
      await stage.title("Working");
      await stage.see("the reply", () => stage.count(REPLY_TEXT) === 1);
      await stage.title("Done");
      await stage.see("nothing runs any more", () => !stage.text().includes("Esc interrupts"));
    },
  },
  {
    id: "host-usage",
    title: "usage: the context on the line, absent where the agent tells of none",
    needs: ["host-streams"],
    async run(stage) {
      const isTold = stage.agent.tells === "context";
      if (isTold) await stage.see("the item", () => /Context \d+% left/.test(stage.row()));
      check(/Context/.test(stage.row()) === isTold, "the line says what is known", stage.row);
      await stage.say("/context");
      const words = isTold ? /Used +\d.*\(\d.*%\)/ : /has not reported the use of its context/;
      await stage.see("the panel", () => words.test(stage.text()));
      await stage.press("escape");
    },
    shows: (stage) => [stage.row()],
  },
  {
    id: "host-permission",
    title: "a command: the dialog names it, `y` lets it run, its call stands in the transcript",
    needs: ["host-streams"],
    async run(stage) {
      const before = stage.count(REPLY_TEXT);
      await stage.say(PROMPTS.tool);
      if (stage.agent.asks) {
        await stage.see("the dialog", () => stage.text().includes(ASKED));
        await stage.title("Needs approval");
        check(!fs.existsSync(madeFile(stage)), "nothing was run yet");
        await stage.press("y");
      }
      await stage.see("the reply", () => stage.count(REPLY_TEXT) > before);
      await stage.title("Done");
      check(fs.existsSync(madeFile(stage)), "the command was run");
      await stage.see("the dialog is gone", () => !stage.text().includes(ASKED));
      await stage.see("the call", () => stage.all().includes(`✓ run ${TOOL_COMMAND}`));
      const calls = stage.count(`run ${TOOL_COMMAND}`);
      check(calls === 1, "it stands there once", () => calls);
    },
  },
  {
    id: "host-refuses",
    title: "the same, refused with `n`: it does not run, and the turn ends",
    needs: ["host-permission"],
    of: ({ asks }) => asks,
    async run(stage) {
      fs.rmSync(madeFile(stage));
      await stage.say(PROMPTS.tool);
      await stage.see("the dialog", () => stage.text().includes(ASKED));
      await stage.press("n");
      await stage.title("Done", "Interrupted");
      check(!fs.existsSync(madeFile(stage)), "nothing was run");
    },
  },
  {
    id: "host-cancels",
    title: "Esc in a turn: it is interrupted, and the next prompt works",
    needs: ["host-streams"],
    async run(stage) {
      await askSlowly(stage);
      await stage.press("escape");
      await stage.title("Interrupted");
      await ask(stage, PROMPTS.text);
    },
  },
  {
    id: "host-delegates",
    title: "a sub-agent that asks: the dialog names it, and `/agents` has it once",
    needs: ["host-permission"],
    // OpenCode and the others delegate too, but the fake does not know their tools.
    of: ({ spec }) => spec.quirks.delegateTools?.includes("Agent") === true,
    async run(stage) {
      fs.rmSync(madeFile(stage), { force: true });
      await stage.say(PROMPTS.askingHelper);
      await stage.see("the dialog", () =>
        stage.text().includes(`Permission (from ${HELPER_TITLE}): ${TOOL_COMMAND}`),
      );
      await stage.press("y");
      await stage.title("Done");
      check(fs.existsSync(madeFile(stage)), "the command was run");
      await stage.say("/agents");
      await stage.see("the panel", () => /╭─ Agents ─+ 1 ─╮/.test(stage.text()));
      await stage.see("the agent", () => stage.text().includes(`done ${HELPER_TITLE}`));
      await stage.press("escape");
    },
  },
  {
    id: "host-steers",
    title: "Ctrl+S in a turn: the model gets the words in that turn",
    needs: ["host-streams"],
    of: ({ spec }) => spec.quirks.steerMeta !== undefined,
    async run(stage) {
      const { requests } = stage.fake;
      const before = requests.length;
      await stage.say(PROMPTS.stream);
      await stage.see("the request", () => requests.length > before);
      await Bun.sleep(MOMENT_MS);
      await stage.press(STEERED, "ctrl+s");
      const isGiven = (): boolean =>
        requests.slice(before).some(({ lastPrompt }) => lastPrompt.includes(STEERED));
      await stage.see("the words at the model", isGiven);
      await stage.title("Done");
      check(stage.count(`› ${STEERED}`) === 1, "the words stand in the transcript");
      check(stage.count(`› ${PROMPTS.stream} › ${STEERED}`) === 1, "in the turn", stage.all);
    },
  },
  {
    id: "host-session",
    title: "`/session` has the agent's version, `/model` the model, `/` the agent's commands",
    needs: ["host-streams"],
    async run(stage) {
      await stage.say("/session");
      const version = stage.agent.packages[0].version.replaceAll(".", "\\.");
      await stage.see("the version", () => new RegExp(`Agent .*${version}`).test(stage.text()));
      await stage.press("escape");
      await stage.say("/model");
      await stage.see("the model", () => /╭─ Model.*now/s.test(stage.text()));
      await stage.press("escape", "/");
      await stage.see("the commands", () => /\(1\/\d+\)/.test(stage.text()));
      await stage.press("escape", "backspace");
    },
  },
  {
    id: "host-leaves",
    title: "`/quit`: how to go on is said, and nothing is left running",
    needs: ["host-opens"],
    run: (stage) => stage.leave(),
  },
  {
    id: "host-resumes",
    title: "`telltale --resume ID`: what was said is there once, and the conversation goes on",
    needs: ["host-leaves", "host-cancels"],
    async run(stage) {
      await stage.open(["--resume", stage.sessionId]);
      await stage.see("the agent", () => !stage.text().includes("Starting the agent"));
      await stage.title("Ready", "Done", "Interrupted");
      check(stage.count(PROMPTS.slow) === 1, "the prompts are there once");
      await ask(stage, PROMPTS.text);
      check(!stage.all().includes("does not remember"), "the agent remembers");
      const asked = stage.fake.requests.at(-1);
      check(asked?.kind === "text", "the model was asked", () => asked);
      await stage.leave();
    },
  },
  {
    id: "host-records",
    title: "with build-mode, by `telltale wait`: ready, run, done, perm, cancel",
    needs: ["host-leaves"],
    async run(stage) {
      fs.rmSync(madeFile(stage), { force: true });
      await stage.open(["--agent", stage.agent.spec.name], RECORD_CONFIG);
      let seq = await record(stage, "ready");
      await stage.say(PROMPTS.stream);
      seq = await record(stage, "run", seq);
      seq = await record(stage, "done", seq);
      await stage.say(PROMPTS.tool);
      if (stage.agent.asks) {
        seq = await record(stage, "perm", seq);
        await stage.press("y");
      }
      seq = await record(stage, "done", seq);
      check(fs.existsSync(madeFile(stage)), "the command was run");
      await askSlowly(stage);
      seq = await record(stage, "run", seq);
      await stage.press("escape");
      await record(stage, "cancel", seq);
      check(/^\[V/.test(stage.row().trim()), "the record is the line", stage.row);
      await stage.leave();
    },
  },
];
