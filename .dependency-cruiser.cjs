/**
 * Who may import whom. `npm run check -- boundaries` applies it to src/; a test plants a breach of
 * each rule and sees it caught. What is allowed but not obvious has its reason in the comment.
 */

const TESTS = "[.]test[.]ts$";
const NPM = ["npm", "npm-dev", "npm-peer", "npm-optional", "npm-no-pkg", "npm-unknown"];
/** The file in a room of members that says what a member is: members import it, and each other not. */
const CONTRACTS = "/(fact|item|cell|layout|probe|harness|panel|command)[.]ts$";

const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

/** The rooms a room may import, beside itself; a test of the room may use the test kit as well. */
const room = (name, below, comment) =>
  rule(
    `${name}-knows-only-below`,
    { path: `^src/${name}/`, pathNot: TESTS },
    { path: `^src/(?!(${[name, ...below].join("|")})/)` },
    comment,
  );

module.exports = {
  forbidden: [
    rule("no-circular", {}, { circular: true }, "a circle has no bottom to start reading at"),
    rule("nothing-missing", {}, { couldNotResolve: true }, "a path or package that is not there"),

    room("base", [], "everything stands on it"),
    room("text", ["base"], "columns and colour, no meaning"),
    room("wire", ["base", "text"], "an encoder can be used with no model"),
    room("files", ["base"], "how to write a file, not what stands in it"),
    room("tty", ["base", "wire"], "the terminal of the person, whoever reads or writes it"),
    room("status", ["base", "text", "wire"], "the model knows no disk and no configuration"),
    room("config", ["base", "text", "files", "status"], "what the person chose, in words of the model"),
    room("workflow", ["base", "text", "wire", "files", "config", "status"], "a peer of the sources"),
    room(
      "sources",
      ["base", "text", "wire", "files", "tty", "config", "status", "workflow"],
      "facts go up; who shows them is not known here",
    ),
    room(
      "runtime",
      ["base", "text", "wire", "files", "tty", "config", "status", "workflow", "sources"],
      "owns sessions; who shows them is not known here",
    ),
    room(
      "agent",
      [
        "base",
        "text",
        "wire",
        "files",
        "tty",
        "config",
        "status",
        "workflow",
        "sources",
        "runtime",
      ],
      "a harness of our own, used like any other",
    ),
    room(
      "surfaces",
      ["base", "text", "wire", "files", "tty", "config", "status"],
      "shows snapshots and asks with intents; where facts come from is not known here",
    ),
    rule(
      "cli-is-top",
      { path: "^src/", pathNot: "^src/(cli|testing)/" },
      { path: "^src/cli/" },
      "only the command line joins sources to surfaces; nothing stands on it",
    ),
    rule(
      "kit-below-surfaces",
      { path: "^src/testing/", pathNot: TESTS },
      { path: "^src/(cli|surfaces|runtime|agent)/" },
      "the test kit is used from every room, so it stands on the low ones",
    ),
    rule(
      "testing-for-tests",
      { path: "^src/", pathNot: `^src/testing/|${TESTS}` },
      { path: `^src/testing/|${TESTS}` },
      "the product does not carry its tests",
    ),
    rule(
      "src-stands-alone",
      { path: "^src/", pathNot: TESTS },
      { path: "^(test|bench|scripts|docs)/" },
      "what is shipped does not need the checkout around it",
    ),

    rule(
      "model-not-members",
      { path: "^src/status/(snapshot|automation|context)[.]ts$" },
      { path: "^src/status/(items|layouts)/" },
      "the facts of a session do not depend on how they are shown",
    ),
    rule(
      "model-knows-no-bytes",
      { path: "^src/status/(?!items/)", pathNot: TESTS },
      { path: "^src/wire/" },
      "statuses become messages above both; only an item may show a message as its text",
    ),
    rule(
      "facts-not-shown",
      { path: "^src/status/facts/" },
      { path: "^src/status/", pathNot: "^src/status/facts/" },
      "facts are the vocabulary of the model",
    ),
    rule(
      "items-not-layouts",
      { path: "^src/status/items/", pathNot: TESTS },
      { path: "^src/status/(layouts/|fit[.]ts|rows[.]ts)" },
      "an item does not know on which line it stands",
    ),
    rule(
      "members-apart",
      {
        path: "^src/(status/(?:facts|items|layouts)|sources/inbound|surfaces/(?:emit|host/panels|host/commands)|cli/(?:commands|smllm/commands))/.+",
        pathNot: `registry[.]ts$|/facts/fact[.]ts$|${TESTS}`,
      },
      { path: "^src/$1/", pathNot: `^src/$1/shared/|${CONTRACTS}` },
      "a member is added, read and removed alone; what two share goes to shared/",
    ),
    rule(
      "probes-apart",
      { path: "^src/sources/probes/([a-z0-9]+)[^/]*", pathNot: `registry[.]ts$|${TESTS}` },
      {
        path: "^src/sources/probes/",
        pathNot: "^src/sources/probes/($1[./-]|shared/|probe[.]ts$)",
      },
      "the files of one thing that is read share its name's first word: git.ts, git-head.ts",
    ),
    rule(
      "harnesses-apart",
      { path: "^src/sources/harnesses/([^/]+)/" },
      {
        path: "^src/sources/harnesses/",
        pathNot: `^src/sources/harnesses/($1|shared)/|^src/sources/harnesses/harness[.]ts$`,
      },
      "one harness changes without the others",
    ),
    rule(
      "protocols-apart",
      { path: "^src/wire/([^/]+)/" },
      { path: "^src/wire/[^/]+/", pathNot: "^src/wire/($1|osc)/" },
      "protocols share the framing of OSC and nothing else",
    ),
    rule(
      "surfaces-apart",
      { path: "^src/surfaces/([^/]+)/" },
      { path: "^src/surfaces/", pathNot: "^src/surfaces/($1|shared)/" },
      "one surface changes without the others",
    ),
    rule(
      "no-index-inside",
      { path: "^src/", pathNot: "/index[.]ts$" },
      { path: "^src/.+/index[.]ts$" },
      "an index file is a door for others; inside, the file itself is named",
    ),

    rule(
      "pure-no-platform",
      { path: "^src/(base|text|wire|status)/", pathNot: TESTS },
      { dependencyTypes: ["core"] },
      "these rooms run in Node, Bun and browsers",
    ),
    rule(
      "pure-no-npm",
      { path: "^src/(base|wire|status)/", pathNot: TESTS },
      { dependencyTypes: NPM },
      "these rooms can be taken as they are",
    ),
    rule(
      "text-one-width-table",
      { path: "^src/text/", pathNot: TESTS },
      { dependencyTypes: NPM, pathNot: "node_modules/get-east-asian-width/" },
      "the table of wide characters is the one thing not worth owning",
    ),
    rule(
      "width-table-one-door",
      { path: "^src/", pathNot: "^src/text/" },
      { path: "node_modules/get-east-asian-width/" },
      "one answer to how wide a text is",
    ),
    rule(
      "workflow-core-pure",
      { path: "^src/workflow/(engine|check|format|api|[^/]+[.]ts$)", pathNot: `^src/workflow/api/node|${TESTS}` },
      { dependencyTypes: ["core"] },
      "the engine and what reads machines for it run in Node, Bun and browsers",
    ),
    rule(
      "workflow-engine-no-npm",
      { path: "^src/workflow/(engine|check|api)/", pathNot: TESTS },
      { dependencyTypes: NPM },
      "the meaning of a machine is our own",
    ),
    rule(
      "engine-knows-only-ports",
      { path: "^src/workflow/engine/", pathNot: TESTS },
      { path: "^src/workflow/(?!(engine/|machine[.]ts|finding[.]ts))" },
      "disk, configs, hooks and tools stand on the engine",
    ),
    rule(
      "mcp-one-door",
      { path: "^src/", pathNot: `^src/workflow/tool/|${TESTS}` },
      { path: "node_modules/@modelcontextprotocol/" },
      "one server",
    ),
    rule(
      "toml-one-door",
      { path: "^src/", pathNot: "^src/files/splice/" },
      { path: "node_modules/toml-eslint-parser/" },
      "one reading of TOML",
    ),
    rule(
      "tui-one-door",
      { path: "^src/", pathNot: "^src/surfaces/host/screen/" },
      { path: "node_modules/@earendil-works/" },
      "views make rows; one folder knows what draws them",
    ),
    rule(
      "markdown-one-door",
      { path: "^src/", pathNot: "^src/surfaces/host/transcript/markdown/lex[.]ts$" },
      { path: "node_modules/marked/" },
      "one reading of Markdown",
    ),
    rule(
      "acp-one-door",
      { path: "^src/", pathNot: "^src/sources/acp/" },
      { path: "node_modules/@agentclientprotocol/" },
      "one client",
    ),
    rule(
      "tools-for-tests",
      { path: "^src/", pathNot: `^src/testing/|${TESTS}` },
      { dependencyTypes: ["npm-dev"] },
      "what the product needs is a dependency, not a development tool",
    ),
    rule(
      "line-stays-lean",
      { path: "^src/cli/commands/(statusline|hook)[.]ts$" },
      { path: "^src/(sources/acp|surfaces/(host|board)|runtime|agent)/", reachable: true },
      "the status line never loads what it does not show, not even late",
    ),
    {
      name: "shared-used-twice",
      severity: "error",
      comment: "what one file uses stands in that file",
      module: { path: "/shared/[^/]+[.]ts$", pathNot: TESTS, numberOfDependentsLessThan: 2 },
      from: { pathNot: TESTS },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "nobody imports it and it imports nobody",
      from: { orphan: true, pathNot: `(index|main)[.]ts$|^src/testing/|${TESTS}` },
      to: {},
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] },
  },
};
