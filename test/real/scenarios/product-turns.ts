/** What the product knows and shows while the person works in the client. */
import { asCount, asRecord, asText } from "../../../src/base/shape.ts";
import { PROMPTS } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";
import { factsOf, type ProductStage } from "../telltale.ts";
import { nudge, REDRAW_MS, reply, setItems, WAIT_MS } from "./product-steps.ts";

const INTERRUPT_MS = 3000;

function phaseOf(stage: ProductStage): string | undefined {
  return asText(asRecord(factsOf(stage).turn)?.phase);
}

function interactionsOf(stage: ProductStage): readonly unknown[] {
  const { interactions } = factsOf(stage);
  return Array.isArray(interactions) ? interactions : [];
}

const mode: Scenario<ProductStage> = {
  id: "mode",
  title: "Shift+Tab: the row names the permission mode of each prompt, and plan mode",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    setItems(stage, ["approval-mode", "plan-mode", "context-remaining"]);
    for (const [footer, label] of [
      ["manual mode", /Ask/],
      ["accept edits", /Accept edits/],
      ["plan mode", /PLAN/],
      ["auto mode", /Auto/],
      ["manual mode", /Ask/],
    ] as const) {
      check(await claude.switchMode(footer), `the client is in ${footer}`, claude.footer);
      await reply(stage, PROMPTS.text);
      check(
        await claude.waitLine((row) => label.test(row)),
        `${footer}: ${label}`,
        claude.lineRows,
      );
    }
    check(!claude.lineRows().join("").includes("PLAN"), "plan mode is over", claude.lineRows);
  },
};

const permission: Scenario<ProductStage> = {
  id: "permission",
  title: "a tool call that must be approved: an open permission, and none once it is approved",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    check(await claude.switchMode("manual mode"), "the client asks for permissions", claude.footer);
    await claude.say(PROMPTS.tool);
    check(await claude.waitStatus("waiting"), "the client waits", claude.registry);
    check(await claude.waitDialog(), "the dialog opens");
    const open = asRecord(interactionsOf(stage)[0]);
    check(open?.asks === "permission", "a permission is open", () => factsOf(stage));
    check(phaseOf(stage) === "running", "the turn runs on", () => factsOf(stage).turn);
    claude.pty.press("enter");
    check(await claude.waitStatus("idle"), "the turn ends", claude.registry);
    await Bun.sleep(REDRAW_MS);
    check(interactionsOf(stage).length === 0, "no permission is open", () => interactionsOf(stage));
    check(phaseOf(stage) !== "running", "no turn runs", () => factsOf(stage).turn);
  },
};

const refusal: Scenario<ProductStage> = {
  id: "refusal",
  title: "a permission refused with Esc, for which no hook fires: nothing stays open",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    check(await claude.switchMode("manual mode"), "the client asks for permissions", claude.footer);
    await claude.say(PROMPTS.tool);
    check(await claude.waitDialog(), "the dialog opens");
    claude.pty.press("escape");
    check(await claude.waitStatus("idle", WAIT_MS), "the client is idle", claude.registry);
    check(interactionsOf(stage).length === 0, "no permission is open", () => interactionsOf(stage));
    check(phaseOf(stage) !== "running", "no turn runs", () => factsOf(stage).turn);
    await claude.clearComposer();
  },
};

const interrupt: Scenario<ProductStage> = {
  id: "interrupt",
  title: "Esc during a turn, for which no hook fires: the turn is over all the same",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    await claude.say(PROMPTS.slow);
    check(await claude.waitStatus("busy"), "the client is busy", claude.registry);
    await Bun.sleep(REDRAW_MS);
    check(phaseOf(stage) === "running", "the turn runs", () => factsOf(stage).turn);
    claude.pty.press("escape");
    check(await claude.waitStatus("idle", INTERRUPT_MS), "the client is idle", claude.registry);
    check(phaseOf(stage) !== "running", "no turn runs", () => factsOf(stage).turn);
    await claude.clearComposer();
  },
};

const compact: Scenario<ProductStage> = {
  id: "compact",
  title: "/compact: the use of context is the summary's or unknown, then real with the next reply",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    setItems(stage, ["model", "context-remaining"]);
    await reply(stage, PROMPTS.text);
    const real = (row: string): boolean => row.includes("Context 88% left");
    check(await claude.waitLine(real), "known before", claude.lineRows);
    await claude.say("/compact");
    const done = (): unknown =>
      claude.transcript().findLast((line) => line.subtype === "compact_boundary");
    check(await claude.pty.wait(done, WAIT_MS), "the transcript says it was done");
    await nudge(stage);
    const row = claude.lineRows().join(" ");
    check(row.includes("Opus"), "the row stands", claude.lineRows);
    const left = /(\d+)% left/.exec(row)?.[1];
    const size = asCount(asRecord(asRecord(done())?.compactMetadata)?.postTokens) ?? 0;
    const windowTokens = 1_000_000;
    const expected = Math.round(((windowTokens - size) / windowTokens) * 100);
    const right = left === undefined || Math.abs(Number(left) - expected) <= 1;
    check(right, `unknown or ${expected}% left (${size} tokens)`, claude.lineRows);
    await reply(stage, PROMPTS.text);
    check(await claude.waitLine(real), "real again", claude.lineRows);
  },
};

const clear: Scenario<ProductStage> = {
  id: "clear",
  title: "/clear: another session; the old one's cost and context are gone from the row",
  needs: ["row"],
  async run(stage) {
    const claude = stage.claude();
    setItems(stage, ["model", "session-title", "cost", "context-remaining"]);
    await claude.say("/rename Night shift");
    const titled = (row: string): boolean => row.includes("◇ Night shift");
    check(await claude.waitLine(titled), "the title is on the row", claude.lineRows);
    check(await claude.waitLine((row) => /\$\d/.test(row)), "so is the cost", claude.lineRows);
    const before = claude.registry()?.sessionId;
    await claude.say("/clear");
    const another = (): boolean => claude.registry()?.sessionId !== before;
    check(await claude.pty.wait(another, WAIT_MS), "the session has another id");
    const clean = (row: string): boolean => !/\$0*\.?[1-9]|% left/.test(row);
    check(
      await claude.waitLine((row) => row.includes("Opus") && clean(row)),
      "clean",
      claude.lineRows,
    );
    // The client keeps a title given by hand and draws it above the composer; the row must agree.
    const kept = claude.pty.screen().some((row) => /─ Night shift ─/.test(row));
    check(claude.lineRows().some(titled) === kept, "the title is the client's", claude.lineRows);
    const session = asRecord(factsOf(stage).session);
    check(session?.id === claude.registry()?.sessionId, "the facts are the new session's");
    check(phaseOf(stage) !== "running", "no turn runs", () => factsOf(stage).turn);
  },
};

/** In the order of their story. */
export const TURN_SCENARIOS: readonly Scenario<ProductStage>[] = [
  mode,
  permission,
  refusal,
  interrupt,
  compact,
  clear,
];
