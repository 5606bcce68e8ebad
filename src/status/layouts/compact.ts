import type { Layout } from "./layout.ts";

/** One line; hosts split it on its separator, so that is ` · ` always and stands in no item. */
export const compact: Layout = {
  id: "compact",
  describe: "One line that hosts can split",
  lines: [
    {
      left: ["mode", "mode-hint"],
      right: [
        { item: "model-reference", options: { fallback: true } },
        "thinking-level",
        { item: "billed-tokens", options: { style: "short" } },
        "cache-hit",
        "cost",
        "rebill",
        "context-short",
        {
          group: ["directory", "git-head", { item: "line-changes", options: { style: "short" } }],
          glue: " ",
        },
        "duration",
        "queue",
        "codemode",
        "sandbox",
        "preset",
        { item: "host-status", options: { style: "short" } },
        "quota-short",
      ],
      separator: " · ",
      shrinks: false,
      drop: [
        "quota-short",
        "mode-hint",
        "host-status",
        "preset",
        "rebill",
        "cost",
        "cache-hit",
        "billed-tokens",
        "thinking-level",
        "queue",
        "codemode",
        "sandbox",
        "line-changes",
        "directory",
        "git-head",
        "duration",
        "context-short",
        "model-reference",
      ],
      dropsRest: false,
      recolor: {
        tone: "dim",
        except: ["mode", "model-reference", "context-short", "queue", "rebill", "codemode"],
      },
    },
  ],
};
