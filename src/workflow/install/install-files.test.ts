/** Installations beside files of the user: broken ones, links, read-only ones, marks and line ends. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { InstallWorld, installed, PLAIN_WISH } from "../../testing/install-world.ts";
import { canMount, mountSmallDisk, unmount } from "../../testing/small-disk.ts";
import { installHarness } from "./install.ts";

let world: InstallWorld;
beforeEach(() => {
  world = new InstallWorld();
});
afterEach(() => {
  world[Symbol.dispose]();
});

/** Prints without times: path to content. */
function contents(prints: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const all = Object.entries(prints).map(([path, print]) => [path, print.split(" ").at(-1)]);
  return Object.fromEntries(all);
}

// covers: smllm-install-refuses
describe("files that cannot be used: the place is told and nothing is written", () => {
  test.each([
    [
      ".claude/settings.json",
      '{\n  "a": 1,\n}',
      ".claude/settings.json:3: it has a comma too many",
    ],
    [".claude/settings.json", '{"hooks": 1}', 'settings.json: "hooks" is no object'],
    [".mcp.json", "[]", ".mcp.json: it is no JSON object"],
    [".mcp.json", `{"a": ${"[".repeat(5000)}`, "levels deep"],
    [".smllm/config.toml", "[machines]\n[machines]\n", "config.toml:2: it is no valid TOML"],
    [
      ".smllm/config.toml",
      "[harness.claude]\nwithout = 7\n",
      'config.toml:2: "without" is no list',
    ],
    [".smllm/config.toml", "harness = 7\n", "harness"],
    [".smllm/harness.toml", "a = \n", "harness.toml:1: it is no valid TOML"],
    ["CLAUDE.md", new Uint8Array([0x23, 0xff, 0xfe]), "no UTF-8"],
    ["CLAUDE.md", new Uint8Array(3_000_000).fill(0x61), "larger than"],
  ])("%s with %p: %s", (path, content, why) => {
    world.write(path, content);
    expect(world.refused(world.query("claude"), { without: ["statusline"] })).toContain(why);
  });

  test("a folder or a link in a circle in the place of a file", () => {
    fs.mkdirSync(join(world.project, ".mcp.json"));
    expect(world.refused(world.query("claude"))).toContain("not a regular file");
    fs.rmdirSync(join(world.project, ".mcp.json"));
    fs.symlinkSync(".mcp.json", join(world.project, ".mcp.json"));
    expect(world.refused(world.query("claude"))).toContain("circle");
    fs.rmSync(join(world.project, ".smllm"), { recursive: true, force: true });
    fs.symlinkSync(".smllm", join(world.project, ".smllm"));
    expect(world.refused(world.query("claude"))).toContain(".smllm/config.toml");
  });

  test("one read-only file: the others are not written either", () => {
    world.write(".claude/settings.json", "{}");
    fs.chmodSync(join(world.project, ".claude/settings.json"), 0o444);
    expect(world.refused(world.query("claude"))).toContain("settings.json");
  });

  test("a file that turns out to be in the way: what was written before is taken back", () => {
    world.write(".claude/skills", "a file where a folder should be");
    expect(world.refused(world.query("claude"))).toContain("skills");
  });
});

test.skipIf(!canMount())(
  "a disk that is full after the first files: an error, and the files before it are taken back",
  () => {
    const disk = mountSmallDisk();
    try {
      const page = 4096;
      const on = (name: string) => join(disk, name);
      fs.mkdirSync(on(".smllm"));
      fs.writeFileSync(on("CLAUDE.md"), "# Mine\n");
      const { bavail } = fs.statfsSync(disk);
      fs.writeFileSync(on("filler"), new Uint8Array((bavail - 3) * page));
      const before = world.prints(disk);
      const done = installHarness(world.query("claude", "project", disk), PLAIN_WISH);
      expect(!done.ok && done.reason).toContain("full");
      expect(contents(world.prints(disk))).toEqual(contents(before));
    } finally {
      unmount(disk);
    }
  },
);

// covers: smllm-install-keeps-bytes
describe("files of the user", () => {
  test("byte order mark, CRLF, tabs, no line end: all of it stays around ours", () => {
    world.write(
      ".mcp.json",
      '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {"command":"b"}\r\n\t}\r\n}',
    );
    world.write("AGENTS.md", "\uFEFF# Mine\r\n\r\ntext");
    installed(world.query("agents_md"));
    expect(world.read(".mcp.json")).toBe(
      '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {"command":"b"},\r\n\t\t"smllm": {\r\n\t\t\t"command": "smllm",\r\n' +
        '\t\t\t"args": [\r\n\t\t\t\t"mcp"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
    );
    expect(world.read("AGENTS.md")).toStartWith(
      "\uFEFF# Mine\r\n\r\ntext\r\n\r\n<!-- smllm:harness -->\r\n\r\n",
    );
    expect(world.read("AGENTS.md").replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("settings that are a link into dotfiles: the target is changed, link and mode stay", () => {
    const target = join(world.root, "dotfiles.json");
    fs.writeFileSync(target, '{ "theme": "dark" }\n', { mode: 0o640 });
    fs.mkdirSync(join(world.project, ".claude"));
    fs.symlinkSync(target, join(world.project, ".claude/settings.json"));
    installed(world.query("claude"));
    expect(fs.lstatSync(join(world.project, ".claude/settings.json")).isSymbolicLink()).toBe(true);
    expect(fs.statSync(target).mode & 0o777).toBe(0o640);
    const settings = JSON.parse(fs.readFileSync(target, "utf8"));
    expect(Object.keys(settings)).toEqual(["theme", "hooks", "permissions"]);
  });

  test("new files: a project's can be read by all who have it", () => {
    installed(world.query("claude"));
    for (const path of [".mcp.json", ".claude/settings.json", "CLAUDE.md"]) {
      expect(fs.statSync(join(world.project, path)).mode & 0o777).toBe(0o644);
    }
  });
});
