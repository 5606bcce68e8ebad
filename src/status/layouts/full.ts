import type { Layout } from "./layout.ts";

/** Joins the items of the rate line; a contract, kept in ASCII mode too. */
const DOT = " · ";
const BAR = " | ";

/** Rate line, status line and quota line, as agent terminals draw them. */
export const full: Layout = {
  id: "full",
  describe: "Rate line, status line and quota line",
  lines: [
    {
      left: ["codemode", "sandbox", "preset", "fallback-model", "queue", "host-status"],
      right: [
        {
          group: [
            "rate",
            { item: "amount", join: " {bullet} " },
            { group: ["average-rate", "first-token"], glue: DOT, open: "(", close: ")" },
          ],
          glue: " ",
        },
        "billed-tokens",
        "cache-hit",
        "rebill",
        "fold-hint",
      ],
      separator: DOT,
      shrinks: false,
      drop: [
        "amount",
        "billed-tokens",
        "cache-hit",
        "rebill",
        "average-rate",
        "first-token",
        "host-status",
        "queue",
        "preset",
        "fallback-model",
        "sandbox",
        "codemode",
      ],
      dropsRest: false,
      spare: true,
    },
    {
      left: ["mode", "mode-hint"],
      right: [
        { group: ["model-reference", "thinking-level"], glue: " " },
        {
          group: [
            "context-percent",
            { item: "context-used", join: " " },
            { item: "context-size", join: "/" },
            { item: "context-auto", join: " " },
          ],
          glue: "",
        },
        { group: ["directory", "git-head", "ahead-behind", "line-changes"], glue: " " },
        "cost",
        "duration",
      ],
      separator: BAR,
      shrinks: false,
      drop: [
        "context-auto",
        "mode-hint",
        "thinking-level",
        "context-size",
        "line-changes",
        "directory",
        ["git-head", "ahead-behind"],
        "context-used",
        "duration",
        "cost",
        "context-percent",
        "model-reference",
      ],
      dropsRest: false,
    },
    {
      left: [],
      right: ["quota-first", "quota-first-reset", "quota-second", "quota-second-reset"],
      separator: BAR,
      shrinks: false,
      drop: ["quota-first-reset", "quota-second", "quota-second-reset"],
      dropsRest: false,
      spare: true,
      fromCols: 80,
    },
    {
      left: [],
      right: [
        { group: ["quota-first", "quota-first-reset"], glue: " " },
        { group: ["quota-second", "quota-second-reset"], glue: " " },
      ],
      separator: DOT,
      shrinks: false,
      drop: ["quota-first-reset", "quota-second", "quota-second-reset"],
      dropsRest: false,
      spare: true,
      belowCols: 80,
    },
  ],
};
