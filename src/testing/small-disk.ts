/** A disk that is soon full: a tmpfs of 64 KiB, for tests that run as root on Linux. */
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";

/** Root in a container may still lack the right to mount. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0 || Bun.which("mount") === null) return false;
  try {
    unmount(mountSmallDisk());
    return true;
  } catch {
    return false;
  }
}

/** Mounts it and gives its folder; throws where that is not allowed. */
export function mountSmallDisk(): string {
  const place = fs.mkdtempSync(join(os.tmpdir(), "telltale-disk-"));
  const mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "telltale-test", place];
  if (Bun.spawnSync(mount).exitCode === 0) return place;
  fs.rmdirSync(place);
  throw new Error(`cannot mount a tmpfs on ${place}`);
}

/** Unmounts it and removes its folder. */
export function unmount(place: string): void {
  Bun.spawnSync(["umount", place]);
  fs.rmdirSync(place);
}
