import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../testing/temp-git.ts";
import { findPackedRef, isRefName, parseRef, resolveRef } from "./git-refs.ts";

let folder = "";
beforeAll(() => {
  folder = tempFolder("refs");
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const oid = (seed: number): string => seed.toString(16).padStart(40, "0");

/** References r00000, r00001 ... with every third one followed by the object of a tag. */
function packed(count: number, header: string, order: (names: string[]) => string[]): string {
  const names = order(Array.from({ length: count }, (_, i) => `refs/heads/r${pad(i)}`));
  const lines = names.map((name) => {
    const index = Number(name.slice(-6));
    const peeled = index % 3 === 0 ? `^${oid(index + 7)}\n` : "";
    return `${oid(index)} ${name}\n${peeled}`;
  });
  return header + lines.join("");
}
const pad = (i: number): string => String(i).padStart(6, "0");
const SORTED = "# pack-refs with: peeled fully-peeled sorted \n";

describe("parseRef", () => {
  test("symbolic, object ids of both lengths, and the rest", () => {
    expect(parseRef("ref: refs/heads/main\n")).toEqual({
      kind: "symbolic",
      name: "refs/heads/main",
    });
    expect(parseRef("ref:refs/heads/a b \r\n")).toEqual({
      kind: "symbolic",
      name: "refs/heads/a b",
    });
    expect(parseRef(`${oid(1)}\n`)).toEqual({ kind: "object", oid: oid(1) });
    expect(parseRef("a".repeat(64))).toEqual({ kind: "object", oid: "a".repeat(64) });
    for (const text of ["", "\n", "ref:", "ref: \n", "main", "a".repeat(41), `${oid(1)} x`, "\0"]) {
      expect(parseRef(text)).toEqual({ kind: "garbage" });
    }
  });
});

describe("isRefName", () => {
  test("what Git accepts, and what would leave the folder or the line", () => {
    for (const name of ["refs/heads/main", "refs/heads/feature/ui#123", "refs/heads/100%2Fdone"]) {
      expect(isRefName(name)).toBe(true);
    }
    expect(isRefName("refs/heads/数据/修复")).toBe(true);
    for (const bad of [
      "HEAD",
      "/etc/passwd",
      "refs/../../etc/passwd",
      "refs/heads/a\u001b[31m",
      "refs/heads/a b",
      "refs/heads/a\nb",
      "refs/heads/.hidden",
      "refs/heads/x.lock",
      "refs/heads//x",
      "refs/heads/",
      "refs/heads/a\\b",
      "refs/heads/\ufffd",
    ]) {
      expect(isRefName(bad)).toBe(false);
    }
  });
});

describe("findPackedRef", () => {
  const files: readonly [string, string][] = [
    ["20 sorted", packed(20, SORTED, (n) => n)],
    ["30,000 sorted", packed(30_000, SORTED, (n) => n)],
    ["30,000 reversed without a header", packed(30_000, "", (n) => n.reverse())],
  ];
  test.each(files)(
    "%s: finds the first, the last and those between, and no other",
    (name, text) => {
      const path = join(folder, name);
      fs.writeFileSync(path, text);
      const count = name.startsWith("20 ") ? 20 : 30_000;
      const step = Math.max(1, Math.floor(count / 97));
      for (let i = 0; i < count; i += step) {
        expect(findPackedRef(path, `refs/heads/r${pad(i)}`)).toBe(oid(i));
      }
      expect(findPackedRef(path, `refs/heads/r${pad(count - 1)}`)).toBe(oid(count - 1));
      for (const absent of ["r", "r00000", "r0000000", "a", "zz", `r${pad(count)}`]) {
        expect(findPackedRef(path, `refs/heads/${absent}`)).toBe("absent");
      }
    },
  );

  test("40 MB sorted: found by a few small reads", () => {
    const path = join(folder, "big");
    const fd = fs.openSync(path, "w");
    fs.writeSync(fd, SORTED);
    let line = 0;
    for (let block = 0; block < 20; block += 1) {
      const lines: string[] = [];
      for (let i = 0; i < 20_000; i += 1, line += 1) {
        lines.push(
          `${oid(line)} refs/remotes/origin/${String(line).padStart(8, "0")}-${"x".repeat(30)}\n`,
        );
      }
      fs.writeSync(fd, lines.join(""));
    }
    fs.closeSync(fd);
    const name = `refs/remotes/origin/00312345-${"x".repeat(30)}`;
    const startMs = performance.now();
    for (let i = 0; i < 20; i += 1) expect(findPackedRef(path, name)).toBe(oid(312_345));
    // Reading it whole takes some 10 ms each time.
    expect((performance.now() - startMs) / 20).toBeLessThan(5);
  });

  test("a name that is the end of another one, or stands in a cut line: not found", () => {
    const path = join(folder, "ends");
    fs.writeFileSync(path, `${oid(1)} refs/heads/x/refs/heads/y\n${oid(2)} refs/heads/z`);
    expect(findPackedRef(path, "refs/heads/y")).toBe("absent");
    expect(findPackedRef(path, "refs/heads/z")).toBe("absent");
  });

  test("missing: absent; a folder, a pipe or lines without end: unknown, at once", () => {
    expect(findPackedRef(join(folder, "none"), "refs/heads/x")).toBe("absent");
    fs.mkdirSync(join(folder, "dir"));
    expect(findPackedRef(join(folder, "dir"), "refs/heads/x")).toBe("unknown");
    Bun.spawnSync(["mkfifo", join(folder, "pipe")]);
    expect(findPackedRef(join(folder, "pipe"), "refs/heads/x")).toBe("unknown");
    fs.writeFileSync(join(folder, "long"), `${SORTED}${"a".repeat(300_000)}`);
    expect(findPackedRef(join(folder, "long"), "refs/heads/x")).toBe("unknown");
    fs.writeFileSync(join(folder, "huge"), "");
    fs.truncateSync(join(folder, "huge"), 64 * 1024 * 1024);
    expect(findPackedRef(join(folder, "huge"), "refs/heads/x")).toBe("unknown");
  });
});

describe("resolveRef", () => {
  test("a chain of symbolic references: followed five deep, a circle is given up", () => {
    const heads = join(folder, "g", "refs", "heads");
    fs.mkdirSync(heads, { recursive: true });
    const git = join(folder, "g");
    fs.writeFileSync(join(heads, "end"), `${oid(9)}\n`);
    fs.writeFileSync(join(heads, "b"), "ref: refs/heads/end\n");
    fs.writeFileSync(join(heads, "a"), "ref: refs/heads/b\n");
    expect(resolveRef("refs/heads/a", git, git)).toEqual({ name: "refs/heads/end", oid: oid(9) });
    fs.writeFileSync(join(heads, "loop"), "ref: refs/heads/loop\n");
    expect(resolveRef("refs/heads/loop", git, git)).toBeUndefined();
    fs.writeFileSync(join(heads, "out"), "ref: ../../../../etc/passwd\n");
    expect(resolveRef("refs/heads/out", git, git)).toBeUndefined();
  });

  test("garbage, too big or a pipe in the place of a reference: the name without an object", () => {
    const git = join(folder, "h");
    const heads = join(git, "refs", "heads");
    fs.mkdirSync(heads, { recursive: true });
    fs.writeFileSync(join(heads, "garbage"), "hello");
    fs.writeFileSync(join(heads, "big"), "a".repeat(100_000));
    Bun.spawnSync(["mkfifo", join(heads, "pipe")]);
    expect(resolveRef("refs/heads/garbage", git, git)).toEqual({ name: "refs/heads/garbage" });
    expect(resolveRef("refs/heads/big", git, git)).toEqual({ name: "refs/heads/big" });
    expect(resolveRef("refs/heads/none", git, git)).toEqual({
      name: "refs/heads/none",
      unborn: true,
    });
    const pipe = resolveRef("refs/heads/pipe", git, git);
    expect(pipe?.oid).toBeUndefined();
  });
});
