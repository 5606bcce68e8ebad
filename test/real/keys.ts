/** Keys as a person presses them: with the pauses without which a client takes them for something else. */
import type { KeyName, Pty } from "../../src/testing/pty.ts";

/** Between typing and Enter: together they are taken for a paste, and Enter for a line feed in it. */
export const TYPING_MS = 200;
/** Between two presses that mean one thing together. */
const TWICE_MS = 300;

/** Types a prompt and sends it. */
export async function sendPrompt(pty: Pty, prompt: string): Promise<void> {
  pty.type(prompt);
  await Bun.sleep(TYPING_MS);
  pty.press("enter");
}

export async function pressTwice(pty: Pty, key: KeyName): Promise<void> {
  pty.press(key);
  await Bun.sleep(TWICE_MS);
  pty.press(key);
}
