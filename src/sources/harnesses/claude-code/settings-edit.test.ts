import { describe, expect, test } from "bun:test";
import { HOOK_EVENTS } from "./hook-events.ts";
import { settingsSnippet, type Wanted, withOurs, withoutOurs } from "./settings-edit.ts";

const WANTED: Wanted = { program: "/x/telltale", hooks: true, foreign: "refuse" };

function edited(text: string, wanted: Partial<Wanted> = {}): string {
  const result = withOurs(text, { ...WANTED, ...wanted });
  if (!result.ok) throw new Error(result.reason);
  return result.value.text;
}

function removed(text: string, original?: string): string {
  const result = withoutOurs(text, original);
  if (!result.ok) throw new Error(result.reason);
  return result.value.text;
}

function reason(text: string, wanted: Partial<Wanted> = {}): string {
  const result = withOurs(text, { ...WANTED, ...wanted });
  return result.ok ? "" : result.reason;
}

const FOREIGN = `{
  "statusLine": {
    "type": "command",
    "padding": 1,
    "command": "npx -y ccstatusline@latest"
  },
  "hooks": {
    "Stop": [
      { "matcher": "", "hooks": [{ "type": "command", "command": "say done" }] }
    ]
  },
  "model": "opus"
}
`;

describe("withOurs", () => {
  test("an empty text becomes the snippet, with every event once", () => {
    const text = edited("");
    const settings = JSON.parse(text);
    const snippet = settingsSnippet(WANTED);
    expect(JSON.parse(snippet)).toEqual(settings);
    expect(snippet.split("\n")).toHaveLength(5);
    expect(settings.statusLine.command).toBe("/x/telltale statusline --harness claude-code");
    expect(Object.keys(settings.hooks)).toEqual(HOOK_EVENTS.map(({ event }) => event));
    expect(settings.hooks.Stop).toEqual([
      { hooks: [{ type: "command", command: "/x/telltale hook claude-code", timeout: 5 }] },
    ]);
    expect(settings.hooks.PreToolUse[0].matcher).toBe("AskUserQuestion|ExitPlanMode");
  });

  test("no hook is installed whose run the client announces on the screen", () => {
    expect(edited("")).not.toContain("Compact");
  });

  test("our hook stands beside another one in the list of an event, never in its group", () => {
    const { hooks } = JSON.parse(edited(FOREIGN, { foreign: "replace" }));
    expect(hooks.Stop).toHaveLength(2);
    expect(hooks.Stop[0]).toEqual({
      matcher: "",
      hooks: [{ type: "command", command: "say done" }],
    });
  });

  test.each([
    "",
    "{}",
    '{"a":1}',
    FOREIGN.replace("npx -y ccstatusline@latest", "telltale statusline"),
  ])("twice into %j: the second time changes no byte and counts nothing", (text) => {
    const once = edited(text);
    const twice = withOurs(once, WANTED);
    expect(twice).toEqual({
      ok: true,
      value: { text: once, statusLine: "unchanged", hookChanges: 0 },
    });
  });

  test("an older path, a missing and a surplus hook are put right; what the person set stays", () => {
    const old = edited(FOREIGN, { foreign: "chain", program: "'/old place/telltale'" })
      .replace('"Notification"', '"PreCompact"')
      .replace("statusline --harness claude-code", "statusline --layout full");
    const now = JSON.parse(edited(old));
    expect(now.statusLine).toEqual({
      type: "command",
      padding: 1,
      command: "/x/telltale statusline --layout full --then 'npx -y ccstatusline@latest'",
    });
    expect(now.hooks.PreCompact).toBeUndefined();
    expect(now.hooks.Notification).toHaveLength(1);
    expect(JSON.stringify(now)).not.toContain("/old place");
  });

  test("a foreign status line is refused with both ways out, and its command is not repeated", () => {
    const why = reason(FOREIGN.replace("@latest", "@latest --key=secret"));
    expect(why).toContain("--chain");
    expect(why).toContain("--replace");
    expect(why).not.toContain("secret");
  });

  test("--chain keeps the old command and its other members; twice is once", () => {
    const once = edited(FOREIGN, { foreign: "chain" });
    expect(JSON.parse(once).statusLine).toEqual({
      type: "command",
      padding: 1,
      command: "/x/telltale statusline --harness claude-code --then 'npx -y ccstatusline@latest'",
    });
    expect(edited(once, { foreign: "chain" })).toBe(once);
  });

  test("--chain never chains ourselves", () => {
    const inside = FOREIGN.replace("npx -y ccstatusline@latest", "cd / && /x/telltale statusline");
    expect(reason(inside, { foreign: "chain" })).toContain("runs telltale already");
    expect(reason('{"statusLine": {}}', { foreign: "chain" })).toContain("no command");
  });

  test("--refresh is set, changed, and stays when it is not asked for", () => {
    const five = edited("{}", { refreshSeconds: 5 });
    expect(JSON.parse(five).statusLine.refreshInterval).toBe(5);
    expect(JSON.parse(edited(five, { refreshSeconds: 9 })).statusLine.refreshInterval).toBe(9);
    expect(edited(five)).toBe(five);
  });

  test("a refresh of 0 seconds: the member goes, or never comes", () => {
    expect(edited(edited("{}", { refreshSeconds: 5 }), { refreshSeconds: 0 })).toBe(edited("{}"));
    expect(edited("{}", { refreshSeconds: 0 })).toBe(edited("{}"));
    const foreign = FOREIGN.replace('"padding": 1', '"refreshInterval": 3');
    expect(JSON.parse(edited(foreign, { foreign: "chain", refreshSeconds: 0 })).statusLine).toEqual(
      {
        type: "command",
        command: "/x/telltale statusline --harness claude-code --then 'npx -y ccstatusline@latest'",
      },
    );
  });

  test("without hooks: the status line alone, and hooks of an earlier time go", () => {
    expect(JSON.parse(edited('{"a":1}', { hooks: false }))).toEqual({
      a: 1,
      statusLine: { type: "command", command: "/x/telltale statusline --harness claude-code" },
    });
    expect(JSON.parse(edited(edited("{}"), { hooks: false })).hooks).toBeUndefined();
  });

  test.each([
    ['{"statusLine": "x"}', '"statusLine" is no object'],
    ['{"statusLine": null}', '"statusLine" is no object'],
    ['{"hooks": []}', '"hooks" is no object (it is a list)'],
    ['{"hooks": {"Stop": {}}}', '"hooks.Stop" is no list (it is an object)'],
    ['{"hooks": {}, "hooks": {}}', '"hooks" stands in it twice'],
    ['{"hooks": {"Stop": [], "Stop": []}}', '"hooks.Stop" stands in it twice'],
    [
      "// mine\n{}",
      "Claude Code itself skips this file because it has a comment at line 1, column 1; take it out and run this again",
    ],
    [
      '{\n"a": 1,\n}',
      "Claude Code itself skips this file because it has a comma too many at line 3, column 1; take it out and run",
    ],
    [
      '{"a": b}',
      "because it is no valid JSON at line 1, column 7 (invalid symbol); correct it and run",
    ],
  ])("%j is refused: %s", (text, why) => {
    expect(reason(text)).toContain(why);
  });

  test("groups and hooks of strange shapes are left alone", () => {
    const text = '{"hooks":{"Stop":[null,7,{"hooks":"x"},{"hooks":[null,{"command":3}]}]}}';
    const { hooks } = JSON.parse(edited(text));
    expect(hooks.Stop.slice(0, 4)).toEqual(JSON.parse(text).hooks.Stop);
    expect(removed(edited(text))).toBe(text);
  });

  test("a program of another name is refused, as it would not be found again", () => {
    expect(reason("{}", { program: "/x/tt" })).toContain("another name");
  });
});

describe("withoutOurs", () => {
  test.each(["chain", "replace"] as const)(
    "%s, then removal with the original: every byte",
    (foreign) => {
      expect(removed(edited(FOREIGN, { foreign }), FOREIGN)).toBe(FOREIGN);
    },
  );

  test("a chained status line comes back without the original too", () => {
    expect(removed(edited(FOREIGN, { foreign: "chain" }))).toBe(FOREIGN);
  });

  test("what the person changed since stays, our entries go", () => {
    const installed = edited(FOREIGN, { foreign: "replace" });
    const changed = installed
      .replace('"model": "opus"', '"model" : "sonnet",  "x": [1,2]')
      .replace('"say done"', '"say finished"');
    expect(removed(changed, FOREIGN)).toBe(
      FOREIGN.replace('"model": "opus"', '"model" : "sonnet",  "x": [1,2]').replace(
        '"say done"',
        '"say finished"',
      ),
    );
  });

  test("a hook that the person put into our group stays there", () => {
    const installed = edited("{}");
    const group = '{ "type": "command", "command": "/x/telltale hook claude-code", "timeout": 5 }';
    const at = installed.indexOf(group, installed.indexOf('"Stop"'));
    const mixed = `${installed.slice(0, at)}${group}, { "command": "mine" }${installed.slice(at + group.length)}`;
    expect(JSON.parse(removed(mixed, "{}"))).toEqual({
      hooks: { Stop: [{ hooks: [{ command: "mine" }] }] },
    });
  });

  test("lists that were empty before us stay, those that we made go", () => {
    const before = '{ "hooks": { "Stop": [] }, "a": 1 }';
    expect(JSON.parse(removed(edited(before), before))).toEqual(JSON.parse(before));
    expect(JSON.parse(removed(edited('{"a": 1}')))).toEqual({ a: 1 });
  });

  test("nothing of ours: the same text, and a foreign status line stays", () => {
    expect(removed(FOREIGN)).toBe(FOREIGN);
    expect(removed("")).toBe("");
  });
});
