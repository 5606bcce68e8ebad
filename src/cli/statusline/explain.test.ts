import { afterAll, beforeAll, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plannedNeeds } from "../../status/plan.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { openCall } from "./call.ts";
import { drawRows } from "./draw.ts";
import { explainCall } from "./explain.ts";
import { gather } from "./gather.ts";

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "telltale-explain-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What `--explain` says of a payload, line by line. A text is what stands on stdin as it is. */
async function explained(
  payload: unknown,
  options: Invocation["options"],
  changes: Partial<Io> = {},
): Promise<readonly string[]> {
  const file = join(dir, "payload.json");
  writeFileSync(file, typeof payload === "string" ? payload : JSON.stringify(payload));
  const stdin = openSync(file, "r");
  try {
    const io = {
      env: { HOME: join(dir, "home"), TERM: "xterm-256color" },
      cwd: dir,
      platform: "linux",
      stdin,
      outIsTerminal: () => false,
      program: ["/nonexistent/telltale"],
      nowMs: () => 1_796_040_100_000,
      out: () => {},
      err: () => {},
      ...changes,
    } as const;
    const call = await openCall({
      options: { explain: true, ...options },
      repeated: {},
      operands: [],
      io,
    });
    const snapshot = await gather(call, plannedNeeds(call.choice));
    const text = explainCall(call, drawRows(call, snapshot), snapshot);
    expect(text).toEndWith("\n");
    return text.slice(0, -1).split("\n");
  } finally {
    closeSync(stdin);
  }
}

const PAYLOAD = {
  hook_event_name: "Status",
  session_id: "5d3f9c1e-0000-4000-8000-000000000001",
  model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
  workspace: { current_dir: "/srv/shop", project_dir: "/srv/shop" },
  version: "2.1.332",
};

test("what is shown is quoted, what is absent says why and where it would be read from", async () => {
  const items = "model,session-title,token-quota";
  const lines = await explained(PAYLOAD, { items, width: "80" });
  expect(lines[0]).toBe("telltale: harness: Claude Code");
  expect(lines).toContain('telltale: model: "✦ Opus 5.5"');
  expect(lines).toContain(
    "telltale: session-title: absent: the session has no title of its own, or is a sub-agent's (read from session-state)",
  );
  expect(lines).toContain(
    "telltale: token-quota: absent: no plan is known, or more than 30 % is left of every window",
  );
});

test("an item that the row has no room for is told from one with nothing to show", async () => {
  const lines = await explained(PAYLOAD, { items: "approval-mode,model", width: "12" });
  expect(lines).toContain("telltale: model: dropped, as the row is too narrow for it");
  expect(lines).toContain('telltale: approval-mode: "Permissions"');
});

test("a name that no item has is named", async () => {
  const lines = await explained(PAYLOAD, { items: "model,modle", width: "80" });
  expect(lines).toContain("telltale: modle: no item has this name; see: telltale config items");
});

test("the width and where it comes from are told once", async () => {
  const lines = await explained(PAYLOAD, { items: "approval-mode,model", width: "12" });
  const widths = lines.filter((line) => line.startsWith("telltale: width: 12"));
  expect(widths).toHaveLength(1);
});

test("hostile texts of a payload stay on their lines, without control characters", async () => {
  const model = { id: "m", display_name: "\u001b[31mred\nline\u0007" };
  const lines = await explained({ ...PAYLOAD, model }, { items: "model,\u001b[31mx", width: "80" });
  for (const line of lines) {
    expect(line).toStartWith("telltale: ");
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  }
  expect(lines).toContain('telltale: model: "✦ red line"');
});

test("a payload that no harness sends: that, and the directory of the process", async () => {
  const lines = await explained({ nothing: "known" }, { items: "current-dir", width: "80" });
  expect(lines[0]).toBe("telltale: harness: none recognised");
  expect(lines.some((line) => line.startsWith("telltale: directory: this process's own"))).toBe(
    true,
  );
});

test("an item whose place another one takes is told from one that the row is too narrow for", async () => {
  const measured = {
    ...PAYLOAD,
    context_window: { context_window_size: 200_000, used_percentage: 42 },
  };
  expect(await explained(measured, { width: "160" })).toContain(
    "telltale: context-window: left out, as another item stands in for it",
  );
  const meter = await explained(measured, { items: "context-meter,context", width: "160" });
  expect(meter).toContain(
    "telltale: context-remaining: left out, as another item stands in for it",
  );
  const record = await explained(measured, { items: "model,build-mode", width: "160" });
  expect(record).toContain("telltale: model: left out, as another item stands in for it");
});

test("a line on which no item stands: that, and where to look", async () => {
  const lines = await explained(PAYLOAD, { items: "modle", width: "80" });
  expect(lines).toContain("telltale: no item stands on the line: the list of items names none");
  const own = await explained(PAYLOAD, { layout: "lines", width: "80" });
  expect(own).toContain("telltale: no item stands on the line: tui.lines has none");
  expect((await explained(PAYLOAD, { items: "model" })).join("\n")).not.toContain("no item stands");
});

test("a payload that ends too early: why, and nothing is said of items that were never asked", async () => {
  const lines = await explained('{"session_id": "s", "mod', { items: "approval-mode,model" });
  expect(lines.some((line) => line.includes("is not whole"))).toBe(true);
  expect(lines.filter((line) => /: (?:approval-mode|model):/.test(line))).toEqual([]);
});

test("a directory that was removed under the process: unknown, not the root", async () => {
  const options = { items: "current-dir,git-branch,model" };
  const lines = await explained({}, options, { cwd: "/", cwdIsGone: true });
  expect(lines).toContain("telltale: directory: unknown, as it was removed");
  expect(lines).toContain("telltale: current-dir: absent: the directory is not known");
  expect(lines).toContain('telltale: model: "✦ no model"');
});

test("a setting without effect: said, unless the call itself gives it one", async () => {
  const config = join(dir, "idle.yaml");
  writeFileSync(config, "tui: {lines: [{left: [model]}]}\n");
  const idle =
    "telltale: config: tui.lines: without effect while tui.layout is items; to change that: telltale config set tui.layout lines";
  expect(await explained(PAYLOAD, { config })).toContain(idle);
  expect(await explained(PAYLOAD, { config, layout: "lines" })).not.toContain(idle);
});
