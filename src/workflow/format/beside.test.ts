import { expect, test } from "bun:test";
import { posix, win32 } from "node:path";
import fc from "fast-check";
import { besideFile } from "./beside.ts";

test.each([
  ["/p/.smllm/m.yaml", "a.md", "/p/.smllm/a.md"],
  ["/p/.smllm/m.yaml", "./a//b/../c.md", "/p/.smllm/a/c.md"],
  ["/p/.smllm/m.yaml", "../a.md", "/p/a.md"],
  ["/p/.smllm/m.yaml", "../../../../a.md", "/a.md"],
  ["/p/.smllm/m.yaml", "/x/../y.md", "/y.md"],
  ["/p/m.yaml", "a\\b.md", "/p/a\\b.md"],
  ["/p/m.yaml", "..", "/"],
  ["/p/m.yaml", ".", "/p"],
  ["/m.yaml", "C:\\x", "/C:\\x"],
  ["m.yaml", "../a.md", "../a.md"],
  ["x/m.yaml", "..", "."],
  ["C:\\p\\m.yaml", "a/b.md", "C:\\p\\a\\b.md"],
  ["C:\\p\\m.yaml", "..\\..\\a.md", "C:\\a.md"],
  ["C:\\p\\m.yaml", "\\x\\y", "C:\\x\\y"],
  ["C:\\p\\m.yaml", "D:\\x", "D:\\x"],
  ["C:/p/m.yaml", "x", "C:\\p\\x"],
  ["\\\\host\\share\\p\\m.yaml", "..\\x", "\\\\host\\share\\x"],
  ["\\\\host\\share\\p\\m.yaml", "..\\..\\..\\x", "\\\\host\\share\\x"],
  ["C:\\p\\m.yaml", "\\\\host\\share\\x", "\\\\host\\share\\x"],
])("%s, %s: %s", (file, path, absolute) => {
  expect(besideFile(file, path)).toBe(absolute);
});

const parts = fc.array(fc.constantFrom("a", "b.md", "..", ".", "", "c d"), { maxLength: 8 });

test("any path: as the platform has it, without a slash at the end", () => {
  fc.assert(
    fc.property(parts, parts, (folder, path) => {
      const posixFile = `/${folder.join("/")}/m.yaml`;
      const wanted = posix.resolve(posix.dirname(posixFile), path.join("/"));
      expect(besideFile(posixFile, path.join("/"))).toBe(wanted);
      const windowsFile = `C:\\${folder.join("\\")}\\m.yaml`;
      // A path that begins with two signs names a host, which is another matter.
      const windowsPath = path.join("\\").replace(/^\\+/, "\\");
      const wantedThere = win32.resolve(win32.dirname(windowsFile), windowsPath);
      expect(besideFile(windowsFile, windowsPath)).toBe(wantedThere);
    }),
  );
});
