/**
 * `node scripts/with-bun.mjs scripts/xterm-tabs-picture.ts`: draws `docs/osc7501-tabs.png`, the page of
 * `examples/xterm-tabs` some seconds into its recorded streams. Needs Chromium, so it is no part of
 * `npm run docs`: draw it anew when the page looks different.
 */
import { statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "../examples/xterm-tabs/build.ts";
import { chromiumPath, startChromium } from "../src/testing/chromium.ts";

/** When the tabs show most of what there is: work with and without a share, a question, both ends. */
const MOMENT_MS = 12_000;
const SIZE = { width: 1080, height: 470 };
/** A picture in a document that loads at once. */
const MAX_BYTES = 150_000;

const path = chromiumPath();
if (path === undefined) throw new Error("Chromium is missing (Debian package `chromium`)");
const page = await buildPage();
const target = join(import.meta.dir, "../docs/osc7501-tabs.png");
const { browser, end } = await startChromium(path);
try {
  const context = await browser.newContext({
    viewport: SIZE,
    // Sharp also where the document is read on a fine screen.
    deviceScaleFactor: 1.5,
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  const tab = await context.newPage();
  await tab.clock.install();
  await tab.setContent(page);
  await tab.clock.runFor(MOMENT_MS);
  const picture = await tab.screenshot();
  if (picture.length > MAX_BYTES) throw new Error(`${picture.length} bytes are too many`);
  writeFileSync(target, picture);
  writeSync(1, `${target}: ${statSync(target).size} bytes\n`);
} finally {
  await end();
}
