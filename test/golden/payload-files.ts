/** The payloads of the fixtures, each as a file that can be a program's stdin. */
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";

const PAYLOADS = join(import.meta.dir, "../fixtures/payloads");

const PAYLOAD_FOLDERS = ["claude-code", "others", "broken", "live"] as const;

export interface PayloadFile {
  /** `folder/name` of the golden, without its ending. */
  readonly name: string;
  readonly path: string;
}

/**
 * Every payload; the lines of a run are payloads of their own and are put into `scratch`, as only
 * one of them can be on stdin.
 */
export function payloadFiles(scratch: string): readonly PayloadFile[] {
  return PAYLOAD_FOLDERS.flatMap((folder) =>
    fs.readdirSync(join(PAYLOADS, folder)).flatMap((file) => {
      const path = join(PAYLOADS, folder, file);
      const name = `${folder}/${file.replace(/\.[a-z]+$/, "")}`;
      return file.endsWith(".jsonl") ? linesOf(path, name, scratch) : [{ name, path }];
    }),
  ).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function linesOf(path: string, name: string, scratch: string): readonly PayloadFile[] {
  const lines = fs
    .readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line, at) => {
    const own = join(scratch, `${name.replace("/", "-")}-${at + 1}.json`);
    fs.writeFileSync(own, line);
    return { name: `${name}-line-${at + 1}`, path: own };
  });
}

/** A folder for lines of runs; the caller removes it. */
export function scratchFolder(): string {
  return fs.mkdtempSync(join(os.tmpdir(), "telltale-golden-"));
}
