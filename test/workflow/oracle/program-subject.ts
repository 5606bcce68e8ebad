/** The program: every call, every status and every view is a process of its own, with real commands. */
import fs from "node:fs";
import { join } from "node:path";
import type { Reply } from "../../../src/workflow/engine/reply.ts";
import { createDiskStore } from "../../../src/workflow/store/disk-store.ts";
import { readHistory } from "../../../src/workflow/store/history-file.ts";
import type { Ended } from "../../e2e/program.ts";
import { contextOf, type Project } from "../project.ts";
import { PROMPT_FILES } from "./script.ts";
import type { Subject } from "./subject.ts";

const MACHINES = ["m", "n"];

export function createProgramSubject(project: Project): Subject {
  const hosts = new Map<string, string>();
  const state = join(project.smllmFolder, "state");
  for (const [name, text] of Object.entries(PROMPT_FILES)) project.write(`.smllm/${name}`, text);
  const store = () =>
    createDiskStore({
      stateDir: project.userState,
      stateDirs: new Map(MACHINES.map((machine) => [machine, state])),
    });
  return {
    isProgram: true,
    configure: (docs, idleTexts) => {
      for (const doc of docs) project.write(`.smllm/${doc.id}.smllm.yaml`, JSON.stringify(doc));
      const files = docs.map(({ id }) => `${id}.smllm.yaml`);
      const idle = idleTexts.map(
        (text) => `[idle]\non-enter = { text = ${JSON.stringify(text)} }\n`,
      );
      const machines = `[machines]\nfiles = ${JSON.stringify(files)}\n`;
      project.write(".smllm/config.toml", [machines, ...idle].join("\n"));
    },
    setFlag: (there) => {
      if (there) project.write("flag", "");
      else fs.rmSync(join(project.folder, "flag"), { force: true });
    },
    setClock: () => {},
    bind: async (host) => {
      const text = contextOf(await project.startHook(host));
      const key = /session (sm-[^ ]+)/.exec(text)?.[1] ?? "";
      hosts.set(key, host);
      return { key, text };
    },
    fire: async (key, event, params) => {
      const before = { work: worksIn(state), session: sessionsIn(project) };
      const given = params.flatMap(([name, value]) => ["--param", `${name}=${value}`]);
      const session = key === undefined ? [] : ["--session", key];
      const reply = replyIn(await project.smllm(["fire", event, ...session, ...given, "--json"]));
      const minted = {
        work: newIn(worksIn(state), before.work),
        session: newIn(sessionsIn(project), before.session),
      };
      return { reply, minted };
    },
    stop: async (key, active) => {
      const input = { session_id: hosts.get(key), stop_hook_active: active };
      const { out, err } = await project.hook("stop", input);
      const answer = JSON.parse(out) as { readonly decision?: string; readonly reason?: string };
      if (answer.decision === "block") return { decision: "block", text: answer.reason ?? "" };
      return err === "" ? { decision: "allow" } : { decision: "runaway", text: err.trimEnd() };
    },
    prompt: async (key) => {
      const { out } = await project.hook("user-prompt-submit", { session_id: hosts.get(key) });
      if (out !== "{}\n") throw new Error(`the hook of a prompt printed ${out}`);
    },
    view: async (key) => replyIn(await project.smllm(["session", "show", key, "--json"])),
    status: async (key) => {
      const { code, out, err } = await project.smllm(["statusline", "--json", "--session", key]);
      if (code !== 0 || err !== "") throw new Error(`statusline: exit ${code}, said: ${err}`);
      return JSON.parse(out) as Awaited<ReturnType<Subject["status"]>>;
    },
    session: (key) => store().session(key),
    instance: (machine, id) => store().instance(machine, id),
    byRef: (machine, ref) => store().instanceByRef(machine, ref),
    history: (machine, id) => readHistory(join(state, machine), id),
  };
}

/** A reply that was printed as JSON. */
function replyIn({ code, out, err }: Ended): Reply {
  if (out === "") throw new Error(`exit ${code}, said: ${err}`);
  return JSON.parse(out) as Reply;
}

function worksIn(state: string): readonly string[] {
  return MACHINES.flatMap((machine) =>
    ["active", "interrupted", "paused", "done"].flatMap((shelf) =>
      namesIn(join(state, machine, shelf)),
    ),
  );
}

const sessionsIn = (project: Project) => namesIn(join(project.userState, "sessions"));

function namesIn(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));
}

const newIn = (after: readonly string[], before: readonly string[]) =>
  after.find((name) => !before.includes(name)) ?? "";
