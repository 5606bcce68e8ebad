/** What lies on disk: fixtures laid out, records read back, and whether anything changed at all. */
import fs from "node:fs";
import { join } from "node:path";

const FIXTURES = join(import.meta.dir, "fixtures");
const SHELVES = ["active", "interrupted", "paused", "done"];

/** Path -> all that a write would change: bytes, time, mode, the file itself. */
export type Prints = Readonly<Record<string, string>>;

/** An instance as it lies on disk. */
export interface StoredInstance {
  readonly shelf: string;
  readonly path: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Writes a config with these fixtures beside it. */
export function layConfig(folder: string, machines: readonly string[]): void {
  fs.mkdirSync(folder, { recursive: true });
  const files = machines.map((id) => `${id}.smllm.yaml`);
  for (const file of files) fs.copyFileSync(join(FIXTURES, file), join(folder, file));
  const list = files.map((file) => JSON.stringify(file)).join(", ");
  fs.writeFileSync(join(folder, "config.toml"), `[machines]\nfiles = [${list}]\n`);
}

export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(fs.readFileSync(path, "utf8")) as Record<string, unknown>;
}

/** Empty for a folder that is not there. */
export function printsBelow(folder: string): Prints {
  if (!fs.existsSync(folder)) return {};
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      const stat = fs.statSync(path);
      const bytes = stat.isDirectory() ? "" : fs.readFileSync(path, "latin1");
      return [path, `${stat.mtimeMs} ${stat.mode} ${stat.ino} ${Bun.hash(bytes)}`];
    }),
  );
}

/** The instances of a machine in its state folder, by their labels. */
export function storedIn(folder: string): ReadonlyMap<string, StoredInstance> {
  const found = new Map<string, StoredInstance>();
  for (const shelf of SHELVES.filter((name) => fs.existsSync(join(folder, name)))) {
    for (const name of fs.readdirSync(join(folder, shelf))) {
      if (!name.endsWith(".json")) continue;
      const path = join(folder, shelf, name);
      const record = readJson(path);
      found.set(String(record.ref ?? record.id), { shelf, path, record });
    }
  }
  return found;
}
