/** The context window as people saw it go wrong: invented zeros, stale shares, guessed sizes. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { openSession, payloadOf, type Session } from "./line.ts";

const ITEMS = { items: "context-remaining,context-percent,context-usage" };

let session: Session;
beforeEach(() => {
  session = openSession();
});
afterEach(() => session.end());

function usage(tokens: number, size = 200_000, more: object = {}): object {
  return {
    context_window: {
      context_window_size: size,
      current_usage: { input_tokens: tokens, cache_read_input_tokens: 0, output_tokens: 9 },
      ...more,
    },
  };
}

const ZEROS = {
  context_window_size: 1_000_000,
  current_usage: { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 },
  used_percentage: 0,
  remaining_percentage: 100,
};

function transcript(...lines: readonly object[]): string {
  const path = join(session.folder, "transcript.jsonl");
  fs.writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  return path;
}

function answer(id: string, tokens: number): object {
  const billed = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: tokens - 10 };
  return { type: "assistant", message: { id, model: "m", content: [], usage: billed } };
}

function summary(preTokens: number, postTokens: number): object {
  return {
    type: "system",
    subtype: "compact_boundary",
    compactMetadata: { preTokens, postTokens },
  };
}

const show = (members: object, options: Record<string, string> = ITEMS) =>
  session.render(payloadOf(members), { options });

// covers: context-zeros-unknown
describe("zero-after-compact", () => {
  test("zeros in a session that had usage: no share at all, then the next reply's", async () => {
    expect(await show(usage(400_000, 1_000_000))).toStartWith("Context 60% left");
    expect(await show({ context_window: ZEROS })).toBe("");
    expect(await show({ context_window: ZEROS }, { items: "context-window" })).toBe("Context 1M");
    expect(await show(usage(31_000, 1_000_000))).toStartWith("Context 97% left");
  });

  test("zeros with a transcript that tells the size of the summary: that size, as an estimate", async () => {
    const path = transcript(answer("a", 400_000), summary(400_000, 90_000));
    await show({ transcript_path: path, ...usage(400_000, 1_000_000) });
    const shown = await show({ transcript_path: path, context_window: ZEROS });
    expect(shown).toBe("Context 91% left │ Ctx ≈9.0% │ ≈90k/1.0M");
  });
});

// covers: context-after-compact
test("stuck-at-the-old-share: usage from before a summary is not shown after it", async () => {
  const path = transcript(answer("a", 144_000));
  const none = { context_window: { context_window_size: 200_000, current_usage: null } };
  const before = await show({ transcript_path: path, ...usage(144_000) });
  expect(before).toBe("Context 28% left │ Ctx 72.0% │ 144k/200k");
  fs.appendFileSync(path, `${JSON.stringify(summary(144_000, 90_000))}\n`);
  const after = await show({ transcript_path: path, ...none });
  expect(after).toBe("Context 55% left │ Ctx ≈45.0% │ ≈90k/200k");
});

// covers: context-flicker
test("flickers-to-null: a payload without usage keeps the last of its session, and of no other", async () => {
  const none = { context_window: { context_window_size: 200_000, current_usage: null } };
  const full = "Context 80% left │ Ctx 20.0% │ 40k/200k";
  expect(await show(usage(40_000))).toBe(full);
  expect(await show(none)).toBe(full);
  expect(await show(usage(40_000))).toBe(full);
  expect(await show({ ...none, session_id: "c0ffee00-0000-4000-8000-0000000000bb" })).toBe("");
});

// covers: context-overflow
test("window-smaller-than-its-use: both figures with a question mark, no claim of a share", async () => {
  const shown = await show(usage(263_781), { items: "context-usage" });
  expect(shown).toBe("264k of 200k?");
  // What is left of such a window is nothing, by the rule for the item.
  expect(await show(usage(263_781), { items: "context-remaining" })).toBe("Context 0% left");
});

// covers: context-window-source
describe("window-guessed-from-the-name", () => {
  const items = { items: "context-window" };
  const long = { id: "claude-opus-4-6[1m]", display_name: "Opus 4.6 (1M context)" };

  test("the size of the payload counts, whatever the name says", async () => {
    const size = (context_window_size: number) => ({
      model: long,
      context_window: { context_window_size },
    });
    expect(await show(size(200_000), items)).toBe("Context 200K");
    expect(await show(size(1_000_000), items)).toBe("Context 1M");
  });

  test("no size, a name that says 1M: that; no size and no word of it: nothing is claimed", async () => {
    expect(await show({ model: long }, items)).toBe("Context 1M");
    expect(await show({ model: { id: "claude-opus-4-6" } }, items)).toBe("");
  });

  test("a model without any mark of its size: the payload's size all the same", async () => {
    const model = { id: "claude-fable-5-1", display_name: "Fable 5.1" };
    const shown = await show(
      { model, ...usage(175_000, 1_000_000) },
      { items: "context-usage,context-remaining" },
    );
    expect(shown).toBe("175k/1.0M │ Context 83% left");
  });
});

// covers: context-window-source
test("share-of-a-fixed-200k: a stated 19 % of 1,000,000 stays 19 %", async () => {
  const context_window = { context_window_size: 1_000_000, used_percentage: 19 };
  expect(await show({ context_window }, { items: "context-percent" })).toBe("Ctx 19.0%");
});

// covers: context-no-hidden-buffer
test("hidden-buffer: a stated 5 % used is 5 % used and 95 % left, here and in the layouts", async () => {
  const context_window = {
    context_window_size: 200_000,
    used_percentage: 5,
    remaining_percentage: 95,
  };
  expect(await show({ context_window }, { items: "context-percent,context-remaining" })).toBe(
    "Ctx 5.0% │ Context 95% left",
  );
  expect(await show({ context_window }, { layout: "compact", width: "80" })).toContain("ctx 5%");
});

// covers: payload-missing-members
test("no-context-window-at-all: the item is absent, the rest of the line is there", async () => {
  const file = join(
    import.meta.dir,
    "../fixtures/payloads/claude-code/19-legacy-no-context-window_1.0.80.json",
  );
  expect(await session.render(fs.readFileSync(file, "utf8"))).toBe(
    "/Users/kim/site │ Permissions │ ✦ Opus 4.1",
  );
});
