/** Loads that are kept, on disk and in memory: the same answers as a load, as long as nothing changed. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { loadCached as loadOf } from "./cached-load.ts";
import { loadConfigs } from "./load.ts";
import type { Loaded } from "./loaded.ts";
import { createWatchingLoader } from "./watching-load.ts";

let root = "";
let paths: readonly string[] = [];
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-kept-"));
  put("config.toml", '[machines]\nfiles = ["a.smllm.yaml"]\n');
  put("a.smllm.yaml", machine("{ text: One. }"));
  paths = [join(root, "config.toml")];
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const put = (name: string, text: string): void => fs.writeFileSync(join(root, name), text);
const machine = (prompt: string): string => `id: a
initial: A
meta: { smllm: 1 }
states:
  A:
    entry: { type: prompt, params: ${prompt} }
    on: { done: Z }
  Z: { type: final }
`;

const BUILD = "one";
const loadCached = (configs: readonly string[], cache: string | undefined): Promise<Loaded> =>
  loadOf(configs, cache, BUILD);

const DAY_AGO = Date.now() / 1000 - 86_400;
/** As files are that were written long before they are loaded. */
function settle(): void {
  for (const name of fs.readdirSync(root)) {
    if (fs.statSync(join(root, name)).isFile()) fs.utimesSync(join(root, name), DAY_AGO, DAY_AGO);
  }
}

const cacheDir = (): string => join(root, "cache");
const cacheFile = (): string => {
  const [name = ""] = fs.readdirSync(join(cacheDir(), "configs"));
  return join(cacheDir(), "configs", name);
};

/** The text of the prompt, or what stands in its place. */
const promptOf = ({ set }: Loaded): string => {
  const action = set.machines[0]?.states[0]?.entry[0]?.actions[0];
  return action?.kind === "prompt" && "text" in action.prompt ? action.prompt.text : "none";
};

const LOADERS: readonly (readonly [string, () => () => Promise<Loaded>])[] = [
  ["loadCached", () => () => loadCached(paths, cacheDir())],
  [
    "createWatchingLoader",
    () => {
      const { load } = createWatchingLoader();
      return () => load(paths);
    },
  ],
];

describe.each(LOADERS)("%s", (_name, loader) => {
  test("the first and the second time: the same, with machines, folders and findings", async () => {
    const load = loader();
    settle();
    const first = await load();
    const second = await load();
    expect(second).toEqual(first);
    expect(second.stateDirs.get("a")).toBe(join(root, "state"));
    expect(promptOf(second)).toBe("One.");
  });

  // covers: smllm-kept-fresh
  test("an edit of equal length in the same second, with the same times: seen", async () => {
    const load = loader();
    const file = join(root, "a.smllm.yaml");
    const { atime, mtime } = fs.statSync(file);
    expect(promptOf(await load())).toBe("One.");
    put("a.smllm.yaml", machine("{ text: Two. }"));
    fs.utimesSync(file, atime, mtime);
    expect(promptOf(await load())).toBe("Two.");
  });

  test("another edit after the first was seen: seen as well", async () => {
    const load = loader();
    for (const text of ["One.", "Two.", "Six.", "One."]) {
      put("a.smllm.yaml", machine(`{ text: ${text} }`));
      expect(promptOf(await load())).toBe(text);
    }
  });

  test("a machine file that appears, and goes again: seen", async () => {
    const load = loader();
    put("config.toml", '[machines]\nfiles = ["a.smllm.yaml", "b.smllm.yaml"]\n');
    settle();
    expect((await load()).set.machines).toHaveLength(1);
    put("b.smllm.yaml", machine("{ text: B. }").replace("id: a", "id: b"));
    settle();
    expect((await load()).set.machines).toHaveLength(2);
    fs.unlinkSync(join(root, "b.smllm.yaml"));
    expect((await load()).set.machines).toHaveLength(1);
  });

  test("a prompt file that is removed, comes back, and is edited: seen, seen, no matter", async () => {
    const load = loader();
    put("a.smllm.yaml", machine("{ file: a.md }"));
    put("a.md", "text");
    settle();
    const first = await load();
    expect(first.set.machines).toHaveLength(1);
    fs.unlinkSync(join(root, "a.md"));
    expect((await load()).set.machines).toEqual([]);
    fs.mkdirSync(join(root, "a.md"));
    expect((await load()).set.machines).toEqual([]);
    fs.rmdirSync(join(root, "a.md"));
    put("a.md", "other text");
    expect((await load()).set.machines).toEqual(first.set.machines);
  });

  test("the config removed and put back: no machines, and the machines again", async () => {
    const load = loader();
    settle();
    const text = fs.readFileSync(join(root, "config.toml"), "utf8");
    expect((await load()).set.machines).toHaveLength(1);
    fs.unlinkSync(join(root, "config.toml"));
    expect((await load()).set.machines).toEqual([]);
    put("config.toml", text);
    expect((await load()).set.machines).toHaveLength(1);
  });
});

describe("loadCached", () => {
  test("files at rest: the second time comes from the cache, which is private", async () => {
    settle();
    const first = await loadCached(paths, cacheDir());
    expect(fs.statSync(cacheFile()).mode & 0o777).toBe(0o600);
    const before = fs.readFileSync(cacheFile(), "utf8");
    const { mtimeMs } = fs.statSync(cacheFile());
    expect(await loadCached(paths, cacheDir())).toEqual(first);
    expect(fs.readFileSync(cacheFile(), "utf8")).toBe(before);
    expect(fs.statSync(cacheFile()).mtimeMs).toBe(mtimeMs);
  });

  test("what is in the cache is what is given: marked there, it comes back marked", async () => {
    settle();
    await loadCached(paths, cacheDir());
    reseal((body) => body.replace("One.", "Kept"));
    expect(promptOf(await loadCached(paths, cacheDir()))).toBe("Kept");
  });

  test("files that were young and are so no more: the cache says so, and no content is compared again", async () => {
    await loadCached(paths, cacheDir());
    const young = builtMs();
    // The time of the last change of a file can be waited for and not be set.
    await Bun.sleep(2_100);
    await loadCached(paths, cacheDir());
    expect(builtMs()).toBeGreaterThan(young);
  });

  // covers: smllm-kept-fresh
  test("a file at rest whose place another one takes, of its size and its time: seen", async () => {
    settle();
    const file = join(root, "a.smllm.yaml");
    const { atime, mtime } = fs.statSync(file);
    expect(promptOf(await loadCached(paths, cacheDir()))).toBe("One.");
    reseal((body) => JSON.stringify({ ...JSON.parse(body), builtMs: Date.now() + 60_000 }));
    put("new.yaml", machine("{ text: Two. }"));
    fs.utimesSync(join(root, "new.yaml"), atime, mtime);
    fs.renameSync(join(root, "new.yaml"), file);
    expect(promptOf(await loadCached(paths, cacheDir()))).toBe("Two.");
  });

  // covers: smllm-kept-optional
  test.each([
    ["cut", (text: string) => text.slice(0, -20)],
    ["edited", (text: string) => text.replace("One.", "Evil")],
    ["empty", () => ""],
    ["of lines", () => "x\n".repeat(100)],
    [
      "of other configs",
      (text: string) => sealed(bodyOf(text).replaceAll("config.toml", "confog.toml")),
    ],
    ["of nothing", () => sealed("null")],
  ])("a cache file that is %s: no matter", async (_what, change) => {
    settle();
    const first = await loadCached(paths, cacheDir());
    fs.writeFileSync(cacheFile(), change(fs.readFileSync(cacheFile(), "utf8")));
    expect(await loadCached(paths, cacheDir())).toEqual(first);
    expect(promptOf(await loadCached(paths, cacheDir()))).toBe("One.");
  });

  // covers: smllm-kept-build
  test("a load that another build kept: made anew, and kept by this one", async () => {
    settle();
    await loadOf(paths, cacheDir(), "another");
    reseal((body) => body.replace("One.", "Kept"));
    expect(promptOf(await loadOf(paths, cacheDir(), "another"))).toBe("Kept");
    expect(promptOf(await loadCached(paths, cacheDir()))).toBe("One.");
    reseal((body) => body.replace("One.", "Mine"));
    expect(promptOf(await loadCached(paths, cacheDir()))).toBe("Mine");
  });

  // covers: smllm-kept-build
  test("a program that runs from sources, which nobody built: keeps nothing and takes nothing", async () => {
    settle();
    await loadCached(paths, cacheDir());
    reseal((body) => body.replace("One.", "Kept"));
    const before = fs.readFileSync(cacheFile(), "utf8");
    expect(promptOf(await loadOf(paths, cacheDir()))).toBe("One.");
    expect(fs.readFileSync(cacheFile(), "utf8")).toBe(before);
  });

  test("no cache, and one that cannot be written: the same answers", async () => {
    settle();
    expect(promptOf(await loadCached(paths, undefined))).toBe("One.");
    fs.writeFileSync(cacheDir(), "a file");
    expect(promptOf(await loadCached(paths, cacheDir()))).toBe("One.");
    expect(promptOf(await loadCached(paths, cacheDir()))).toBe("One.");
    expect(fs.readFileSync(cacheDir(), "utf8")).toBe("a file");
  });

  test("no configs: what a load of none gives, and nothing is kept", async () => {
    const { placed: _placed, ...none } = loadConfigs([], "run");
    expect(await loadCached([], cacheDir())).toEqual(none);
    expect(fs.existsSync(cacheDir())).toBe(false);
  });

  test("two sets of configs, none: kept apart", async () => {
    const other = join(root, "other.toml");
    put("other.toml", "[machines]\n");
    settle();
    for (let round = 0; round < 2; round++) {
      expect((await loadCached(paths, cacheDir())).set.machines).toHaveLength(1);
      expect((await loadCached([other], cacheDir())).set.machines).toHaveLength(0);
      expect((await loadCached([], cacheDir())).set.machines).toHaveLength(0);
    }
  });
});

describe("createWatchingLoader", () => {
  test("files at rest: the very same object; twenty other sets later: loaded anew", async () => {
    const { load } = createWatchingLoader();
    settle();
    const first = await load(paths);
    expect(await load(paths)).toBe(first);
    for (let number = 0; number < 20; number++) await load([join(root, `${number}.toml`)]);
    const again = await load(paths);
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });
});

const bodyOf = (text: string): string => text.split("\n")[1] ?? "";
const sealed = (body: string): string => `${Bun.hash(body).toString(36)}\n${body}\n`;
const builtMs = (): number => JSON.parse(bodyOf(fs.readFileSync(cacheFile(), "utf8"))).builtMs;

function reseal(change: (body: string) => string): void {
  const body = change(bodyOf(fs.readFileSync(cacheFile(), "utf8")));
  fs.writeFileSync(cacheFile(), sealed(body));
}
