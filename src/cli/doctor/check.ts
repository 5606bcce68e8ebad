/** One line of what `telltale doctor` found out. */
export interface Check {
  /** `fail`: the row is blank because of it. `warn`: it works, but not as well as it could. */
  readonly level: "ok" | "warn" | "fail";
  readonly title: string;
  /** What is so. May hold text from outside: clean it before it is shown. */
  readonly text: string;
  /** What to do about it. */
  readonly fix?: string;
}

export function good(title: string, text: string): Check {
  return { level: "ok", title, text };
}

export function worth(title: string, text: string, fix: string): Check {
  return { level: "warn", title, text, fix };
}

export function bad(title: string, text: string, fix: string): Check {
  return { level: "fail", title, text, fix };
}

/** How long ago, in its largest unit. */
export function ageText(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
