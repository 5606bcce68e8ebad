import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeCode } from "./claude-code.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "padding-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
}

const taken = (projectDir?: string) => claudeCode.widthTakenCols({ HOME: root }, projectDir);

// covers: width-padding
describe("columns that Claude Code keeps", () => {
  test("no settings, or no home: the four of its own inset", () => {
    expect(taken()).toBe(4);
    expect(claudeCode.widthTakenCols({})).toBe(4);
  });

  test("padding in the person's settings: twice that more", () => {
    write(".claude/settings.json", '\uFEFF{"statusLine":{"type":"command","padding":3}}');
    expect(taken()).toBe(10);
  });

  test("a configuration directory of one's own: read instead of the home's", () => {
    write(".claude/settings.json", '{"statusLine":{"padding":3}}');
    write("other/settings.json", '{"statusLine":{"padding":1}}');
    const env = { HOME: root, CLAUDE_CONFIG_DIR: join(root, "other") };
    expect(claudeCode.widthTakenCols(env)).toBe(6);
  });

  test("settings of the project: the most local padding wins, a file without one is passed over", () => {
    write(".claude/settings.json", '{"statusLine":{"padding":3}}');
    write("project/.claude/settings.json", '{"statusLine":{"padding":0}}');
    write("project/.claude/settings.local.json", '{"statusLine":{"command":"x"}}');
    expect(taken(join(root, "project"))).toBe(4);
    write("project/.claude/settings.local.json", '{"statusLine":{"padding":2}}');
    expect(taken(join(root, "project"))).toBe(8);
  });

  test("padding that is no count, damaged settings, a folder in their place: no padding", () => {
    for (const text of ['{"statusLine":{"padding":-1}}', '{"statusLine":{"padding":"2"}}', "{,"]) {
      write(".claude/settings.json", text);
      expect(taken()).toBe(4);
    }
    rmSync(join(root, ".claude"), { recursive: true });
    mkdirSync(join(root, ".claude", "settings.json"), { recursive: true });
    expect(taken()).toBe(4);
  });
});
