/**
 * `npm run pack`: the npm tarballs in `dist/npm`: `telltale`, which is small and has the documents and
 * the libraries of the protocols (`telltale/osc7501`, `telltale/progress`, `telltale/record`), and one
 * package a platform with the executable, of which npm installs the one that fits. Executables for other machines are
 * cross-compiled; Bun gets their runtime from the npm registry, once.
 *
 * `--only NAME,...`: those platforms only (`host` is the one of this machine), and `telltale`.
 * `--out FOLDER`: write the tarballs there.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { description, license, name as mainName, version } from "../package.json";
import { scriptArguments } from "./arguments.ts";
import { checkout, compileProgram } from "./compile.ts";
import { writeDoors } from "./doors.ts";
import { copyDocuments } from "./packed-documents.ts";
import { hostPlatform, type Platform, packageName, platforms } from "./platforms.ts";

const USAGE = `usage: npm run pack [-- --only NAME,...] [--out FOLDER]

Packs npm tarballs: telltale, and a package with the executable for each platform.

  --only NAME,...   only for these: host (this machine), ${platforms.map(({ name }) => name).join(", ")}
  --out FOLDER      where to put them; dist/npm without it`;
const { values } = scriptArguments(USAGE, {
  options: { only: { type: "string" }, out: { type: "string" } },
});
const startedAtMs = Date.now();
const out = resolve(values.out ?? join(checkout, "dist", "npm"));
const chosen = choosePlatforms(values.only);
const staging = mkdtempSync(join(tmpdir(), "telltale-pack-"));
try {
  mkdirSync(out, { recursive: true });
  for (const [index, platform] of chosen.entries()) {
    await step(`${index + 1}/${chosen.length + 1} ${packageName(platform)}`, () =>
      packPlatform(platform),
    );
  }
  await step(`${chosen.length + 1}/${chosen.length + 1} ${mainName}`, packMain);
} finally {
  rmSync(staging, { recursive: true, force: true });
}
console.log(`packed ${chosen.length + 1} tarballs into ${out} in ${secondsSince(startedAtMs)} s`);

function choosePlatforms(only: string | undefined): readonly Platform[] {
  if (only === undefined) return platforms;
  return only.split(",").map((wanted) => {
    const name = wanted === "host" ? hostPlatform() : wanted;
    return platforms.find((known) => known.name === name) ?? refuse(wanted);
  });
}

function refuse(wanted: string): never {
  const names = platforms.map((known) => known.name).join(", ");
  console.error(`no platform ${wanted}; there are: ${names}, and host for this machine's`);
  process.exit(2);
}

/** Runs one step with a line before and after: a step takes some ten seconds. */
async function step(title: string, pack: () => Promise<string> | string): Promise<void> {
  const fromMs = Date.now();
  console.log(`${title} ...`);
  const tarball = await pack();
  const megabytes = (statSync(tarball).size / 1e6).toFixed(1);
  console.log(`  ${tarball}  ${megabytes} MB, ${secondsSince(fromMs)} s`);
}

async function packPlatform(platform: Platform): Promise<string> {
  const folder = stage(platform.name);
  const program = join(folder, "bin", platform.executable);
  // The runtime that runs here is there already: only another one is to be fetched.
  const target = platform.name === hostPlatform() ? undefined : platform.target;
  await compileProgram(program, target);
  chmodSync(program, 0o755);
  const manifest = {
    name: packageName(platform),
    version,
    description: `The executable of ${mainName} for ${platform.name}`,
    license,
    os: [platform.os],
    cpu: [platform.cpu],
    ...(platform.libc === undefined ? {} : { libc: [platform.libc] }),
    // A shell script cannot be the command there, so the package brings the commands itself.
    ...(platform.os === "win32" && { bin: windowsCommands(folder, platform.executable) }),
    preferUnplugged: true,
  };
  const readme = `# ${manifest.name}\n\n${manifest.description}. Install \`${mainName}\` instead.\n`;
  writeFileSync(join(folder, "README.md"), readme);
  return npmPack(folder, manifest);
}

/** The executable, and a script that calls it by its other name. */
function windowsCommands(folder: string, executable: string): Readonly<Record<string, string>> {
  copyFileSync(join(checkout, "scripts", "npm-smllm.mjs"), join(folder, "bin", "smllm.mjs"));
  return { telltale: `bin/${executable}`, smllm: "bin/smllm.mjs" };
}

async function packMain(): Promise<string> {
  const folder = stage(mainName);
  // Twice, as npm packs no links.
  for (const name of ["telltale", "smllm"]) {
    copyFileSync(join(checkout, "scripts", "npm-launcher.sh"), join(folder, "bin", name));
    chmodSync(join(folder, "bin", name), 0o755);
  }
  copyDocuments(checkout, folder);
  return npmPack(folder, {
    name: mainName,
    version,
    description,
    license,
    type: "module",
    bin: { telltale: "bin/telltale", smllm: "bin/smllm" },
    exports: await writeDoors(folder),
    sideEffects: false,
    optionalDependencies: Object.fromEntries(
      platforms.map((platform) => [packageName(platform), version]),
    ),
  });
}

/** An empty package folder with the licence and `bin/`. */
function stage(name: string): string {
  const folder = join(staging, name);
  mkdirSync(join(folder, "bin"), { recursive: true });
  copyFileSync(join(checkout, "LICENSE"), join(folder, "LICENSE"));
  return folder;
}

/** Writes the manifest, packs the folder with npm and returns the path of the tarball. */
function npmPack(folder: string, manifest: object): string {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const run = spawnSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--no-update-notifier", "--pack-destination", out],
    {
      cwd: folder,
      encoding: "utf8",
      shell: process.platform === "win32",
    },
  );
  if (run.status !== 0) throw new Error(`npm pack failed in ${folder}: ${run.stderr}`);
  const [packed] = JSON.parse(run.stdout) as readonly { readonly filename: string }[];
  if (packed === undefined) throw new Error(`npm pack named no file: ${run.stdout}`);
  return join(out, packed.filename);
}

function secondsSince(atMs: number): string {
  return ((Date.now() - atMs) / 1000).toFixed(1);
}
