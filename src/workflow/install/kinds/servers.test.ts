import { describe, expect, test } from "bun:test";
import type { PartText } from "../part.ts";
import { jsonPermission } from "./json-permission.ts";
import { jsonServer } from "./json-server.ts";
import { tomlServer } from "./toml-server.ts";

const SERVER = { command: "smllm", args: ["mcp"] } as const;

/** The text after the part was put in, which a second time leaves alone. */
function put(part: PartText, text: string): string {
  const made = part.put(text);
  if (!made.ok) throw new Error(made.reason.reason);
  expect(part.read(made.value)).toEqual({ ok: true, value: part.wanted });
  expect(part.put(made.value)).toEqual(made);
  return made.value;
}

const reason = (part: PartText, text: string) => {
  const made = part.put(text);
  return made.ok ? "none" : `${made.reason.line ?? "?"}: ${made.reason.reason}`;
};

describe("jsonServer", () => {
  const part = jsonServer(SERVER);

  test.each([
    [
      "",
      '{\n  "mcpServers": {\n    "smllm": {\n      "command": "smllm",\n      "args": [\n        "mcp"\n      ]\n    }\n  }\n}\n',
    ],
    ['{"a":1}', '{"a":1,"mcpServers":{"smllm":{"command":"smllm","args":["mcp"]}}}'],
    [
      '{"mcpServers":{"__proto__":{"command":"x"}}}',
      '{"mcpServers":{"__proto__":{"command":"x"},"smllm":{"command":"smllm","args":["mcp"]}}}',
    ],
    [
      '{"mcpServers":{"smllm":{"command":"old","env":{"A":"b"},"args":[]}}}',
      '{"mcpServers":{"smllm":{"command":"smllm","env":{"A":"b"},"args":["mcp"]}}}',
    ],
    ['{"mcpServers":{"smllm":7}}', '{"mcpServers":{"smllm":{"command":"smllm","args":["mcp"]}}}'],
  ])("%j becomes %j", (text, expected) => {
    expect(put(part, text)).toBe(expected);
  });

  test("members of the user in our entry: it is current all the same", () => {
    const text = '{"mcpServers":{"smllm":{"env":{},"args":["mcp"],"command":"smllm"}}}';
    expect(part.read(text)).toEqual({ ok: true, value: part.wanted });
  });

  test("another kind in the way, a cut file: refused with the place", () => {
    expect(reason(part, '{"mcpServers": []}')).toContain('"mcpServers" is no object');
    expect(reason(part, '{\n"mcpServers": {')).toStartWith("2: it is no valid JSON");
  });
});

describe("jsonPermission", () => {
  const part = jsonPermission("mcp__smllm__smllm");

  test.each([
    ['{"a":1}', '{"a":1,"permissions":{"allow":["mcp__smllm__smllm"]}}'],
    [
      '{"permissions":{"deny":["x"]}}',
      '{"permissions":{"deny":["x"],"allow":["mcp__smllm__smllm"]}}',
    ],
    [
      '{"permissions":{"allow":["Bash"]}}',
      '{"permissions":{"allow":["Bash","mcp__smllm__smllm"]}}',
    ],
  ])("%j becomes %j", (text, expected) => {
    expect(put(part, text)).toBe(expected);
  });

  test("a rule among many is found; a list that is none is refused", () => {
    const text = '{"permissions":{"allow":[1,"mcp__smllm__smllm"]}}';
    expect(part.read(text)).toEqual({ ok: true, value: part.wanted });
    expect(reason(part, '{"permissions":{"allow":"x"}}')).toContain("is no list");
    expect(reason(part, '{"permissions":7}')).toContain('"permissions" is no object');
  });
});

describe("tomlServer", () => {
  const part = tomlServer(SERVER);

  test.each([
    ["", '[mcp_servers.smllm]\ncommand = "smllm"\nargs = ["mcp"]\n'],
    [
      '# mine\r\nmodel = "x" # m\r\n',
      '# mine\r\nmodel = "x" # m\r\n\r\n[mcp_servers.smllm]\r\ncommand = "smllm"\r\nargs = ["mcp"]\r\n',
    ],
    [
      '[mcp_servers.smllm]\ncommand = "old" # c\nenv = { A = "b" }\n[z]\n',
      '[mcp_servers.smllm]\ncommand = "smllm" # c\nenv = { A = "b" }\nargs = ["mcp"]\n[z]\n',
    ],
    [
      'mcp_servers.smllm = { command = "old" }\n',
      'mcp_servers.smllm = { command = "smllm", args = ["mcp"] }\n',
    ],
  ])("%j becomes %j", (text, expected) => {
    expect(put(part, text)).toBe(expected);
  });

  test("an inline table of servers, a broken file: refused with the place", () => {
    expect(reason(part, "mcp_servers = { x = { command = 'y' } }")).toContain("by hand");
    expect(reason(part, "a = 1\na = 2\n")).toBe(
      "2: it is no valid TOML: a key is defined twice; correct it first",
    );
  });
});
