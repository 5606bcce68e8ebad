/**
 * What stands here for each widget and setting of ccstatusline (settings versions 1 to 4). A table:
 * a test holds it against the widgets of the installed package, so that none is forgotten.
 */
import type { ItemOptions } from "../../config/settings.ts";

/** An item that shows the same, or nearly. */
export interface ShownRule {
  readonly kind: "item";
  readonly item: string;
  readonly options?: ItemOptions;
  /** Members of the widget, or of its metadata, the first of which is the item's own text. */
  readonly textFrom?: readonly string[];
  /** What is not the same, as the end of a sentence. */
  readonly differs?: string;
}

/** Nothing shows it. */
export interface MissingRule {
  readonly kind: "none";
  readonly why: string;
}

/** The rule depends on a member of the widget's metadata. */
export interface ChoiceRule {
  readonly kind: "by-metadata";
  readonly key: string;
  readonly cases: ReadonlyMap<string, WidgetRule>;
  readonly otherwise: WidgetRule;
}

/** `separator` and `flex-separator` shape the line; `command` is the person's own program. */
export type WidgetRule =
  | ShownRule
  | MissingRule
  | ChoiceRule
  | { readonly kind: "separator" | "flex" }
  | { readonly kind: "command" };

const item = (id: string, differs?: string, options?: ItemOptions): ShownRule => ({
  kind: "item",
  item: id,
  ...(differs !== undefined && { differs }),
  ...(options !== undefined && { options }),
});
const counts = (differs: string | undefined, ...show: string[]): ShownRule =>
  item("git-counts", differs, { show });
const none = (why: string): MissingRule => ({ kind: "none", why });
const flag = (key: string, set: WidgetRule, otherwise: WidgetRule): ChoiceRule => ({
  kind: "by-metadata",
  key,
  cases: new Map([["true", set]]),
  otherwise,
});

const BOTH_SIGNS = "added and removed lines are one item";
const SIGN_AND_NUMBER = "the number stands beside the sign";
const ALL_TOKENS = "prompt, output and cache are one item";
const OWNER_AND_NAME = "owner and name are one item";
const ONE_SPEND = "spending, limit and share are one item";
const OTHER_REMOTE = none("one remote is read: the one of the branch, else origin");
const NO_JJ = none("Jujutsu is not read");
const NO_SPEED = none("Claude Code does not report speeds");
const ONE_WEEK = none("Claude Code reports the week of all models only");
const NOT_TOLD = none("Claude Code tells a status line nothing about it");
const GAUGE_LEFT = "the gauge shows what is left";
const GAUGE_USED = "rows below 110 columns show the figure alone";

/** By type of widget. */
export const WIDGET_RULES: ReadonlyMap<string, WidgetRule> = new Map<string, WidgetRule>([
  ["separator", { kind: "separator" }],
  ["flex-separator", { kind: "flex" }],
  ["custom-command", { kind: "command" }],
  ["custom-text", { kind: "item", item: "text", textFrom: ["customText"] }],
  ["custom-symbol", { kind: "item", item: "text", textFrom: ["customSymbol"] }],
  [
    "link",
    { kind: "item", item: "text", textFrom: ["text", "url"], differs: "the text is no link" },
  ],

  ["model", item("model")],
  ["output-style", item("output-style")],
  ["thinking-effort", item("thinking-level")],
  ["vim-mode", item("vim-mode")],
  ["version", item("version")],
  ["session-name", item("session-title")],
  ["session-clock", item("duration")],
  ["session-cost", item("cost")],
  ["terminal-width", item("terminal-width")],
  ["current-working-dir", item("current-dir", "the path shortens by itself on narrow rows")],

  ["git-branch", item("git-branch")],
  ["git-changes", item("line-changes")],
  ["git-insertions", item("line-changes", BOTH_SIGNS)],
  ["git-deletions", item("line-changes", BOTH_SIGNS)],
  ["git-staged-files", counts(undefined, "staged")],
  ["git-unstaged-files", counts(undefined, "unstaged")],
  ["git-untracked-files", counts(undefined, "untracked")],
  ["git-staged", counts(SIGN_AND_NUMBER, "staged")],
  ["git-unstaged", counts(SIGN_AND_NUMBER, "unstaged")],
  ["git-untracked", counts(SIGN_AND_NUMBER, "untracked")],
  ["git-conflicts", counts(undefined, "conflicts")],
  ["git-status", counts(SIGN_AND_NUMBER, "conflicts", "staged", "unstaged", "untracked")],
  ["git-clean-status", none("git-counts names what is not clean; a clean tree shows nothing")],
  ["git-root-dir", none("directory names the working directory, which may be below the root")],
  ["git-review", item("review-link", "state is the item review-state; the title is not known")],
  ["git-ci-status", none("nothing asks a forge for its checks")],
  ["git-ahead-behind", item("ahead-behind")],
  ["git-sha", item("git-head", "the branch stands before the commit")],
  ["git-worktree", item("worktree")],
  ["git-origin-owner", item("repository", OWNER_AND_NAME)],
  ["git-origin-repo", item("repository", OWNER_AND_NAME)],
  ["git-origin-owner-repo", item("repository")],
  ["git-upstream-owner", OTHER_REMOTE],
  ["git-upstream-repo", OTHER_REMOTE],
  ["git-upstream-owner-repo", OTHER_REMOTE],
  ["git-is-fork", OTHER_REMOTE],
  ["worktree-mode", item("worktree", "it shows the name")],
  ["worktree-name", item("worktree")],
  ["worktree-branch", item("git-branch")],
  ["worktree-original-branch", none("no item shows the branch that a worktree was made from")],

  ["jj-bookmarks", NO_JJ],
  ["jj-workspace", NO_JJ],
  ["jj-root-dir", NO_JJ],
  ["jj-changes", NO_JJ],
  ["jj-insertions", NO_JJ],
  ["jj-deletions", NO_JJ],
  ["jj-description", NO_JJ],
  ["jj-revision", NO_JJ],

  ["tokens-input", item("billed-tokens", ALL_TOKENS)],
  ["tokens-output", item("billed-tokens", ALL_TOKENS)],
  ["tokens-cached", item("billed-tokens", ALL_TOKENS)],
  ["tokens-total", item("billed-tokens", ALL_TOKENS)],
  ["cache-hit-rate", flag("cacheScopeSession", item("cache-read-ratio"), item("cache-hit"))],
  [
    "cache-read",
    flag(
      "cacheScopeSession",
      item("billed-tokens", ALL_TOKENS),
      none("cache reads are shown for the session only, by billed-tokens"),
    ),
  ],
  [
    "cache-write",
    flag(
      "cacheScopeSession",
      item("billed-tokens", ALL_TOKENS),
      none("cache writes are shown for the session only, by billed-tokens"),
    ),
  ],
  ["cache-timer", item("cache-countdown", "the end is the one that Claude Code reports")],
  ["input-speed", NO_SPEED],
  ["output-speed", NO_SPEED],
  ["total-speed", NO_SPEED],

  ["context-length", item("context-used")],
  ["context-window", item("context-window")],
  ["context-bar", item("context-meter", GAUGE_LEFT)],
  [
    "context-percentage",
    {
      kind: "by-metadata",
      key: "display",
      cases: new Map([
        ["slider", flag("inverse", item("context-meter"), item("context-short", GAUGE_USED))],
        ["slider-only", flag("inverse", item("context-meter"), item("context-short", GAUGE_USED))],
      ]),
      otherwise: flag("inverse", item("context-remaining"), item("context-percent")),
    },
  ],
  [
    "context-percentage-usable",
    flag(
      "inverse",
      item("context-remaining", "100 % is the whole window"),
      item("context-percent", "100 % is the whole window"),
    ),
  ],
  ["compaction-counter", none("summaries of the context are not counted")],

  ["session-usage", item("quota-first")],
  ["weekly-usage", item("quota-second")],
  ["reset-timer", item("quota-first-reset")],
  ["weekly-reset-timer", item("quota-second-reset")],
  ["block-timer", none("quota-first-reset shows what is left of the window, not what has passed")],
  ["weekly-sonnet-usage", ONE_WEEK],
  ["weekly-opus-usage", ONE_WEEK],
  ["fable-weekly-usage", ONE_WEEK],
  ["extra-usage-utilization", item("spend-limit", ONE_SPEND)],
  ["extra-usage-remaining", item("spend-limit", ONE_SPEND)],
  ["extra-usage-used", item("spend-limit", ONE_SPEND)],

  ["claude-session-id", none("no item shows it; `statusline --format json` has it")],
  ["claude-account-email", none("nothing reads who is logged in")],
  ["claude-status", none("no item asks the network")],
  ["free-memory", none("nothing reads the memory of the machine")],
  ["sandbox-status", NOT_TOLD],
  ["skills", NOT_TOLD],
  ["voice-status", NOT_TOLD],
  ["remote-control-status", NOT_TOLD],
]);

/** Types that were renamed. */
export const RENAMED_WIDGETS: ReadonlyMap<string, string> = new Map([["git-pr", "git-review"]]);

/** Members of a widget that items do not have. */
export const MEMBER_REASONS: ReadonlyMap<string, string> = new Map([
  ["color", "items have the colours of the theme"],
  ["backgroundColor", "items have the colours of the theme"],
  ["bold", "items have the colours of the theme"],
  ["dim", "items have the colours of the theme"],
  ["rawValue", "items bring their own labels, and narrower forms without them"],
  ["numberFormat", "each item writes its figures in one way"],
  ["maxWidth", "items shorten by themselves on narrow rows"],
  ["excludeFromAutoAlign", "lines are not aligned with each other"],
]);

/** A setting that has no counterpart unless it has its default. */
export interface GlobalRule {
  /** Dotted path. */
  readonly key: string;
  readonly defaults: readonly unknown[];
  readonly why: string;
}

const THEME = "the theme and the terminal decide colours (tui.theme, NO_COLOR, COLORTERM)";
const ARROWS = "powerline rows have one look";

/** Settings beside the lines. Those of its own caches and its own installation concern nobody here. */
export const GLOBAL_RULES: readonly GlobalRule[] = [
  { key: "flexMode", defaults: ["full"], why: "rows take the width that the client leaves" },
  { key: "colorLevel", defaults: [2, 3], why: THEME },
  { key: "overrideForegroundColor", defaults: ["", "none"], why: THEME },
  { key: "overrideBackgroundColor", defaults: ["", "none"], why: THEME },
  { key: "globalBold", defaults: [false], why: THEME },
  { key: "inheritSeparatorColors", defaults: [false], why: THEME },
  { key: "minimalistMode", defaults: [false], why: "items bring their own labels" },
  { key: "numberFormat", defaults: [{}], why: "each item writes its figures in one way" },
  { key: "powerline.separators", defaults: [["\ue0b0"]], why: ARROWS },
  { key: "powerline.separatorInvertBackground", defaults: [[false]], why: ARROWS },
  { key: "powerline.startCaps", defaults: [[]], why: ARROWS },
  { key: "powerline.endCaps", defaults: [[]], why: ARROWS },
  { key: "powerline.theme", defaults: ["", "custom"], why: ARROWS },
  { key: "powerline.autoAlign", defaults: [false], why: "lines are not aligned with each other" },
  { key: "powerline.continueThemeAcrossLines", defaults: [false], why: ARROWS },
];
