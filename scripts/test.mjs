/**
 * `npm test`: everything that CI runs, which is the checks and then the tests. With arguments, only
 * the test files whose paths contain one of them. The last line is `N passed, N failed`.
 */
import { checks } from "./checks.mjs";
import { setUp } from "./setup.mjs";
import { verify } from "./verify.mjs";

const wanted = process.argv.slice(2);
if (wanted.includes("--help") || wanted.includes("-h")) {
  process.stdout.write(
    "usage: npm test [-- TEXT...]\n\nRuns the checks and all tests; with texts only the test files with one of them in their path.\n",
  );
  process.exit(0);
}
const bun = setUp();
await verify(bun, wanted.length === 0 ? { checks, tests: [""] } : { checks: [], tests: wanted });
