import { expect, test } from "bun:test";
import type { Composer } from "./composer/composer.ts";
import type { HostContext } from "./context.ts";
import { hostKeys } from "./host-keys.ts";
import type { Screen } from "./screen/screen.ts";
import { textsIn } from "./texts/texts.ts";

/** The host's keys over a draft, without a session. */
function keysWorld() {
  let draft = "";
  let nowMs = 0;
  const seen = { quits: 0 };
  const composer = {
    text: () => draft,
    setText: (text: string) => {
      draft = text;
    },
    isCompleting: () => false,
  } as unknown as Composer;
  const context = {
    ports: { runtime: { session: () => undefined }, system: { nowMs: () => nowMs } },
    texts: textsIn("en"),
    ui: {
      notify() {},
      quit() {
        seen.quits += 1;
      },
    },
  } as unknown as HostContext;
  const keys = hostKeys({
    context,
    composer,
    screen: { mode: () => "regular" } as unknown as Screen,
    nextLayout: () => "items",
    toggleDetails() {},
    lend: (use) => use(),
    suspend() {},
  });
  return {
    seen,
    draft: () => draft,
    press(...names: readonly string[]) {
      for (const name of names) {
        const isText = name.length === 1;
        const isTaken = keys.outside({ name, raw: name, ...(isText && { text: name }) });
        if (!isTaken && isText) draft += name;
      }
    },
    passMs: (ms: number) => {
      nowMs += ms;
    },
  };
}

// covers: screen-leave-twice
test("ctrl+c twice: leaves; with another key or two seconds between, it does not", () => {
  const world = keysWorld();
  world.press("ctrl+c", "a", "ctrl+c");
  expect({ quits: world.seen.quits, draft: world.draft() }).toEqual({ quits: 0, draft: "" });
  world.passMs(2_001);
  world.press("ctrl+c");
  expect(world.seen.quits).toBe(0);
  world.press("ctrl+c");
  expect(world.seen.quits).toBe(1);
});
