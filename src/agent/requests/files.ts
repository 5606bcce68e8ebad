/** Reading, listing and writing files: the real ones. */
import fs from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import { errorText } from "../../files/system-error.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { acp } from "../../sources/acp/agent-side.ts";
import { type Turn, textContent } from "../turn.ts";
import { TurnCancelled } from "../turn-fault.ts";
import type { AgentRequest } from "./agent-request.ts";

/** Without a client that serves files. */
const MAX_READ_BYTES = 1024 * 1024;
const SHOWN_LINES = 20;
const SHOWN_ENTRIES = 200;

type Outcome = { readonly text: string } | { readonly reason: string };

export const readFile: AgentRequest = {
  name: "read",
  hint: "PATH [LINE [COUNT]]",
  summary: "Really reads a file, through the client if it serves files",
  words: /^(?:please )?(?:read|show|open|cat)(?: the)?(?: file)? +(\S*[./]\S*[^\s.?!])[.?!]?$/i,
  async run(turn, rest) {
    const [name = "README.md", line, limit] = rest.trim().split(/\s+/).filter(Boolean);
    const path = resolve(turn.session.cwd, name);
    const from = { ...(line && { line: Number(line) }), ...(limit && { limit: Number(limit) }) };
    const tool = await turn.tool({
      title: `Read ${name}`,
      kind: "read",
      input: { path, ...from },
      locations: [{ path, ...(line && { line: Number(line) }) }],
    });
    await turn.activity(`reading ${name}`);
    await tool.begin();
    await turn.wait(300);
    const read = await readText(turn, path, from);
    if ("reason" in read) {
      await tool.end("failed", [textContent(read.reason)]);
      await turn.say(`I could not read \`${name}\`: ${read.reason}`);
      return undefined;
    }
    turn.read(read.text);
    const lines = read.text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    const shown = lines.slice(0, SHOWN_LINES).join("\n");
    await tool.end("completed", [textContent(shown)]);
    const more = lines.length > SHOWN_LINES ? ` The first ${SHOWN_LINES} are shown above.` : "";
    const first = lines.find((each) => each.trim() !== "");
    const begins = first === undefined ? "It is empty." : `It begins with: \`${first.trim()}\`.`;
    await turn.say(`I have read \`${name}\`: ${lines.length} lines.${more} ${begins}`);
    return undefined;
  },
};

async function readText(turn: Turn, path: string, from: object): Promise<Outcome> {
  const { sessionId, outlet, cwd } = turn.session;
  if (!outlet.serves.readFile) {
    if (!isInside(cwd, path)) return { reason: "it is outside the folder of this session" };
    const read = readBounded(path, MAX_READ_BYTES);
    return read.ok ? { text: read.value } : { reason: read.reason };
  }
  try {
    const params = { sessionId, path, ...from };
    const answer = await turn.ask<acp.ReadTextFileResponse>("fs/read_text_file", params);
    return { text: answer.content };
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Outcome {
  if (error instanceof TurnCancelled) throw error;
  return { reason: errorText(error instanceof Error ? new Error(error.message) : error) };
}

function isInside(cwd: string, path: string): boolean {
  try {
    const way = relative(fs.realpathSync(cwd), fs.realpathSync(path));
    return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
  } catch {
    return false;
  }
}

export const listFiles: AgentRequest = {
  name: "list",
  hint: "[FOLDER]",
  summary: "Really lists a folder inside the workspace",
  words:
    /^(?:please )?(?:list|ls)(?!.*\btasks?\b)(?: (?:the |all )?files)?(?: (?:in|of))? *(\S*)$/i,
  async run(turn, rest) {
    const name = rest.trim() === "" ? "." : rest.trim();
    const { cwd } = turn.session;
    const path = resolve(cwd, name);
    const tool = await turn.tool({
      title: `List ${name}`,
      kind: "search",
      input: { path },
      locations: [{ path }],
    });
    await tool.begin();
    await turn.wait(200);
    const listed = listedFolder(cwd, path);
    if ("reason" in listed) {
      await tool.end("failed", [textContent(listed.reason)]);
      await turn.say(`I could not list \`${name}\`: ${listed.reason}`);
      return undefined;
    }
    await tool.end("completed", [textContent(listed.text)]);
    turn.read(listed.text);
    const count = listed.text === "" ? 0 : listed.text.split("\n").length;
    await turn.say(`There are ${count} entries in \`${name}\`.`);
    return undefined;
  },
};

function listedFolder(cwd: string, path: string): Outcome {
  if (!isInside(cwd, path))
    return { reason: "it is missing or outside the folder of this session" };
  try {
    const entries = fs.readdirSync(path, { withFileTypes: true });
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    return { text: names.sort().slice(0, SHOWN_ENTRIES).join("\n") };
  } catch (error) {
    return { reason: errorText(error) };
  }
}

export const writeFile: AgentRequest = {
  name: "write",
  hint: "PATH TEXT",
  summary: "Shows a diff, asks, and really writes the file",
  words: /^(?:please )?write(?: the)?(?: file)? +(\S+ +.+)$/is,
  async run(turn, rest) {
    const [, name = "telltale-note.txt", text = "Written by the simulator."] =
      /^(\S+)(?:\s+([\s\S]+))?$/.exec(rest.trim()) ?? [];
    const path = resolve(turn.session.cwd, name);
    const newText = text.endsWith("\n") ? text : `${text}\n`;
    const before = await readText(turn, path, {});
    const old = "text" in before ? { oldText: before.text } : {};
    const diff: acp.ToolCallContent = { type: "diff", path, newText, ...old };
    const tool = await turn.tool({
      title: `Write ${name}`,
      kind: "edit",
      input: { path },
      locations: [{ path }],
      content: [diff],
    });
    if (turn.session.settings.modeId === "plan") {
      await tool.end("failed", [textContent("In plan mode nothing is written.")]);
      await turn.say("I am in plan mode and write nothing. Ask me for a plan, or change the mode.");
      return undefined;
    }
    const permitted = await turn.permission(tool);
    if (permitted === "no") {
      await tool.end("failed", [diff]);
      await turn.say(`You did not allow it, so \`${name}\` is as it was.`);
      return undefined;
    }
    await tool.begin();
    const fault = await writeText(turn, path, newText);
    await tool.end(fault === undefined ? "completed" : "failed", [
      diff,
      ...(fault === undefined ? [] : [textContent(fault)]),
    ]);
    const said = fault === undefined ? `I have written \`${name}\`.` : `I could not: ${fault}`;
    await turn.say(said);
    return undefined;
  },
};

/** The reason why nothing was written. */
export async function writeText(
  turn: Turn,
  path: string,
  content: string,
): Promise<string | undefined> {
  const { sessionId, outlet, cwd } = turn.session;
  if (!outlet.serves.writeFile) {
    if (!isInside(cwd, join(path, ".."))) return "it is outside the folder of this session";
    const written = writeWhole(path, content);
    return written.ok ? undefined : written.reason;
  }
  try {
    await turn.ask("fs/write_text_file", { sessionId, path, content });
    return undefined;
  } catch (error) {
    const fault = failure(error);
    return "reason" in fault ? fault.reason : undefined;
  }
}
