/**
 * An agent that speaks just enough ACP, and hangs for good at the method that stands in the file named by its
 * argument. Each prompt that it gets is written to that file with `.prompts` behind its name.
 */
import fs from "node:fs";

const [, , file = ""] = process.argv;
const RESULTS: Readonly<Record<string, unknown>> = {
  initialize: { protocolVersion: 1, agentCapabilities: { loadSession: true }, authMethods: [] },
  "session/new": { sessionId: "stalling-1" },
  "session/load": {},
  "session/prompt": { stopReason: "end_turn" },
};

let rest = "";
for await (const chunk of process.stdin) {
  rest += String(chunk);
  const lines = rest.split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) hear(JSON.parse(line));
}

function hear(message: { id?: number; method?: string; params?: unknown }): void {
  const { id, method = "", params } = message;
  const stalled = fs.readFileSync(file, "utf8").trim();
  if (method === "session/prompt") {
    fs.appendFileSync(`${file}.prompts`, `${JSON.stringify(params)}\n`);
  }
  if (method === stalled) {
    fs.appendFileSync(`${file}.stalled`, `${method}\n`);
    return;
  }
  if (id === undefined) return;
  fs.writeSync(1, `${JSON.stringify({ jsonrpc: "2.0", id, result: RESULTS[method] ?? {} })}\n`);
}
