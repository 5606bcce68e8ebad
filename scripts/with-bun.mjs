/** `node scripts/with-bun.mjs SCRIPT [ARGS...]`: sets the checkout up, then runs the script in Bun. */
import { become } from "./run.mjs";
import { setUp } from "./setup.mjs";

const args = process.argv.slice(2);
if (args.length === 0) {
  process.stderr.write("usage: node scripts/with-bun.mjs SCRIPT [ARGS...]\n");
  process.exit(2);
}
become(setUp(), args);
