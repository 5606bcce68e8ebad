/**
 * The checks that stand before the tests: one list for `npm test` and `npm run check`. Each is a
 * program to run and a reading of its output that says how much it looked at; a check that looked
 * at nothing has failed, whatever its exit code.
 */

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} command Program and arguments; `bun` stands for the Bun of the checkout.
 * @property {RegExp} count Finds in the output how many things were looked at, as its first group.
 * @property {string} unit What those things are.
 * @property {RegExp} [statistics] Lines of figures, which would stand between the errors and the eye.
 */

const TSC = ["bun", "node_modules/typescript-7/bin/tsc", "--diagnostics", "--project"];
const TSC_STATISTICS = /^[A-Z][a-z ]+: +[\d.]+[Ks]?$/;

/** @type {readonly Check[]} */
export const checks = [
  {
    name: "lint",
    command: ["bun", "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
    count: /Checked (\d+) files?/,
    unit: "files",
  },
  {
    name: "types",
    command: [...TSC, "."],
    count: /^Files:\s+(\d+)/m,
    unit: "files, libraries included",
    statistics: TSC_STATISTICS,
  },
  {
    // The same check by name: a project of its own, since pages know what the program must not.
    name: "types",
    command: [...TSC, "examples/xterm-tabs"],
    count: /^Files:\s+(\d+)/m,
    unit: "files of examples, libraries included",
    statistics: TSC_STATISTICS,
  },
  {
    name: "boundaries",
    command: ["bun", "scripts/boundaries.ts"],
    count: /(\d+) modules read/,
    unit: "modules",
  },
  {
    name: "unused",
    command: [
      "bun",
      "node_modules/knip/bin/knip.js",
      "--reporter=symbols",
      "--reporter=./scripts/knip-count.ts",
    ],
    count: /(\d+) files read/,
    unit: "files",
  },
  {
    name: "docs",
    command: ["bun", "scripts/docs.ts", "--check"],
    count: /(\d+) tables?/,
    unit: "tables",
  },
];
