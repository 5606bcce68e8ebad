import { afterEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { type AgentWorld, type AgentWorldOptions, openAgentWorld } from "../testing/agent-world.ts";
import { KNOWN_REQUESTS, readPrompt } from "./answer.ts";

let open: AgentWorld | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function world(options?: AgentWorldOptions): Promise<AgentWorld> {
  open = await openAgentWorld(options);
  return open;
}

const ended = (stopReason: string) => ({ ok: true, value: { stopReason } });

describe("words", () => {
  test.each([
    ["/read a.txt 2 3", "read", "a.txt 2 3"],
    ["read src/main.ts", "read", "src/main.ts"],
    ["Please show the file README.md.", "read", "README.md"],
    ["list files", "list", ""],
    ["run ls -la", "run", "ls -la"],
    ["run 3 background tasks", "background", "3 "],
    ["start a background task", "background", "a "],
    ["list tasks", "tasks", ""],
    ["ask me something", "ask", ""],
    ["make a plan to win", "plan", "win"],
    ["delegate to 5 members", "delegate", "5 members"],
    ["switch to plan mode", "mode", "plan"],
    ["help", "help", ""],
    ["what is the weather", undefined, ""],
    ["/no-such", undefined, ""],
  ])("%j: %p", (text, name, rest) => {
    const meant = readPrompt(text);
    expect(meant?.[0]?.request.name).toBe(name as string);
    if (name !== undefined) expect(meant?.[0]?.rest).toBe(rest);
  });

  test("lines that each begin with a slash: one request after the other", () => {
    const names = readPrompt("/usage\n\n/fail now")?.map(({ request }) => request.name);
    expect(names).toEqual(["usage", "fail"]);
  });

  test("names: each once, and each is offered as a command", async () => {
    const names = KNOWN_REQUESTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const { of, until } = await world();
    await until(() => of("commands").length > 0);
    expect(of("commands")[0]?.commands.map(({ name }) => name)).toEqual(names);
  });
});

describe("answers", () => {
  // covers: agent-says-simulator
  test("the first prompt: it says that it is a simulator; an unknown one is echoed with help", async () => {
    const { say, of } = await world();
    const first = await say("what is  the weather");
    expect(first.end).toMatchObject(ended("end_turn"));
    expect(first.text).toStartWith("I am Telltale's built-in agent, a simulator");
    expect(first.text).toContain("You wrote: what is the weather");
    expect((await say("again")).text).not.toContain("built-in agent");
    expect(of("title")).toEqual([{ kind: "title", title: "what is  the weather" }]);
    const help = await say("/help");
    for (const { name } of KNOWN_REQUESTS) expect(help.text).toContain(`/${name}`);
  });

  // covers: agent-deterministic
  test("the same prompts in two sessions: the same texts, calls and tokens", async () => {
    const prompts = ["/read a.txt", "/delegate 2", "/plan x", "hello"];
    const runs: unknown[] = [];
    for (let run = 0; run < 2; run += 1) {
      const { say, updates, folder } = await world({ files: { "a.txt": "a\n" } });
      for (const prompt of prompts) await say(prompt);
      runs.push(JSON.parse(JSON.stringify(updates).replaceAll(folder, "F")));
      await open?.close();
    }
    open = undefined;
    expect(runs[0]).toEqual(runs[1]);
  }, 30_000);

  // covers: agent-reads-really
  test("read: the file through the client; a missing one and one outside say why", async () => {
    const { say, of, answers, asked } = await world({ files: { "a.txt": "first\nsecond\n" } });
    expect((await say("read a.txt")).text).toContain("2 lines. It begins with: `first`");
    expect(of("tool").at(-1)?.call).toMatchObject({ kind: "read", status: "done" });
    expect((await say("/read a.txt 2 1")).text).toContain("1 lines. It begins with: `second`");
    expect((await say("/read no.txt")).text).toContain("could not read");
    answers.push({ kind: "option", optionId: "reject" });
    expect((await say("/read /etc/hostname")).text).toContain("the person did not allow it");
    expect(asked).toHaveLength(1);
  });

  test("list: the real folder; one outside is not listed", async () => {
    const { say, of } = await world({ files: { "a.txt": "", "b.txt": "" } });
    expect((await say("/list")).text).toContain("2 entries");
    expect(JSON.stringify(of("tool").at(-1)?.call.content)).toContain("a.txt");
    expect((await say("/list ..")).text).toContain("could not list");
  });

  // covers: agent-runs-really
  test("run: a question, then the real command in the client's terminal; refused, it does not run", async () => {
    const { say, of, asked, answers, folder } = await world();
    const ran = await say("run echo hello > made; cat made; exit 3");
    expect(ran.text).toContain("with code 3. Its last line: `hello`");
    expect(asked[0]).toMatchObject({ asks: "permission", call: { kind: "execute" } });
    const { content } = of("tool").at(-1)?.call ?? {};
    expect(content?.[0]).toMatchObject({ kind: "terminal", output: "hello\n", exitCode: 3 });
    answers.push({ kind: "option", optionId: "reject" });
    expect((await say("/run touch other")).text).toContain("have not run it");
    expect(fs.readdirSync(folder)).toEqual(["made"]);
    answers.push({ kind: "option", optionId: "allow-always" });
    await say("/run true");
    await say("/run true");
    expect(asked).toHaveLength(3);
  });

  // covers: agent-writes-really
  test("write: a diff, a question, the file; in mode acceptEdits without a question, in plan not at all", async () => {
    const { say, of, asked, folder, link, sessionId } = await world({
      files: { "a.txt": "old\n" },
    });
    await say("/write a.txt new text");
    expect(fs.readFileSync(join(folder, "a.txt"), "utf8")).toBe("new text\n");
    const diff = { kind: "diff", oldText: "old\n", newText: "new text\n" };
    expect(of("tool").at(-1)?.call.content[0]).toMatchObject(diff);
    expect(asked).toHaveLength(1);
    await say("/mode acceptEdits");
    await say("/write b.txt b");
    expect(asked).toHaveLength(1);
    await link().setMode(sessionId(), "plan");
    expect(of("mode").at(-1)).toEqual({ kind: "mode", modeId: "plan" });
    expect((await say("/write c.txt c")).text).toContain("plan mode");
    expect(fs.readdirSync(folder).sort()).toEqual(["a.txt", "b.txt"]);
  });

  // covers: agent-asks
  test("ask and form: a form of the protocol; declined, it goes on without", async () => {
    const { say, asked, answers } = await world();
    answers.push({ kind: "form", values: { language: "rust" } });
    expect((await say("ask me something")).text).toContain("You chose: language rust.");
    answers.push({ kind: "declined" });
    expect((await say("/ask")).text).toContain("You did not answer");
    answers.push({ kind: "form", values: { name: "x", language: "rust", targets: ["rust"] } });
    expect((await say("/form")).text).toContain("name x, language rust, targets rust");
    expect(asked.at(-1)?.form?.map(({ type }) => type)).toEqual([
      "text",
      "choice",
      "integer",
      "number",
      "flag",
      "choices",
    ]);
  });

  // covers: agent-plans
  test("plan: to approve; approved, its steps run and the mode changes; rejected, it keeps planning", async () => {
    const { say, asked, answers, of } = await world();
    expect((await say("make a plan to win")).text).toContain("carried out");
    expect(asked[0]).toMatchObject({ asks: "plan", body: expect.stringContaining("# Plan: win") });
    expect(
      of("plan")
        .at(-1)
        ?.items.every(({ status }) => status === "done"),
    ).toBe(true);
    expect(of("mode").at(-1)?.modeId).toBe("acceptEdits");
    answers.push({ kind: "option", optionId: "plan" });
    expect((await say("/plan")).text).toContain("keep planning");
  });
});

describe("members and tasks", () => {
  // covers: agent-delegates
  test("delegate: members run and are done before the turn ends, each with texts of its own", async () => {
    const { say, of } = await world();
    expect((await say("delegate to 3 members")).text).toContain("All 3 members have finished");
    for (const memberId of ["member-1", "member-2", "member-3"]) {
      const statuses = of("member").flatMap(({ member }) =>
        member.memberId === memberId ? [member.status] : [],
      );
      expect(statuses).toEqual(["queued", "running", "running", "done"]);
      expect(of("text").some((text) => text.memberId === memberId)).toBe(true);
    }
  });

  // covers: agent-delegates
  test("delegate in the background: done with its delivery turn, which then begins and ends", async () => {
    const { say, updates, until } = await world();
    await say("/delegate 2 background");
    await until(() => updates.filter(({ kind }) => kind === "turn-ended").length === 2);
    const told = updates.flatMap((update) => {
      if (update.kind === "turn-began" || update.kind === "turn-ended") {
        return [`${update.kind} ${update.turnId}`];
      }
      if (update.kind !== "member" || update.member.status !== "done") return [];
      return [`${update.member.memberId} ${update.member.deliveryTurnId}`];
    });
    expect(told).toContain("member-1 wake-1");
    for (const turnId of ["wake-1", "wake-2"]) {
      const at = (kind: string) => told.indexOf(`${kind} ${turnId}`);
      expect(
        told.findIndex((line) => line.startsWith("member") && line.endsWith(turnId)),
      ).toBeLessThan(at("turn-began"));
      expect(at("turn-began")).toBeLessThan(at("turn-ended"));
    }
  });

  // covers: agent-wakes
  test("background: tasks run, end, and the agent wakes once to tell it", async () => {
    const { say, of, until, link, sessionId } = await world({ speed: "0.05" });
    await say("/background 3 10");
    const running = await link().listTasks(sessionId());
    expect(running.ok && running.value.map(({ status }) => status)).toEqual([
      "running",
      "running",
      "running",
    ]);
    await until(() => of("turn-ended").length === 1);
    expect(of("turn-began")).toHaveLength(1);
    expect(
      of("tasks")
        .at(-1)
        ?.tasks.map(({ status }) => status),
    ).toEqual(["done", "done", "done"]);
  });

  test("a task that is stopped: stopping, then cancelled; a second stop is refused", async () => {
    const { say, of, until, link, sessionId } = await world({ speed: "1" });
    await say("/background 1 600");
    expect(await link().stopTask(sessionId(), "task-1")).toMatchObject({ ok: true });
    await until(() => of("tasks").at(-1)?.tasks[0]?.status === "cancelled");
    expect(of("tasks").some(({ tasks }) => tasks[0]?.status === "stopping")).toBe(true);
    expect(await link().stopTask(sessionId(), "task-1")).toMatchObject({ ok: false });
  }, 20_000);
});

describe("ends", () => {
  // covers: agent-ends
  test("fail, refuse, limit: an error, and the stop reasons", async () => {
    const { say } = await world();
    expect((await say("/fail no luck")).end).toMatchObject({
      ok: false,
      reason: expect.stringContaining("no luck"),
    });
    expect((await say("refuse")).end).toMatchObject(ended("refusal"));
    expect((await say("/limit")).end).toMatchObject(ended("max_tokens"));
    expect((await say("/limit requests")).end).toMatchObject(ended("max_turn_requests"));
  });

  // covers: agent-ends
  test("hang: ends when it is cancelled; hard: not even then", async () => {
    const { link, sessionId, of, until } = await world();
    const first = link().prompt(sessionId(), "/hang");
    await until(() => of("text").some(({ text }) => text.includes("I hang now")));
    link().cancel(sessionId());
    expect(await first).toMatchObject(ended("cancelled"));
    const count = of("text").length;
    const second = link().prompt(sessionId(), "/hang hard");
    await until(() => of("text").length > count);
    link().cancel(sessionId());
    expect(await Promise.race([second, Bun.sleep(300).then(() => "hangs")])).toBe("hangs");
  });

  // covers: agent-ends
  test.each([
    ["/crash 7", { exitCode: 7 }],
    ["/crash kill", { signal: "SIGKILL" }],
  ])(
    "%s: the process ends, and the conversation can be loaded by the next one",
    async (prompt, how) => {
      const { say, link, sessionId, restart, updates, folder } = await world();
      await say("hello");
      expect((await say(prompt)).end).toMatchObject({ ok: false });
      expect(await link().ended).toMatchObject(how);
      const loaded = await (await restart()).reopenSession("load", sessionId(), folder);
      expect(loaded.ok).toBe(true);
      const texts = updates.flatMap((each) =>
        each.kind === "text" ? [`${each.role} ${each.text}`] : [],
      );
      expect(texts[0]).toBe("user hello");
      expect(texts.join("\n")).toContain("You wrote: hello");
      expect(texts.at(-1)).toContain("Now I crash.");
      expect((await say("again")).end).toMatchObject(ended("end_turn"));
    },
    20_000,
  );

  // covers: agent-usage
  test("a session that is loaded by the next process: its tokens and its cost go on", async () => {
    const { say, sessionId, restart, of, folder, until } = await world();
    await say("hello");
    await say("/usage 150000");
    const told = () => of("usage").findLast(({ usage }) => usage.cost !== undefined)?.usage;
    const before = told();
    expect(before?.cost?.amount).toBeGreaterThan(0);
    const link = await restart();
    expect(await link.reopenSession("load", sessionId(), folder)).toMatchObject({ ok: true });
    await until(() => told() !== undefined);
    expect(told()).toMatchObject({
      cost: before?.cost,
      usedTokens: before?.usedTokens,
    });
    await say("again");
    expect(told()?.cost?.amount).toBeGreaterThan(before?.cost?.amount ?? 0);
  }, 20_000);

  test("resume: no replay; a session that nobody knows: refused", async () => {
    const { say, sessionId, restart, of, folder } = await world();
    await say("hello");
    const link = await restart();
    expect(await link.reopenSession("resume", sessionId(), folder)).toMatchObject({ ok: true });
    expect(of("text")).toEqual([]);
    expect(await link.reopenSession("load", "no-such", folder)).toMatchObject({ ok: false });
    expect(await link.reopenSession("load", "../../x", folder)).toMatchObject({ ok: false });
  }, 20_000);

  test("nonsense on stdout: the turn goes on to its end", async () => {
    const { say } = await world();
    expect((await say("/nonsense")).text).toContain("went on");
  });

  // covers: agent-login
  test("login: refused until the person has logged in", async () => {
    const { say, link, of } = await world();
    expect((await say("/login")).end).toMatchObject({ ok: false, fault: "auth-required" });
    expect((await say("hello")).end).toMatchObject({ ok: false, fault: "auth-required" });
    expect(await link().logIn("pretend")).toMatchObject({ ok: true });
    expect((await say("hello")).end).toMatchObject(ended("end_turn"));
    expect(of("login").map(({ needed }) => needed)).toEqual([true, false]);
  });
});

describe("what it reports", () => {
  // covers: agent-usage
  test("usage, quota, compaction, retry, notice, model: each as an update of its kind", async () => {
    const { say, of, link, sessionId } = await world();
    const { end } = await say("/usage 150000");
    expect(end).toMatchObject({ value: { usage: { input: expect.any(Number) } } });
    expect(of("usage").map(({ usage }) => usage.usedTokens)).toContain(150_000);
    await say("/quota 81 9");
    expect(
      of("quota")
        .at(-1)
        ?.windows.map(({ usedPct }) => usedPct),
    ).toEqual([81, 9]);
    await say("/compact");
    expect(of("compaction").map(({ state }) => state)).toContain("ended");
    await say("/retry 2");
    expect(of("retry").map(({ waiting }) => waiting)).toEqual([true, true, false]);
    await say("/notice warning look out");
    expect(of("notice")).toContainEqual({ kind: "notice", level: "warning", text: "look out" });
    await say("/model sim-large");
    expect(of("usage").at(-2)?.usage.windowTokens).toBe(1_000_000);
    expect(await link().setOption(sessionId(), "effort", "high")).toMatchObject({ ok: true });
    expect(await link().setOption(sessionId(), "effort", "none")).toMatchObject({ ok: false });
  }, 20_000);

  test("stream, slow, markdown, think: all of the text", async () => {
    const { say, of } = await world();
    expect((await say("/stream 1000")).text.match(/Line \d+ of 1000/g)).toHaveLength(1000);
    expect((await say("/slow 5 12")).text).toEndWith("word12");
    expect((await say("/markdown")).text).toContain("| 你好 | Chinese | 4 |");
    await say("/think of it");
    expect(of("text").some(({ role }) => role === "thought")).toBe(true);
  }, 20_000);

  test("hostile: escape sequences arrive in texts, and in no title or name", async () => {
    const { say, of, asked } = await world();
    expect((await say("/hostile")).text).toContain("\u001b[2J");
    const short = JSON.stringify([of("title"), of("member"), asked.map(({ title }) => title)]);
    expect(short).not.toMatch(/\\u00(?:0|1|7f|8|9)/);
  });

  // covers: agent-steers
  test("text for the running turn: taken along; without a turn it is refused", async () => {
    const { link, sessionId, of, until, say } = await world({ speed: "1" });
    expect(await link().steer(sessionId(), "early")).toMatchObject({ ok: false });
    const slow = say("/slow 20 60");
    await until(() => of("text").some(({ text }) => text.startsWith("word2")));
    expect(await link().steer(sessionId(), "and faster")).toMatchObject({ ok: true });
    expect((await slow).text).toContain("(Taken along: and faster)");
  }, 30_000);
});
