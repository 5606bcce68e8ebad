/** A process for commands under test: its home is a folder of the test, its output is kept. */

/** What a command has written. */
export interface Said {
  out: string;
  err: string;
}

/** The process, and what is said in it. `TELLTALE_HOME` and the working directory are `dir`. */
export function commandIo(dir: string) {
  const said: Said = { out: "", err: "" };
  const io = {
    env: { TELLTALE_HOME: dir },
    cwd: dir,
    platform: "linux" as const,
    stdin: 0,
    outIsTerminal: () => false,
    program: ["/nonexistent/telltale"],
    nowMs: () => 0,
    out: (text: string) => {
      said.out += text;
    },
    err: (text: string) => {
      said.err += text;
    },
  };
  return { io, said };
}
