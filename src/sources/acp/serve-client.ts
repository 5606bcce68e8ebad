/** What an agent asks of us and tells us, as handlers of the SDK. */
import {
  type ClientApp,
  type ClientConnection,
  client,
  methods,
  RequestError,
  type Stream,
} from "@agentclientprotocol/sdk";
import { asRecord } from "../../base/shape.ts";
import type { AgentQuirks } from "./agent-spec.ts";
import type { Delivery } from "./delivery.ts";
import { elicitationOutcome, elicitationRequest } from "./elicitation.ts";
import { parseExtensionMark } from "./extension.ts";
import { readId } from "./outside.ts";
import {
  CANCELLED,
  permissionOutcome,
  permissionRequest,
  readAnswerOptions,
} from "./permission.ts";
import type { Questions } from "./questions.ts";
import type { Updates } from "./updates.ts";
import type { Served, WorkspaceGuard } from "./workspace/workspace-guard.ts";

export interface ClientParts {
  readonly quirks: AgentQuirks;
  readonly updates: Updates;
  readonly delivery: Delivery;
  readonly questions: Questions;
  readonly guard: WorkspaceGuard;
}

type Raw = Readonly<Record<string, unknown>>;

/** Params as they came: the SDK's own reading would drop what it does not know. */
const raw = (params: unknown): Raw => asRecord(params) ?? {};

/** Serves the agent at the other end of a stream. */
export function serveClient(stream: Stream, parts: ClientParts): ClientConnection {
  const app = client({ name: "telltale" });
  return serveWorkspace(serveQuestions(app, parts), parts.guard).connect(stream);
}

/** What an agent tells of itself; the stream hands it on in the order of the wire. */
export function hearNotification(
  { updates, delivery, questions }: Pick<ClientParts, "updates" | "delivery" | "questions">,
  method: string,
  params: unknown,
): void {
  const isPage = method === methods.client.elicitation.complete;
  const pageId = isPage ? readId(raw(params).elicitationId) : undefined;
  if (pageId !== undefined) questions.pageDone(pageId);
  if (method === methods.client.session.update) delivery.deliver(updates.read(params));
  else if (!isPage) delivery.deliver(updates.readExtension(method, params));
}

function serveQuestions(app: ClientApp, parts: ClientParts): ClientApp {
  const { updates, questions, quirks } = parts;
  return app
    .onRequest(methods.client.session.requestPermission, raw, async ({ params, signal }) => {
      const from = readId(params.sessionId);
      const call = from === undefined ? undefined : updates.mergeCall(from, params.toolCall);
      if (from === undefined || call === undefined) throw RequestError.invalidParams();
      const { sessionId, memberId } = whose(from, params, updates);
      const options = readAnswerOptions(params.options);
      if (options.length === 0) return CANCELLED;
      const request = permissionRequest(options, call, quirks, memberId);
      return permissionOutcome(await questions.ask(sessionId, request, signal), options);
    })
    .onRequest(methods.client.elicitation.create, raw, async ({ params, signal }) => {
      const from = readId(params.sessionId);
      const owner = from === undefined ? undefined : whose(from, params, updates);
      const request = elicitationRequest(params, owner?.memberId);
      if (request === undefined)
        throw RequestError.invalidParams(undefined, "unknown kind of form");
      const pageId = readId(params.elicitationId);
      const answer = await questions.ask(owner?.sessionId, request, signal, pageId);
      return elicitationOutcome(answer, request);
    });
}

/** The session that is asked for, and its member if one asks. */
function whose(from: string, params: Raw, updates: Updates) {
  const { sessionId, memberId } = updates.rootOf(from);
  return { sessionId, memberId: memberId ?? parseExtensionMark(params._meta).memberId };
}

function serveWorkspace(app: ClientApp, guard: WorkspaceGuard): ClientApp {
  const { fs, terminal } = methods.client;
  return app
    .onRequest(fs.readTextFile, ({ params, signal }) => served(guard.readTextFile(params, signal)))
    .onRequest(fs.writeTextFile, ({ params, signal }) =>
      served(guard.writeTextFile(params, signal)),
    )
    .onRequest(terminal.create, ({ params, signal }) =>
      served(guard.createTerminal(params, signal)),
    )
    .onRequest(terminal.output, ({ params }) => served(guard.terminalOutput(params)))
    .onRequest(terminal.waitForExit, ({ params, signal }) =>
      served(guard.waitForTerminalExit(params, signal)),
    )
    .onRequest(terminal.kill, ({ params }) => served(guard.killTerminal(params)))
    .onRequest(terminal.release, ({ params }) => served(guard.releaseTerminal(params)));
}

async function served<Value>(answer: Served<Value>): Promise<Value> {
  const result = await answer;
  if (!result.ok) throw new RequestError(result.reason.code, result.reason.message);
  return result.value;
}
