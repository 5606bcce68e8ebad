import { expect, test } from "bun:test";
import { processTree } from "./process-tree.ts";
import { startPty } from "./pty.ts";
import { startTmux, tmuxVersion } from "./tmux.ts";

const ENV = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" };

function alive(pid: number): boolean {
  return processTree(pid).includes(pid);
}

test("a PTY shows the program's cells with colours and takes typed text", async () => {
  const pty = startPty(
    [
      "sh",
      "-c",
      "printf '\\033[1;31mred\\033[0m 界 \\033[38;2;1;2;3mtrue\\033[m\\n'; read a; echo got=$a",
    ],
    { cols: 40, rows: 6, env: ENV },
  );
  try {
    expect(await pty.wait((rows) => rows[0]?.includes("true"), 3000)).toBe(true);
    expect(pty.screen()[0]).toBe("red 界 true");
    const cells = pty.cells(0);
    expect(cells[0]).toMatchObject({
      text: "r",
      bold: true,
      foreground: { kind: "palette", index: 1 },
    });
    expect(cells[4]).toMatchObject({ text: "界", widthCols: 2 });
    expect(cells[5]).toMatchObject({ text: "", widthCols: 0 });
    expect(cells[7]).toMatchObject({ text: "t", foreground: { kind: "rgb", rgb: 0x010203 } });
    expect(cells[3]?.foreground).toBeUndefined();
    pty.type("yes");
    pty.press("enter");
    expect(await pty.wait((rows) => rows.some((row) => row === "got=yes"), 3000)).toBe(true);
    expect(await pty.exited).toBe(0);
  } finally {
    await pty.end();
  }
});

test("a PTY tells the program of a resize and answers an OSC query", async () => {
  const asked: string[] = [];
  const pty = startPty(
    [
      "sh",
      "-c",
      "stty size; trap 'stty size' WINCH; printf '\\033]7501;?\\007'; while :; do sleep 0.05; done",
    ],
    {
      cols: 40,
      rows: 10,
      env: ENV,
      osc: {
        7501: (data) => {
          asked.push(data);
          return "answer";
        },
      },
    },
  );
  try {
    expect(await pty.wait((rows) => rows.some((row) => row.includes("answer")), 3000)).toBe(true);
    expect(asked).toEqual(["?"]);
    pty.resize(33, 7);
    expect(await pty.wait((rows) => rows.some((row) => row.includes("7 33")), 3000)).toBe(true);
    expect(pty.size()).toEqual({ cols: 33, rows: 7 });
  } finally {
    await pty.end();
  }
});

test("the end of a PTY takes children that ignore SIGTERM and SIGHUP with it", async () => {
  const pty = startPty(
    ["sh", "-c", "trap '' TERM HUP; (trap '' TERM HUP; exec sleep 60) & echo child=$!; wait"],
    { env: ENV },
  );
  expect(await pty.wait((rows) => /child=\d+/.test(rows.join("\n")), 3000)).toBe(true);
  const childPid = Number(/child=(\d+)/.exec(pty.text())?.[1]);
  expect(alive(childPid)).toBe(true);
  await pty.end();
  expect(alive(childPid)).toBe(false);
  expect(alive(pty.pid)).toBe(false);
});

test.skipIf(tmuxVersion() === undefined)(
  "a tmux of one's own shows, types, resizes and leaves nothing behind",
  async () => {
    const tmux = startTmux(
      ["sh", "-c", "printf '\\033[31mred\\033[0m\\n'; read a; stty size; cat"],
      {
        cols: 40,
        rows: 8,
        env: ENV,
      },
    );
    const serverPid = Number(tmux.run("display-message", "-p", "#{pid}"));
    try {
      expect(await tmux.wait((rows) => rows[0] === "red", 3000)).toBe(true);
      expect(tmux.capture({ styles: true })[0]).toContain("\x1b[31mred");
      tmux.resize(50, 9);
      tmux.type("hi");
      tmux.sendKeys("Enter");
      expect(await tmux.wait((rows) => rows.includes("9 50"), 3000)).toBe(true);
    } finally {
      await tmux.end();
    }
    expect(alive(serverPid)).toBe(false);
  },
);
