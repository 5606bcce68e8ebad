/** Sessions on the disk: what a restart, a torn line, a damaged one, a full disk and a second runtime do. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { MAX_JOURNAL_BYTES } from "../../src/runtime/store/journal.ts";
import { type SessionFolder, sessionFolder } from "../../src/runtime/store/session-folder.ts";
import { FakeAgent } from "../../src/testing/fake-agent.ts";
import { canMount, mountSmallDisk, unmount } from "../../src/testing/small-disk.ts";
import {
  closeWorlds,
  lastPrompt,
  openWorld,
  prompt,
  settled,
  startRuntime,
  until,
} from "./world.ts";

let stateDir = "";
beforeEach(() => {
  stateDir = fs.mkdtempSync(join(os.tmpdir(), "telltale-disk-state-"));
});
afterEach(async () => {
  await closeWorlds();
  fs.rmSync(stateDir, { recursive: true, force: true });
});

function folderOf(sessionId: string): SessionFolder {
  const folder = sessionFolder(stateDir, sessionId);
  if (folder === undefined) throw new Error("no folder");
  return folder;
}

/** A session with one finished turn, one that runs and one that waits; its runtime is gone as by a kill. */
async function leftBehind(): Promise<{
  readonly sessionId: string;
  readonly lines: readonly string[];
}> {
  const at = await openWorld({ stateDir });
  await prompt(at, "first");
  lastPrompt(at.agent).end();
  await settled(at);
  await prompt(at, "second");
  void at.agent.link.ask({});
  await at.session.request({ kind: "prompt", promptId: "waits", text: "third" });
  const { sessionId } = at.session;
  const lines = fs.readFileSync(folderOf(sessionId).journal, "utf8").trimEnd().split("\n");
  await closeWorlds();
  fs.writeFileSync(folderOf(sessionId).journal, `${lines.join("\n")}\n`);
  return { sessionId, lines };
}

// covers: runtime-resume, runtime-no-lost-prompt, runtime-one-settlement
test("a session whose runtime was killed: the live turn has failed, what waited runs, ids go on", async () => {
  const { sessionId, lines } = await leftBehind();
  const at = await openWorld({ stateDir, sessionId });
  const events = at.session.eventsSince(lines.length) ?? [];
  expect(events[0]?.id).toBe(lines.length + 1);
  const ended = events.find((event) => event.kind === "turn-settled");
  expect(ended).toMatchObject({ turn: { outcome: "failed", reason: "the runtime ended" } });
  expect(at.session.state().interactions).toEqual([]);
  await until(() => at.agent.links.at(-1)?.prompts.length === 1);
  expect(lastPrompt(at.agent).text).toBe("third");
  lastPrompt(at.agent).end();
  await settled(at, 3);
  const again = await at.session.request({ kind: "prompt", promptId: "waits", text: "third" });
  expect(again.ok).toBe(true);
  expect(at.session.state().queue).toEqual([]);
  const texts = at.session
    .state()
    .entries.flatMap((entry) => (entry.kind === "user" ? [entry.text] : []));
  expect(texts).toEqual(["first", "second", "third"]);
});

test("a runtime that ends: its live turn has failed, and the list names the session", async () => {
  const at = await openWorld({ stateDir });
  await prompt(at, "look\ninto it");
  await at.session.request({ kind: "rename", title: "Mine" });
  await at.runtime.close();
  expect(at.session.state().settled).toMatchObject({
    outcome: "failed",
    reason: "the runtime ended",
  });
  const runtime = await startRuntime({ stateDir }, new FakeAgent());
  expect(runtime.sessions()).toMatchObject([
    { sessionId: at.session.sessionId, title: "Mine", firstPrompt: "look", turns: 1, live: false },
  ]);
});

test("a session in which nothing was ever said: nothing of it stays on the disk", async () => {
  const at = await openWorld({ stateDir });
  await at.runtime.close();
  expect(fs.readdirSync(join(stateDir, "live-sessions"))).toEqual([]);
});

test("a last line that was not written to its end: left out, and the session goes on", async () => {
  const { sessionId, lines } = await leftBehind();
  const { journal } = folderOf(sessionId);
  fs.appendFileSync(journal, `{"id":${lines.length + 1},"atMs":1,"kind":"entr`);
  const at = await openWorld({ stateDir, sessionId });
  expect(
    at.session
      .state()
      .entries.flatMap((entry) => (entry.kind === "notice" ? [[entry.outcome, entry.text]] : [])),
  ).toEqual([["failed", "the runtime ended"]]);
  await at.runtime.close();
  for (const line of fs.readFileSync(journal, "utf8").trimEnd().split("\n")) JSON.parse(line);
});

test("a damaged line in the middle: all before it is there, the rest is put aside, and a notice says so", async () => {
  const { sessionId, lines } = await leftBehind();
  const { journal, damaged } = folderOf(sessionId);
  const at = lines.findIndex((line) => line.includes('"turn-settled"'));
  fs.writeFileSync(journal, `${lines.with(at + 1, '{"id": oops').join("\n")}\n`);
  const again = await openWorld({ stateDir, sessionId });
  expect(again.session.state().turns).toBe(1);
  const notice = again.session.state().entries.find(({ kind }) => kind === "notice");
  expect(notice).toMatchObject({ level: "error", text: expect.stringContaining("damaged") });
  expect(fs.readFileSync(damaged, "utf8").split("\n")[0]).toBe('{"id": oops');
  await prompt(again, "goes on");
  lastPrompt(again.agent).end();
  await settled(again, 2);
});

test("a second runtime: refused with the process that has the session, until that lets go", async () => {
  const first = await openWorld({ stateDir });
  await prompt(first);
  const { sessionId } = first.session;
  const second = await startRuntime({ stateDir }, new FakeAgent());
  const refused = await second.open({ kind: "resume", sessionId });
  expect(refused).toMatchObject({ ok: false, reason: { code: "conflict" } });
  await first.runtime.close();
  expect(await second.open({ kind: "resume", sessionId })).toMatchObject({
    ok: true,
    value: sessionId,
  });
});

test("private: folders for the owner alone, and files, too", async () => {
  const at = await openWorld({ stateDir });
  await prompt(at);
  await until(() => fs.existsSync(folderOf(at.session.sessionId).owner));
  const folder = folderOf(at.session.sessionId);
  const mode = (path: string) => (fs.statSync(path).mode & 0o777).toString(8);
  expect(mode(folder.path)).toBe("700");
  for (const name of fs.readdirSync(folder.path)) expect(mode(join(folder.path, name))).toBe("600");
});

test("a journal that grows: written anew as a whole, and read back the same", async () => {
  const at = await openWorld({ stateDir });
  await prompt(at);
  const text = "x".repeat(200_000);
  for (let index = 0; index < 60; index += 1) {
    const content = [{ kind: "text", text: `${index}${text}` }] as const;
    const call = { toolCallId: "c", title: "t", kind: "read", status: "running", content } as const;
    at.agent.link.say({ kind: "tool", call });
    at.agent.link.say({ kind: "activity", text: `step ${index}` });
    at.agent.link.say({ kind: "text", role: "agent", text: text.slice(0, 120_000) });
  }
  lastPrompt(at.agent).end();
  await settled(at);
  const state = at.session.state();
  const { size } = fs.statSync(folderOf(at.session.sessionId).journal);
  expect(size).toBeLessThan(MAX_JOURNAL_BYTES * 4);
  const held = at.session.eventsSince(0);
  expect(held).toBeUndefined();
  await at.runtime.close();
  const first = fs.readFileSync(folderOf(at.session.sessionId).journal, "utf8").slice(0, 12);
  expect(first).toBe('{"snapshot":');
  const again = await openWorld({ stateDir, sessionId: at.session.sessionId });
  expect(again.session.state().entries).toEqual(state.entries);
  const resent = await again.session.request({
    kind: "prompt",
    promptId: state.settled?.promptId ?? "",
    text: "again",
  });
  expect(resent.ok).toBe(true);
  expect(again.session.state().queue).toEqual([]);
});

// covers: runtime-disk-full
test.skipIf(!canMount())(
  "a full disk: prompts are refused with the reason, the turn goes on, and it is kept when there is room",
  async () => {
    const disk = mountSmallDisk();
    try {
      const at = await openWorld({ stateDir: disk });
      await prompt(at);
      fs.writeFileSync(join(disk, "filler"), "x".repeat(200), { flag: "w" });
      fill(join(disk, "filler"));
      at.agent.link.say({ kind: "text", role: "agent", text: "y".repeat(9000) });
      await until(() => at.session.state().entries.some(({ kind }) => kind === "notice"));
      const refused = await at.session.request({ kind: "prompt", promptId: "no-room", text: "z" });
      expect(refused).toMatchObject({ ok: false, reason: { code: "failed" } });
      expect(refused).toMatchObject({
        reason: { message: expect.stringContaining("disk is full") },
      });
      expect(at.session.state().queue).toEqual([]);
      lastPrompt(at.agent).end();
      expect(await settled(at)).toMatchObject({ outcome: "succeeded" });
      fs.unlinkSync(join(disk, "filler"));
      await prompt(at, "there is room");
      lastPrompt(at.agent).end();
      await settled(at, 2);
      const state = at.session.state();
      await at.runtime.close();
      const again = await openWorld({ stateDir: disk, sessionId: at.session.sessionId });
      expect(again.session.state().entries).toEqual(state.entries);
      expect(again.session.state().turns).toBe(2);
    } finally {
      await closeWorlds();
      fs.rmSync(join(disk, "live-sessions"), { recursive: true, force: true });
      fs.rmSync(join(disk, "filler"), { force: true });
      unmount(disk);
    }
  },
);

function fill(path: string): void {
  const fd = fs.openSync(path, "a");
  try {
    for (;;) if (fs.writeSync(fd, "x".repeat(512)) === 0) return;
  } catch {
    // It is full now.
  } finally {
    fs.closeSync(fd);
  }
}
