/** Changes of what the session is set to, and of its name, by the agent itself. */
import { MODELS, MODES, setOption } from "../choices.ts";
import type { AgentRequest } from "./agent-request.ts";

export const changeMode: AgentRequest = {
  name: "mode",
  hint: "[ID]",
  summary: `Changes its mode: ${MODES.map(({ id }) => id).join(", ")}`,
  words: /^(?:please )?(?:switch|change) to (\w+) mode[.!]?$/i,
  async run(turn, rest) {
    const id = rest.trim();
    const { session } = turn;
    const known = MODES.find((mode) => mode.id.toLowerCase() === id.toLowerCase());
    if (known === undefined) {
      const ids = MODES.map((mode) => mode.id).join(", ");
      await turn.say(`The mode is ${session.settings.modeId}. There are: ${ids}.`);
      return undefined;
    }
    session.settings.modeId = known.id;
    await session.tellSettings();
    await turn.say(`The mode is ${known.id} now: ${known.description.toLowerCase()}.`);
    return undefined;
  },
};

export const changeModel: AgentRequest = {
  name: "model",
  hint: "[ID]",
  summary: `Changes its pretended model: ${MODELS.map(({ id }) => id).join(", ")}`,
  async run(turn, rest) {
    const { session } = turn;
    if (!setOption(session.settings, "model", rest.trim())) {
      const ids = MODELS.map(({ id }) => id).join(", ");
      await turn.say(`The model is ${session.settings.modelId}. There are: ${ids}.`);
      return undefined;
    }
    await session.tellSettings();
    await session.tellUsage();
    await turn.say(`The pretended model is ${session.settings.modelId} now.`);
    return undefined;
  },
};

export const changeTitle: AgentRequest = {
  name: "title",
  hint: "TEXT",
  summary: "Gives the session a title",
  words: /^(?:please )?(?:call|title) this (?:session )?(.+)$/i,
  async run(turn, rest) {
    const title = rest.trim() === "" ? "A conversation with a simulator" : rest.trim();
    await turn.session.retitle(title);
    await turn.say(`This session is called: ${title}`);
    return undefined;
  },
};
