/**
 * `npm start`: sets the checkout up if need be and runs the program with nothing configured. The
 * compiled program is taken if there is one that the sources have not outrun: `bin/telltale` knows.
 */
import { join } from "node:path";
import { become } from "./run.mjs";
import { root, setUp } from "./setup.mjs";

const bun = setUp();
const args = process.argv.slice(2);
if (process.platform === "win32") become(bun, [join(root, "src", "cli", "main.ts"), ...args]);
else become(join(root, "bin", "telltale"), args);
