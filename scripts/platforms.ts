/** The platforms that the program is packed for: one npm package each, with the executable. */

/** One platform, in npm's words and in Bun's. */
export interface Platform {
  /** The package is `@telltale/<name>`. */
  readonly name: string;
  readonly target: Bun.Build.CompileTarget;
  /** npm's fields: where npm installs the package at all. */
  readonly os: string;
  readonly cpu: string;
  readonly libc?: "glibc" | "musl";
  /** File name of the executable in the package. */
  readonly executable: string;
}

/** In the order in which the launcher looks for them. */
export const platforms: readonly Platform[] = [
  {
    name: "linux-x64",
    target: "bun-linux-x64",
    os: "linux",
    cpu: "x64",
    libc: "glibc",
    executable: "telltale",
  },
  {
    name: "linux-arm64",
    target: "bun-linux-arm64",
    os: "linux",
    cpu: "arm64",
    libc: "glibc",
    executable: "telltale",
  },
  {
    name: "linux-x64-musl",
    target: "bun-linux-x64-musl",
    os: "linux",
    cpu: "x64",
    libc: "musl",
    executable: "telltale",
  },
  {
    name: "darwin-x64",
    target: "bun-darwin-x64",
    os: "darwin",
    cpu: "x64",
    executable: "telltale",
  },
  {
    name: "darwin-arm64",
    target: "bun-darwin-arm64",
    os: "darwin",
    cpu: "arm64",
    executable: "telltale",
  },
  {
    name: "win32-x64",
    target: "bun-windows-x64",
    os: "win32",
    cpu: "x64",
    executable: "telltale.exe",
  },
];

/** The name of the platform that this process runs on; absent when there is no package for it. */
export function hostPlatform(): string | undefined {
  const musl = process.platform === "linux" && isMusl();
  const libc = process.platform === "linux" ? (musl ? "musl" : "glibc") : undefined;
  return platforms.find(
    (platform) =>
      platform.os === process.platform && platform.cpu === process.arch && platform.libc === libc,
  )?.name;
}

function isMusl(): boolean {
  const report = process.report.getReport() as {
    readonly header?: { glibcVersionRuntime?: string };
  };
  return report.header?.glibcVersionRuntime === undefined;
}

/** The npm package of a platform. */
export function packageName(platform: Platform): string {
  return `@telltale/${platform.name}`;
}
