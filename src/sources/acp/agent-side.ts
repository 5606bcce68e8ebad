/**
 * The side of ACP that an agent stands on, for our own agent: ACP's application builder on standard
 * streams. Nothing else of the SDK is needed there, and nothing else is handed through.
 */
import { Readable, Writable } from "node:stream";
import {
  type AgentApp,
  type AgentConnection,
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import type { ExtensionNotification, ExtensionNotifications } from "./extension.ts";

export type * as acp from "@agentclientprotocol/sdk";
export type { AgentApp, AgentConnection, AgentContext };
export { agent, methods, PROTOCOL_VERSION, RequestError };

/** Connects an application to the client at the other end of two byte streams, such as stdin and stdout. */
export function serveAgent(app: AgentApp, input: Readable, output: Writable): AgentConnection {
  const bytes = Readable.toWeb(input) as unknown as ReadableStream<Uint8Array>;
  return app.connect(ndJsonStream(Writable.toWeb(output), bytes));
}

/** Sends one notification of our extension. */
export function notifyExtension<Method extends ExtensionNotification>(
  client: AgentContext,
  method: Method,
  params: ExtensionNotifications[Method],
): Promise<void> {
  return client.notify(method, params);
}
