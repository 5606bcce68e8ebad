/** Words for the errors that the operating system gives. */

/** The code of a system error (`ENOENT`), or an empty string. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "";
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "no permission",
  EPERM: "not permitted",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  ENOENT: "it is missing",
  ELOOP: "its links lead in a circle",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
  ENAMETOOLONG: "the name is too long",
  EIO: "the disk reports an error",
  EBUSY: "another program is using it",
};

/** What the system itself calls an error ("no such device or address"), where it does. */
export function systemWords(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : "";
  return /^E[A-Z0-9]+: ([a-z][a-z ,'-]*), [a-z]+(?: '|$)/.exec(message)?.[1];
}

/** A few plain words for an error, with its code where there is one. */
export function errorText(error: unknown): string {
  const code = errorCode(error);
  const words = WORDS[code] ?? systemWords(error);
  if (words !== undefined) return `${words} (${code})`;
  if (code !== "") return code;
  return error instanceof Error ? error.message : String(error);
}
