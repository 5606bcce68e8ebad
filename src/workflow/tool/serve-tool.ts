/**
 * The MCP server of `smllm mcp`: one tool, for clients of both revisions of the protocol. Nothing but
 * messages goes to its output. See `README.md`.
 */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { parseCall, type ToolCall } from "../engine/parse-call.ts";
import { SERVER_INSTRUCTIONS, SMLLM_TOOL } from "../engine/tool.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { StdioWire } from "./stdio-wire.ts";

/** The answer to a call, one text for the agent. */
export interface ToolAnswer {
  readonly ok: boolean;
  readonly text: string;
}

export interface ServeToolOptions {
  readonly version: string;
  /** Answers one call. What it throws becomes the answer to that call. */
  readonly answer: (call: ToolCall) => Promise<ToolAnswer>;
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes whole texts; false when nobody reads any more. */
  readonly write: (text: string) => boolean;
  /** For a log: one line, uncleaned. */
  readonly warn: (text: string) => void;
  readonly maxMessageBytes?: number;
}

const SERVER_NAME = "smllm";

/** Longest name of a tool that a message repeats. */
const MAX_SHOWN_UNITS = 60;

/** The tool is part of the program: a client may keep the list for an hour and share it. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** The protocol checks forms that a server fills in; this one asks for none, and saves the checker. */
const NO_FORMS = {
  getValidator: () => () => ({
    valid: false as const,
    data: undefined,
    errorMessage: "no forms are used",
  }),
};

/** Serves until the input ends and all calls on it are answered. Never throws. */
export async function serveTool(options: ServeToolOptions): Promise<void> {
  const { version, warn } = options;
  const calls = oneAtATime();
  const wire = new StdioWire({ ...options, isBusy: calls.isBusy });
  const connect = (): Server => {
    const server = new Server(
      { name: SERVER_NAME, version },
      {
        capabilities: { tools: {} },
        instructions: SERVER_INSTRUCTIONS,
        cacheHints: { "tools/list": LIST_HINT, "server/discover": LIST_HINT },
        jsonSchemaValidator: NO_FORMS,
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools: [listedTool()] }));
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      if (params.name !== SMLLM_TOOL.name) {
        const shown = JSON.stringify(params.name.slice(0, MAX_SHOWN_UNITS));
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${shown}`);
      }
      const { ok, text } = await calls.run(async () =>
        // Whoever took a call back gets no answer, so nothing may happen for it.
        mcpReq.signal.aborted ? CANCELLED : answerCall(options, params.arguments),
      );
      return { content: [{ type: "text", text }], ...(!ok && { isError: true }) };
    });
    return server;
  };
  serveStdio(connect, {
    transport: wire,
    onerror: (error) => warn(`mcp: ${error.message}`),
  });
  await wire.ended;
}

const CANCELLED: ToolAnswer = { ok: false, text: "error: the call was cancelled" };

async function answerCall({ answer }: ServeToolOptions, given: unknown): Promise<ToolAnswer> {
  const call = parseCall(given);
  if (!call.ok) return { ok: false, text: `error: ${call.reason}` };
  try {
    return await answer(call.value);
  } catch (error) {
    return { ok: false, text: `error: ${error instanceof Error ? error.message : "unknown"}` };
  }
}

/** The schema as the SDK's types have it: an object of JSON. */
function listedTool() {
  const { name, description, inputSchema } = SMLLM_TOOL;
  return { name, description, inputSchema: inputSchema as { readonly type: "object" } };
}
