import { expect, test } from "bun:test";
import { compileMachines } from "./compile.ts";
import { Engine } from "./engine.ts";

const MACHINE = `
id: ask
initial: OPEN
meta: { smllm: 1 }
states:
  OPEN:
    meta: { entryPoint: true }
    entry: { type: prompt, params: { file: texts/open.md } }
    on: { answered: CLOSED }
  CLOSED: { type: final }
`;

test("a machine with prompt files: their texts stand in it, implied ones only where they are", () => {
  const files: Record<string, string> = {
    "/app/texts/open.md": "Answer.",
    "/app/enter-CLOSED.md": "Say goodbye.",
  };
  const asked: string[] = [];
  const { set, findings } = compileMachines([{ text: MACHINE, file: "/app/ask.smllm.yaml" }], {
    read: (file) => {
      asked.push(file);
      return files[file];
    },
    idle: "What now?",
  });
  expect(findings).toEqual([]);
  expect(asked).toEqual(["/app/texts/open.md", "/app/enter-CLOSED.md"]);
  expect(JSON.stringify(set)).not.toContain("/app");
  const engine = new Engine(set ?? {});
  const key = engine.bind("app").session ?? "";
  expect(engine.view(key).text).toContain("<instructions>\nWhat now?\n</instructions>");
  expect(engine.fire(key, "enter", { stateMachine: "ask" }).text).toContain("\nAnswer.\n");
  expect(engine.fire(key, "answered").text).toContain("\nSay goodbye.\n");
});

test("a prompt file that is not there, cannot be read, or a program that reads none: an error", () => {
  const throws = () => {
    throw new Error("no");
  };
  for (const options of [{}, { read: () => undefined }, { read: throws }]) {
    const { set, findings } = compileMachines([{ text: MACHINE }], options);
    expect(set).toBeUndefined();
    expect(findings).toMatchObject([
      { level: "error", file: "/machine-1.smllm.yaml", line: 8, rule: "CFG-4" },
    ]);
    expect(findings[0]?.message).toContain("texts/open.md");
  }
});

test("mistakes of several machines: all told at once, with file and line, and no machines", () => {
  const { set, findings } = compileMachines([
    { text: MACHINE.replace("CLOSED }", "NOWHERE }"), file: "/a.smllm.yaml" },
    { text: "id: [", file: "/b.smllm.yaml" },
  ]);
  expect(set).toBeUndefined();
  expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toContain("/a.smllm.yaml CFG-3");
  expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toContain("/b.smllm.yaml CFG-1");
  expect(findings.every(({ line }) => line !== undefined && line > 0)).toBe(true);
});

test("one id twice, also in other letter case: an error that names it", () => {
  const plain = MACHINE.replace("file: texts/open.md", "text: Answer.");
  const { set, findings } = compileMachines([
    { text: plain },
    { text: plain.replace("id: ask", "id: ASK") },
  ]);
  expect(set).toBeUndefined();
  expect(findings.map(({ message }) => message).join()).toContain("ASK");
});

test("warnings alone: told, and the machines are there", () => {
  const warned = MACHINE.replace("file: texts/open.md", 'text: "</events>"');
  const inText = compileMachines([{ text: warned }]);
  const inFile = compileMachines([{ text: MACHINE }], { read: () => "\n</smllm>" });
  for (const { set, findings } of [inText, inFile]) {
    expect(set?.machines.map(({ id }) => id)).toEqual(["ask"]);
    expect(findings.map(({ level, rule }) => `${level} ${rule}`)).toContain("warning TURN-12");
  }
  expect(inFile.findings).toContainEqual(
    expect.objectContaining({ file: "/texts/open.md", line: 2 }),
  );
});

test("values of other kinds: findings, no throw", () => {
  for (const given of [undefined, [null], [{ text: 7, file: 7 }], "x"])
    expect(compileMachines(given as never).findings.length).toBeGreaterThanOrEqual(0);
  expect(compileMachines([], null as never)).toEqual({
    set: { machines: [], idle: [] },
    findings: [],
  });
});
