/**
 * `npm run test:real`: the real client, in a real PTY, against a fake of its model service. Prints a
 * line for each scenario and at the end what ran, what failed and what could not be had.
 */
import fs from "node:fs";
import { scriptArguments } from "../../scripts/arguments.ts";
import { CLIENT_PACKAGE, CLIENT_VERSION, clientsFolder, getClient } from "./client-package.ts";
import { createRecorder, recorderSettings } from "./recorder.ts";
import { createReport, type Report } from "./scenario.ts";
import { CLIENT_SCENARIOS } from "./scenarios/client.ts";
import { PRODUCT_SCENARIOS } from "./scenarios/product.ts";
import { openStage, type Stage } from "./stage.ts";
import { findTelltale, PRODUCT_SETTINGS } from "./telltale.ts";

const print = (line: string): void => console.log(line);
const USAGE = `usage: npm run test:real [-- --keep] [GROUP...]

Runs the real Claude Code in a terminal of its own against a model service that is faked, and says what
ran. The client is installed outside the checkout at the first run.

  GROUP    client (what the client does) or product (Telltale in it); both without it
  --keep   leave the workspaces for a look`;
const { values, positionals: wanted } = scriptArguments(USAGE, {
  options: { keep: { type: "boolean" } },
  allowPositionals: true,
});
const keep = values.keep === true;

function isWanted(group: string): boolean {
  return wanted.length === 0 || wanted.includes(group);
}

/** Stages whose client and services still run. */
const open = new Set<Stage>();

async function closeAll(): Promise<void> {
  for (const stage of open) await stage.close(keep);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    print(`stopped by ${signal}`);
    void closeAll().finally(() => process.exit(1));
  });

async function withStage(
  executable: string,
  settingsText: string | undefined,
  use: (stage: Stage) => Promise<void>,
): Promise<void> {
  const stage = await openStage(executable, settingsText);
  open.add(stage);
  try {
    await use(stage);
  } finally {
    await stage.close(keep);
    open.delete(stage);
    closing(stage);
  }
}

function closing(stage: Stage): void {
  if (stage.refused.length > 0)
    print(`  refused on the way out: ${[...new Set(stage.refused)].join(", ")}`);
  if (keep) print(`  kept: ${stage.workspace.root}`);
}

async function runClientGroup(report: Report, executable: string): Promise<void> {
  await withStage(executable, undefined, async (stage) => {
    const recorder = createRecorder(stage.workspace.root);
    fs.writeFileSync(stage.workspace.settingsFile, recorderSettings(recorder));
    await report.run("client", CLIENT_SCENARIOS, { ...stage, recorder }, stage.picture);
  });
}

async function runProductGroup(report: Report, executable: string): Promise<void> {
  await withStage(executable, PRODUCT_SETTINGS, async (stage) => {
    const telltale = findTelltale(stage.workspace);
    if (!telltale.ok) return report.missing("product", PRODUCT_SCENARIOS, telltale.reason);
    const { value } = telltale;
    await report.run("product", PRODUCT_SCENARIOS, { ...stage, telltale: value }, stage.picture);
  });
}

const GROUPS = [
  { name: "client", run: runClientGroup, scenarios: CLIENT_SCENARIOS },
  { name: "product", run: runProductGroup, scenarios: PRODUCT_SCENARIOS },
] as const;

async function main(): Promise<number> {
  const report = createReport(print);
  const folder = clientsFolder(process.env);
  const client = await getClient(folder, print);
  print(`${CLIENT_PACKAGE} ${CLIENT_VERSION}: ${client.ok ? client.value : client.reason}`);
  for (const group of GROUPS.filter(({ name }) => isWanted(name)))
    if (client.ok) await group.run(report, client.value);
    else report.missing(group.name, group.scenarios, client.reason);
  const { ok, failed, skipped, missing } = report.counts();
  if (missing > 0) print(`${missing} could not be had`);
  print(`${ok} passed, ${failed} failed, ${skipped + missing} skipped`);
  const lackingIsFailure = process.env.CI === "true" && missing > 0;
  return failed > 0 || lackingIsFailure ? 1 : 0;
}

process.exit(await main());
