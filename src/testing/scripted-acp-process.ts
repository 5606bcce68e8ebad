/**
 * An agent that does what a script says, one step after the other, in raw lines: the file named by its
 * argument holds a JSON array of steps (`scripted-acp.ts`). It knows nothing of ACP. It ends with its stdin.
 */
import fs from "node:fs";
import type { AcpStep } from "./scripted-acp.ts";

type Message = Readonly<Record<string, unknown>>;

const steps = JSON.parse(fs.readFileSync(process.argv[2] ?? "", "utf8")) as readonly AcpStep[];
const inbox: Message[] = [];
let wake = (): void => {};

function write(text: string): void {
  fs.writeSync(1, text);
}

function send(message: Message): void {
  write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** The next message that fits; those before it are passed over. */
async function take(fits: (message: Message) => boolean): Promise<Message> {
  for (;;) {
    const at = inbox.findIndex(fits);
    const found = inbox[at];
    if (found !== undefined) {
      inbox.splice(at, 1);
      return found;
    }
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

/** What was taken last, and the last request among it. */
let last: Message = {};
let asked: Message = {};

async function play(step: AcpStep): Promise<void> {
  switch (step.do) {
    case "expect":
      last = await take((message) => message.method === step.method);
      asked = last;
      return;
    case "expect-answer":
      last = await take((message) => message.method === undefined && message.id === step.id);
      return;
    case "answer":
      return send({ id: asked.id, result: step.result });
    case "refuse":
      return send({ id: asked.id, error: step.error });
    case "send":
      return send(step.message);
    case "echo":
      return send({
        method: "session/update",
        params: {
          sessionId: step.sessionId,
          update: {
            sessionUpdate: "agent_message_chunk",
            content: {
              type: "text",
              text: JSON.stringify(last.params ?? last.result ?? last.error),
            },
          },
        },
      });
    case "write":
      for (let count = step.times ?? 1; count > 0; count--) write(step.text);
      return;
    case "complain":
      fs.writeSync(2, `${step.text}\n`);
      return;
    case "wait":
      return Bun.sleep(step.ms);
    case "exit":
      return process.exit(step.code);
    case "kill-self":
      process.kill(process.pid, "SIGKILL");
      return Bun.sleep(60_000);
    default:
      return step satisfies never;
  }
}

async function listen(): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of Bun.stdin.stream()) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    inbox.push(...lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Message));
    wake();
  }
  process.exit(0);
}

void listen();
for (const step of steps) await play(step);
