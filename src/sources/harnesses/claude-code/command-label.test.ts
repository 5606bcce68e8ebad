import { expect, test } from "bun:test";
import { commandLabel } from "./command-label.ts";

test.each([
  ["npx -y ccstatusline@latest", "npx -y ccstatusline@latest"],
  ["'/a b/line.sh'  --wide\n\t| head -1", "'/a b/line.sh' --wide | head -1"],
  ["~/.claude/statusline.sh", "~/.claude/statusline.sh"],
  ["", "no command"],
  [" \n ", "no command"],
])("%j is shown as %j", (command, label) => {
  expect(commandLabel(command)).toBe(label);
});

test.each([
  ["TOKEN=hunter2 A=hunter2 python3 s.py", "TOKEN=… A=… python3 s.py"],
  ["env A='hunter2 and' B=\"hunter2 x\" s", "env A=… B=… s"],
  ["s.sh --key=hunter2 --wide", "s.sh --key=… --wide"],
  ["s.sh --api-key hunter2 --wide", "s.sh --api-key … --wide"],
  ["s.sh --token 'hunter2 x' y", "s.sh --token … y"],
  ["curl -u me:hunter2 https://x", "curl -u … https://x"],
  ["curl -uhunter2 https://x", "curl -u… https://x"],
  ["curl -H 'Authorization: Bearer hunter2' x", "curl -H … x"],
  ["curl https://me:hunter2@host/x", "curl https://…@host/x"],
  ["curl 'https://host/?a=1&access_token=hunter2'", "curl 'https://host/?a=1&access_token=…"],
  ["s.sh sk-ant-hunter2hunter2hunter2a1", "s.sh sk-ant-…"],
  ['s.sh --password="hunter2', "s.sh --password=…"],
  ["A=1;PASSWORD=hunter2 s", "A=…;PASSWORD=… s"],
])("%j: the secret is masked: %j", (command, label) => {
  expect(commandLabel(command)).toBe(label);
});

test("a long one is cut; control characters and line breaks are taken out", () => {
  expect(commandLabel(`run ${"wide ".repeat(40)}`)).toMatch(/^run (wide ?)+…$/);
  expect(commandLabel(`run ${"wide ".repeat(40)}`)).toHaveLength(60);
  expect(commandLabel("a\u001b[2Jb\u0007\u009b31m c")).toBe("ab c");
});

test("a megabyte of anything: at once", () => {
  const began = performance.now();
  for (const piece of ["a", "key", "'", "\\", "A=", " -u", "//", "a1"]) {
    commandLabel(piece.repeat(500_000));
  }
  expect(performance.now() - began).toBeLessThan(1000);
});
