/**
 * Paths of a machine file made absolute, for any platform on any platform: pure text, as the room has
 * no `node:path`. Which rules count is told by the path of the machine file itself.
 */

const DRIVE = /^[A-Za-z]:/;

/** The path, seen from the folder of `file`; an absolute one stays. `.` and `..` are worked off. */
export function besideFile(file: string, path: string): string {
  return isWindows(file) ? besideWindows(file, path) : besidePosix(file, path);
}

function isWindows(file: string): boolean {
  return file.startsWith("\\\\") || /^[A-Za-z]:[\\/]/.test(file);
}

function besidePosix(file: string, path: string): string {
  const from = path.startsWith("/") ? [] : file.split("/").slice(0, -1);
  const isAbsolute = path.startsWith("/") || file.startsWith("/");
  const parts = workedOff([...from, ...path.split("/")], isAbsolute);
  return `${isAbsolute ? "/" : ""}${parts.join("/")}` || ".";
}

function besideWindows(file: string, path: string): string {
  const here = splitRoot(file.replaceAll("/", "\\"));
  const there = splitRoot(path.replaceAll("/", "\\"));
  // `D:x` is relative to a folder of that drive which nobody here knows: its root is meant.
  if (DRIVE.test(there.root) || there.root.startsWith("\\\\")) {
    return joined(there.root, there.parts);
  }
  if (there.root === "\\") return joined(here.root, there.parts);
  return joined(here.root, [...here.parts.slice(0, -1), ...there.parts]);
}

function joined(root: string, parts: readonly string[]): string {
  return `${root.replace(/\\$/, "")}\\${workedOff(parts, true).join("\\")}`;
}

function splitRoot(path: string): { readonly root: string; readonly parts: readonly string[] } {
  const root = /^(?:\\\\[^\\]+\\[^\\]+\\?|[A-Za-z]:\\?|\\)/.exec(path)?.[0] ?? "";
  return { root, parts: path.slice(root.length).split("\\") };
}

function workedOff(parts: readonly string[], isAbsolute: boolean): readonly string[] {
  const out: string[] = [];
  for (const part of parts) {
    if (part === "" || part === ".") continue;
    if (part !== "..") out.push(part);
    else if (out.length > 0 && out.at(-1) !== "..") out.pop();
    else if (!isAbsolute) out.push(part);
  }
  return out;
}
