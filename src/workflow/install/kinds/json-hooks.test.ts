import { describe, expect, test } from "bun:test";
import { hookCalls } from "../harnesses/harness.ts";
import { jsonHooks } from "./json-hooks.ts";

const part = jsonHooks(hookCalls("claude"));
const own = (hook: string) => ({ type: "command", command: `smllm harness hook claude ${hook}` });
const START = { hooks: [own("session-start")] };
const PROMPT = { hooks: [own("user-prompt-submit")] };
const STOP = { hooks: [own("stop")] };

function put(settings: unknown): unknown {
  const text = JSON.stringify(settings, null, 2);
  const made = part.put(text);
  if (!made.ok) throw new Error(made.reason.reason);
  expect(part.read(made.value)).toEqual({ ok: true, value: part.wanted });
  expect(part.put(made.value)).toEqual(made);
  return JSON.parse(made.value);
}

describe("jsonHooks", () => {
  test("no hooks, an empty list, other people's groups: ours come beside them", () => {
    const mine = { matcher: "startup", hooks: [{ type: "command", command: "date" }], note: 1 };
    expect(put({})).toEqual({
      hooks: { SessionStart: [START], UserPromptSubmit: [PROMPT], Stop: [STOP] },
    });
    expect(put({ hooks: { Stop: [], SessionStart: [mine], PreToolUse: [mine] } })).toEqual({
      hooks: {
        Stop: [STOP],
        SessionStart: [mine, START],
        PreToolUse: [mine],
        UserPromptSubmit: [PROMPT],
      },
    });
  });

  // covers: smllm-install-user-content
  test("commands of ours that are old, misplaced or doubled: they go, the user's in the same group stay", () => {
    const user = { type: "command", command: "notify", timeout: 3 };
    const settings = {
      hooks: {
        Stop: [
          { hooks: [user, own("stop"), own("older --flag")] },
          { matcher: "", hooks: [own("stop")] },
        ],
        PreToolUse: [{ matcher: "Bash", hooks: [own("stop")] }],
        SessionStart: [{ hooks: [own("session-start")], mine: true }],
      },
    };
    expect(put(settings)).toEqual({
      hooks: {
        Stop: [{ hooks: [user, own("stop")] }],
        SessionStart: [{ hooks: [own("session-start")], mine: true }],
        UserPromptSubmit: [PROMPT],
      },
    });
  });

  test("one wrong command among the user's: put right in its place, with what the user set beside it", () => {
    const user = { type: "command", command: "notify" };
    const wrong = { ...own("halt"), timeout: 9 };
    expect(put({ hooks: { Stop: [{ hooks: [wrong, user] }] } })).toEqual({
      hooks: {
        Stop: [{ hooks: [{ ...own("stop"), timeout: 9 }, user] }],
        SessionStart: [START],
        UserPromptSubmit: [PROMPT],
      },
    });
  });

  test("a group with keys of the user: only our command leaves it", () => {
    const settings = { hooks: { Notification: [{ hooks: [own("stop")], mine: true }] } };
    expect(put(settings)).toEqual({
      hooks: {
        Notification: [{ hooks: [], mine: true }],
        SessionStart: [START],
        UserPromptSubmit: [PROMPT],
        Stop: [STOP],
      },
    });
  });

  test("hooks of another path to the program, or of Telltale: not ours", () => {
    const settings = {
      hooks: {
        Stop: [
          { hooks: [{ type: "command", command: "/opt/smllm harness hook claude stop" }] },
          { hooks: [{ type: "command", command: "telltale hook claude-code" }] },
        ],
      },
    };
    expect(part.read(JSON.stringify(settings))).toEqual({ ok: true, value: undefined });
  });

  test.each([
    ['{"hooks": []}', '"hooks" is no object'],
    ['{"hooks": {"Stop": {}}}', '"hooks.Stop" is no list'],
    ['{"hooks": {"\\u001b[31m": 1}}', 'a member of "hooks" is no list'],
    ['{"hooks": {}, "hooks": {}}', '"hooks" stands in it twice'],
    ['{"hooks": {"Stop": [], "Stop": []}}', '"hooks.Stop" stands in it twice'],
    ["{\n// x\n}", "it has a comment at line 2"],
  ])("%j is refused: %s", (text, why) => {
    const made = part.put(text);
    expect(!made.ok && made.reason.reason).toContain(why);
  });
});
