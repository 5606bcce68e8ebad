import { describe, expect, test } from "bun:test";
import type { ToolCall } from "../../wire/runtime/entities.ts";
import { findReview, readReviewCommand } from "./git-review-call.ts";

const PULL = "https://github.com/acme/shop/pull/88";
const ORIGIN = { host: "github.com", owner: "acme", name: "shop" };

function call(change: Partial<ToolCall>): ToolCall {
  return { toolCallId: "c", title: "Run", kind: "execute", status: "done", content: [], ...change };
}

function ran(input: unknown, change: Partial<ToolCall> = {}) {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return readReviewCommand(call({ input: text, ...change }), "/home/ana");
}

// covers: review-command
describe("which calls speak of the branch's review", () => {
  const GITHUB = { vendor: "github", cwd: "/home/ana" } as const;

  test("wherever agents put the command: a member, a list, arguments, the text, the title, the terminal", () => {
    const line = "gh pr create --fill";
    for (const input of [
      { command: line },
      { cmd: ["bash", "-lc", `git push && ${line}`] },
      { command: "gh", args: ["pr", "create", "--fill"] },
      { command: ["gh", "pr", "create"] },
      { command: `GH_TOKEN=x /usr/bin/${line} 2>&1 | tail -n 2` },
      line,
      ["gh", "pr", "view"],
    ]) {
      expect([input, ran(input)]).toEqual([input, GITHUB]);
    }
    expect(readReviewCommand(call({ title: "`gh pr create`" }), "/home/ana")).toEqual(GITHUB);
    const content = [
      { kind: "terminal", terminalId: "t", command: line, output: "", exitCode: 0 },
    ] as const;
    expect(readReviewCommand(call({ content }), "/home/ana")).toEqual(GITHUB);
    expect(ran({ command: "glab mr create --fill" })?.vendor).toBe("gitlab");
  });

  test("a call that failed counts, since a review that is there already is told so", () => {
    expect(ran({ command: "gh pr create" }, { status: "failed" })).toEqual(GITHUB);
  });

  test("another kind, one that runs, another command: none", () => {
    expect(ran({ command: "gh pr create" }, { kind: "read" })).toBeUndefined();
    expect(ran({ command: "gh pr create" }, { status: "running" })).toBeUndefined();
    expect(ran({ command: "gh pr create" }, { status: "cancelled" })).toBeUndefined();
    for (const command of ["gh issue create", "agh pr create", "gh prune", "glab pr view", "ls"]) {
      expect([command, ran({ command })]).toEqual([command, undefined]);
    }
  });

  test("lists, and a review that is named: perhaps another branch's", () => {
    for (const rest of ["list", "status", "checkout 12", "view 12", "view #12", `view ${PULL}`]) {
      expect([rest, ran({ command: `gh pr ${rest}` })]).toEqual([rest, undefined]);
    }
    expect(ran({ command: 'gh pr create --title "Fix 12 faults"' })).toEqual(GITHUB);
  });

  test("the branch and the folder that the command names", () => {
    expect(ran({ command: "gh pr create --head me:topic" })?.branch).toBe("topic");
    expect(ran({ command: "gh pr create -H topic" })?.branch).toBe("topic");
    expect(ran({ command: "glab mr create --source-branch=topic" })?.branch).toBe("topic");
    expect(ran({ command: "cd ../tree && gh pr create" })?.cwd).toBe("/home/tree");
    expect(ran({ command: "cd 'a b' && gh pr create" })?.cwd).toBe("/home/ana/a b");
    expect(ran({ command: "gh pr create", cwd: "/else" })?.cwd).toBe("/else");
  });
});

// covers: review-output
describe("the address in the output", () => {
  const found = (text: string) =>
    findReview(call({ content: [{ kind: "text", text }] }), "github", ORIGIN)?.url;

  test("alone, in a sentence, in JSON, in Markdown, coloured, from a terminal", () => {
    for (const text of [
      `Creating pull request for topic into main in acme/shop\n\n${PULL}\n`,
      `It is there: ${PULL}.`,
      `{"number":88,"url":"${PULL}"}`,
      `[PR](${PULL})`,
      `\u001b[32m${PULL}\u001b[0m\r\n`,
      `\u001b]8;;https://evil.example/\u001b\\${PULL}\u001b]8;;\u001b\\`,
    ]) {
      expect([text, found(text)]).toEqual([text, PULL]);
    }
    const output = `${PULL}\n`;
    const content = [{ kind: "terminal", terminalId: "t", output }] as const;
    expect(findReview(call({ content }), "github", ORIGIN)?.number).toBe(88);
  });

  test("of several the one that stands alone; where that is none or more, none", () => {
    const other = "https://github.com/acme/shop/pull/7";
    expect(found(`see ${other} for why\n${PULL}\n`)).toBe(PULL);
    expect(found(`title:\tx\nurl:\t${PULL}\n--\nafter ${other}\n`)).toBe(PULL);
    expect(found(`${other}\n${PULL}\n`)).toBeUndefined();
    expect(found(`see ${other} and ${PULL}`)).toBeUndefined();
  });

  // covers: review-host-of-repository
  test("another host, another repository, another kind, hidden in another address: none", () => {
    for (const text of [
      "https://github.com.evil.example/acme/shop/pull/88",
      "https://evil.example/acme/shop/pull/88",
      `https://evil.example/?to=${PULL}`,
      "https://github.com/acme/other/pull/88",
      "https://github.com/acme/shop/-/merge_requests/88",
      `http${PULL.slice(5)}`,
      "",
    ]) {
      expect([text, found(text)]).toEqual([text, undefined]);
    }
  });

  test("a flood is read in part, and soon: the end of it alone", () => {
    const flood = "https://github.com/ ".repeat(2_000_000);
    expect(found(`${PULL}\n${flood}`)).toBeUndefined();
    expect(found(`${flood}\n${PULL}\n`)).toBe(PULL);
    expect(found("(".repeat(5_000_000))).toBeUndefined();
  });
});
