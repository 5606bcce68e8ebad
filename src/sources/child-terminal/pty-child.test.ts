/** What stands between us and a command in a terminal, when it does not come about. */
import { expect, test } from "bun:test";
import { startPtyChild } from "./pty-child.ts";

const start = (program: readonly string[]) =>
  startPtyChild({
    program,
    file: "/bin/sh",
    argv: ["sh"],
    env: {},
    cwd: "/",
    size: { cols: 80, rows: 24 },
    descriptors: [],
    ignored: [],
    foreground: true,
    onOutput() {},
    onStopped() {},
    onGone() {},
  });

test("the helper cannot be started, or ends at once: a reason and no throw", async () => {
  expect(await start(["/nowhere/telltale"])).toEqual({ ok: false, reason: 0 });
  expect(await start(["/bin/sh", "-c", "exit 3"])).toEqual({ ok: false, reason: 0 });
});
