/** Answers that are slow, long, rich or hostile. */
import { type AgentRequest, numberIn } from "./agent-request.ts";
import { HOSTILE_TEXT, HOSTILE_TITLE, RICH_TEXT } from "./texts.ts";

const MAX_LINES = 100_000;
const DEFAULT_LINES = 200;
/** Lines in one piece, so that ten thousand of them come in a second. */
const LINES_AT_ONCE = 20;
const MAX_WORDS = 10_000;

export const streamLines: AgentRequest = {
  name: "stream",
  hint: "[N]",
  summary: "Streams N numbered lines as fast as the client takes them",
  words: /^(?:please )?stream +(\d+) lines[.!]?$/i,
  async run(turn, rest) {
    const count = numberIn(rest, DEFAULT_LINES, MAX_LINES);
    for (let at = 0; at < count; at += LINES_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(LINES_AT_ONCE, count - at) }, (_, n) => at + n);
      await turn.sayAtOnce(numbers.map((n) => `Line ${n + 1} of ${count}\n\n`).join(""));
      await turn.wait(5);
    }
    return undefined;
  },
};

export const streamSlowly: AgentRequest = {
  name: "slow",
  hint: "[WORDS-PER-SECOND] [WORDS]",
  summary: "Streams words at a given speed",
  words: /^(?:please )?(?:answer|stream|speak) slowly[.!]?$/i,
  async run(turn, rest) {
    const [speed = "2", words = "40"] = rest.match(/\d+/g) ?? [];
    const perSecond = Math.max(1, numberIn(speed, 2, 1000));
    const count = numberIn(words, 40, MAX_WORDS);
    const text = Array.from({ length: count }, (_, at) => `word${at + 1}`).join(" ");
    await turn.say(text, 1000 / perSecond);
    return undefined;
  },
};

export const answerRichly: AgentRequest = {
  name: "markdown",
  summary: "Answers with headings, code, a table, a quote, a list and wide characters",
  words: /^(?:please )?(?:show|write)(?: some)? markdown[.!]?$/i,
  async run(turn) {
    await turn.say(RICH_TEXT, 5);
    return undefined;
  },
};

export const thinkAloud: AgentRequest = {
  name: "think",
  hint: "[TEXT]",
  summary: "Thinks aloud before it answers",
  words: /^(?:please )?think(?: about)? +(.+)$/i,
  async run(turn, rest) {
    await turn.think(
      rest.trim() === "" ? "I pretend to think about this." : `About: ${rest.trim()}`,
    );
    await turn.say("I have thought about it, as far as a simulator does.");
    return undefined;
  },
};

export const hostileText: AgentRequest = {
  name: "hostile",
  summary: "Sends escape sequences in every text, to try whether a client cleans them",
  async run(turn) {
    const path = `/tmp/${HOSTILE_TITLE}`;
    const tool = await turn.tool({
      title: HOSTILE_TITLE,
      kind: "execute",
      input: { command: HOSTILE_TEXT },
      locations: [{ path }],
    });
    await turn.session.tellMember({
      memberId: "hostile",
      status: "done",
      name: HOSTILE_TITLE,
      title: HOSTILE_TITLE,
    });
    await turn.choose(tool.call, [
      { optionId: "allow", name: `Allow ${HOSTILE_TITLE}`, kind: "allow_once" },
      { optionId: "reject", name: `Reject ${HOSTILE_TITLE}`, kind: "reject_once" },
    ]);
    await tool.end("completed", [{ type: "diff", path, oldText: "", newText: HOSTILE_TEXT }]);
    await turn.activity(HOSTILE_TITLE);
    await turn.update({
      sessionUpdate: "plan",
      entries: [{ content: HOSTILE_TEXT, priority: "low", status: "completed" }],
    });
    await turn.session.retitle(HOSTILE_TITLE);
    await turn.sayAtOnce(HOSTILE_TEXT);
    return undefined;
  },
};
