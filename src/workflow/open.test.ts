import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { sessionRecord } from "../testing/workflow-records.ts";
import { WorkflowError } from "./engine/ports.ts";
import { openConfigs, openNew, openSession, openSessions, withSessionTurn } from "./open.ts";
import { workflowPlaces } from "./places.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-open-"));
  put("project/.smllm/config.toml", '[machines]\nfiles = ["a.smllm.yaml"]\n');
  put(
    "project/.smllm/a.smllm.yaml",
    "id: a\ninitial: A\nmeta: { smllm: 1 }\nstates: { A: { type: final } }\n",
  );
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function put(path: string, text: string): void {
  fs.mkdirSync(join(root, path, ".."), { recursive: true });
  fs.writeFileSync(join(root, path), text);
}

const place = (change: object = {}) => ({
  env: { HOME: join(root, "home"), PATH: process.env.PATH },
  cwd: join(root, "project"),
  platform: process.platform,
  ...change,
});

const had = <T>(result: { ok: true; value: T } | { ok: false; reason: unknown }): T => {
  if (result.ok) return result.value;
  throw result.reason;
};

describe("openNew", () => {
  test("a folder with a config, one without: its machines, none and no config", async () => {
    const opened = had(await openNew(place()));
    expect(opened.loaded.set.machines.map(({ id }) => id)).toEqual(["a"]);
    expect(opened.loaded.configs).toEqual([join(root, "project/.smllm/config.toml")]);
    const empty = had(await openNew(place({ cwd: root })));
    expect(empty.loaded.configs).toEqual([]);
    expect(empty.loaded.set.machines).toEqual([]);
    expect(fs.existsSync(join(root, "home/.local/state"))).toBe(false);
  });

  test("an option that names no file: a fault of kind config", async () => {
    const opened = await openNew(place({ config: "none.toml" }));
    expect(!opened.ok && opened.reason.kind).toBe("config");
  });

  test("commands: they run if that was asked for, and not else", async () => {
    const reading = had(await openNew(place())).host;
    const running = had(await openNew(place(), { commands: true })).host;
    expect([reading.supports?.("command"), running.supports?.("command")]).toEqual([false, true]);
    expect(running.check?.("command", { run: "true" }, {}, root)).toEqual({ passed: true });
  });
});

describe("openSession", () => {
  // covers: smllm-config-recorded
  test("from any folder: the configs that the session recorded", async () => {
    const { store } = had(await openNew(place()));
    const configs = [join(root, "project/.smllm/config.toml")];
    store.addSession(sessionRecord({ configs }));
    put("other/.smllm/config.toml", "[machines]\n");
    const opened = had(await openSession("sm-abc123", place({ cwd: join(root, "other") })));
    expect(opened.session.key).toBe("sm-abc123");
    expect(opened.loaded.configs).toEqual(configs);
    expect(opened.loaded.set.machines.map(({ id }) => id)).toEqual(["a"]);
  });

  test("unknown, broken, and with no place for sessions: the kind of each fault", async () => {
    const unknown = await openSession("sm-zzzzzz", place());
    expect(!unknown.ok && unknown.reason.kind).toBe("unknown-session");
    put("home/.local/state/smllm/sessions/sm-abc123.json", "{ nope");
    const broken = await openSession("sm-abc123", place());
    expect(!broken.ok && broken.reason.kind).toBe("store");
    for (const open of [
      () => openSession("sm-abc123", place({ env: {} })),
      () => openNew(place({ env: {} })),
      () => openConfigs([], place({ env: { HOME: "relative" } })),
      async () => openSessions(place({ env: {} })),
      () => withSessionTurn("sm-abc123", place({ env: {} }), () => 1),
    ]) {
      const homeless = await open();
      expect(homeless.ok).toBe(false);
      expect(!homeless.ok && homeless.reason.kind).toBe("store");
    }
  });
});

describe("withSessionTurn", () => {
  // covers: smllm-session-turns
  test("eight processes, one session: one after the other; another session: at the same time", async () => {
    const script = join(root, "turn.ts");
    put(
      "turn.ts",
      `import fs from "node:fs";
       import { withSessionTurn } from ${JSON.stringify(join(import.meta.dir, "open.ts"))};
       const place = ${JSON.stringify(place())};
       const file = ${JSON.stringify(join(root, "count"))};
       for (let turn = 0; turn < 5; turn += 1) {
         const done = await withSessionTurn("sm-abc123", place, async () => {
           const seen = Number(fs.readFileSync(file, "utf8"));
           await new Promise((next) => setTimeout(next, 2));
           fs.writeFileSync(file, String(seen + 1));
         });
         if (!done.ok) throw done.reason;
       }`,
    );
    put("count", "0");
    const children = Array.from({ length: 8 }, () =>
      Bun.spawn([process.execPath, script], { stdio: ["ignore", "ignore", "inherit"] }),
    );
    expect(await Promise.all(children.map((child) => child.exited))).toEqual(Array(8).fill(0));
    expect(fs.readFileSync(join(root, "count"), "utf8")).toBe("40");

    const inner = await withSessionTurn("sm-abc123", place(), () =>
      withSessionTurn("sm-other1", place(), () => "both", 0),
    );
    expect(inner).toEqual({ ok: true, value: { ok: true, value: "both" } });
  }, 60_000);

  test("a turn that is not had in time: a fault; a body that throws: thrown on, the turn is free", async () => {
    const held = await withSessionTurn("sm-abc123", place(), () =>
      withSessionTurn("sm-abc123", place(), () => 1, 20),
    );
    expect(had(held)).toMatchObject({ ok: false, reason: { kind: "store" } });
    const fault = new WorkflowError("no-session", "which one?");
    const thrown = withSessionTurn("sm-abc123", place(), () => {
      throw fault;
    });
    expect(thrown).rejects.toBe(fault);
    await thrown.catch(() => undefined);
    expect(await withSessionTurn("sm-abc123", place(), () => 1, 0)).toEqual({ ok: true, value: 1 });
  });
});

describe("workflowPlaces", () => {
  test("by variables, by the home, by neither; on Windows: absolute places or none", () => {
    expect(workflowPlaces({ HOME: "/h", XDG_STATE_HOME: "/s" }, "linux")).toEqual({
      userConfig: "/h/.config/smllm/config.toml",
      stateDir: "/s/smllm",
      cacheDir: "/h/.cache/smllm",
    });
    expect(workflowPlaces({ XDG_CONFIG_HOME: "relative" }, "linux")).toEqual({});
    const appData = { APPDATA: "C:\\R", LOCALAPPDATA: "C:\\L" };
    expect(workflowPlaces(appData, "win32")).toEqual({
      userConfig: "C:\\R\\smllm\\config.toml",
      stateDir: "C:\\L\\smllm\\state",
      cacheDir: "C:\\L\\smllm\\cache",
    });
  });
});
