/** Texts that reached the terminal as commands, and streams that gave no row. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { ITEMS } from "../../src/status/items/registry.ts";
import { LAYOUT_NAMES } from "../../src/status/plan.ts";
import { openSession, payloadOf, type Session } from "./line.ts";

let session: Session;
beforeEach(() => {
  session = openSession();
});
afterEach(() => session.end());

// covers: hostile-text
test("escape-in-model-name: no sequence, no second row and no byte of control, in any item", async () => {
  const file = join(
    import.meta.dir,
    "../fixtures/payloads/claude-code/24-hostile-control-characters_2.1.332.json",
  );
  const payload = fs.readFileSync(file, "utf8");
  const every = ITEMS.filter((item) => item.exclusive !== true).map((item) => item.id);
  const out = await session.render(payload, { options: { items: every.join(",") } });
  expect(out).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(out).toContain("✦ Opus 5.5 ·");
  expect(out).toContain("◇ xclick  gnp.exe");
  for (const layout of LAYOUT_NAMES) {
    const rows = await session.render(payload, { options: { layout, width: "100" } });
    expect(rows.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  }
});

// covers: format-tmux
test("format-signs-in-a-title: tmux shows them, and expands none", async () => {
  const payload = payloadOf({ session_name: "#(touch x) #{host} ##" });
  const out = await session.render(payload, {
    options: { items: "session-title", format: "tmux", color: "never" },
  });
  expect(out).toStartWith("◇ ##");
  expect(out).not.toMatch(/(?<!#)#[({]/);
});

// covers: payload-missing-members
test("members of every wrong type: the row of what is left, never a word of the machine", async () => {
  const wrong = [null, 0, -1, "", "x", [], {}, true, 1e308, [[]], { a: null }];
  const keys = Object.keys(
    payloadOf({ cost: 0, context_window: 0, rate_limits: 0, pr: 0, vim: 0 }),
  );
  for (const key of keys) {
    for (const value of wrong) {
      const payload = { ...payloadOf({}), [key]: value };
      const out = await session.render(payload, { options: { layout: "full", width: "120" } });
      expect(out).not.toMatch(/undefined|NaN|Infinity|\[object/);
    }
  }
});

// covers: payload-future-members
test("members that no version sends yet: passed over", async () => {
  const payload = payloadOf({ brand_new: { deep: [1, { x: 2 }] }, session_name: "n" });
  expect(await session.render(payload)).toBe(
    await session.render(payloadOf({ session_name: "n" })),
  );
});

// covers: unknown-is-absent
test("an empty object: no figure of any kind is made up", async () => {
  for (const layout of ["items", "full", "compact"]) {
    const out = await session.render("{}", { options: { layout, width: "200" } });
    expect(out).not.toMatch(/\d%|\$[\d?]|\d[kM]?\/|\d+[smh]\b/);
  }
});
