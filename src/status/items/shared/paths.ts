/** Paths as lines show them. */
import { cleanLine } from "../../../text/clean.ts";

/** A path with forward slashes, no trailing one, and home (exactly, or as a parent) as `~`. */
export function shownPath(path: string, homeDir: string | undefined): string {
  const slashed = withoutTrailing(cleanLine(path).replaceAll("\\", "/"));
  const home =
    homeDir === undefined ? "" : withoutTrailing(cleanLine(homeDir).replaceAll("\\", "/"));
  if (home === "" || home === "/") return slashed;
  if (slashed === home) return "~";
  return slashed.startsWith(`${home}/`) ? `~${slashed.slice(home.length)}` : slashed;
}

/** The last parts of a shown path, with an ellipsis where something is left out; root stays. */
export function lastParts(path: string, count: number, ellipsis: string): string {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return path;
  const last = parts.slice(-count).join("/");
  return count === 1 || parts.length <= count ? last : `${ellipsis}/${last}`;
}

/** The last part of a path or slash-separated name; the whole if there is none. */
export function lastPart(path: string): string {
  const shown = withoutTrailing(path.replaceAll("\\", "/"));
  return shown.slice(shown.lastIndexOf("/") + 1) || shown;
}

function withoutTrailing(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return end === 0 && path !== "" ? "/" : path.slice(0, end);
}
