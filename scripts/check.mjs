/**
 * `npm run check`: the checks and then the tests, as `npm test`. With arguments, only the checks of
 * those names and no tests: `npm run check -- lint types`.
 */
import { checks } from "./checks.mjs";
import { setUp } from "./setup.mjs";
import { verify } from "./verify.mjs";

const wanted = process.argv.slice(2);
if (wanted.includes("--help") || wanted.includes("-h")) {
  process.stdout.write(
    `usage: npm run check [-- NAME...]\n\nRuns the checks and all tests; with names only those checks: ${names()}.\n`,
  );
  process.exit(0);
}
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  process.stderr.write(`no check is called ${unknown.join(", ")}; there are: ${names()}\n`);
  process.exit(2);
}
const chosen = wanted.length === 0 ? checks : checks.filter(({ name }) => wanted.includes(name));
await verify(setUp(), { checks: chosen, tests: wanted.length === 0 ? [""] : [] });

function names() {
  return [...new Set(checks.map((check) => check.name))].join(", ");
}
