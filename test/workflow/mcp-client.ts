/**
 * The least client of the MCP server over stdio: it writes whole lines at once, as many as wanted, so that
 * calls arrive together, which the clients of the SDK do not do.
 */

import { programPath } from "../e2e/program.ts";
import type { Project } from "./project.ts";

/** Longer than any answer may take. */
const ANSWER_MS = 20_000;

/** What a call of the tool gave. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export class McpClient {
  readonly #child: Bun.Subprocess<"pipe", "pipe", "pipe">;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  private constructor(child: Bun.Subprocess<"pipe", "pipe", "pipe">) {
    this.#child = child;
    void this.#read();
  }

  /** Starts `smllm mcp` in the project and shakes hands. */
  static async connect(project: Project, env = project.env): Promise<McpClient> {
    const child = Bun.spawn([await programPath(), "flow", "mcp"], {
      cwd: project.folder,
      env: { ...env },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    const client = new McpClient(child);
    await client.ask("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "0" },
    });
    client.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    await Promise.race([this.#child.exited, Bun.sleep(ANSWER_MS)]);
    this.#child.kill();
  }

  /** With SIGKILL unless it is another, now. */
  kill(signal: NodeJS.Signals = "SIGKILL"): void {
    this.#child.kill(signal);
  }

  /** One request; rejects with the error of the protocol. */
  async ask(method: string, params: unknown): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ jsonrpc: "2.0", id, method, params });
    const late = Bun.sleep(ANSWER_MS).then((): Answer => {
      return { error: { code: 0, message: `${method}: no answer` } };
    });
    const { result, error } = await Promise.race([answered, late]);
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
    return result ?? {};
  }

  /** Calls the tool. */
  async call(given: unknown): Promise<ToolResult> {
    const result = await this.ask("tools/call", { name: "smllm", arguments: given });
    const content = result.content as readonly { readonly type: string; readonly text: string }[];
    return { text: content[0]?.text ?? "", isError: result.isError === true };
  }

  #send(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    this.#child.stdin.flush();
  }

  async #read(): Promise<void> {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const bytes of this.#child.stdout) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const answer = JSON.parse(line) as Answer;
        if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
      }
    }
  }
}
