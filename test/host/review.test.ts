/** The review on the line of the real host: from an agent's command to the next start. */
import { afterEach, expect, test } from "bun:test";
import { cpSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { git, tempFolder } from "../../src/testing/temp-git.ts";
import { type HostWorld, type HostWorldOptions, openHostWorld } from "./world.ts";

const SLOW_MS = 120_000;
const PULL = "https://github.com/acme/shop/pull/88";
const SCRIPT = `turns:
  - when: open
    steps:
      - tool:
          title: Bash
          kind: execute
          input: { command: "git push -u origin topic && gh pr create --fill" }
          output: "Creating pull request for topic into main in acme/shop\\n\\n${PULL}\\n"
      - say: It is open now.
  - when: hello
    repeat: true
    steps:
      - say: Hello there.
`;
const worlds: HostWorld[] = [];
const leftovers: string[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
  for (const path of leftovers.splice(0)) rmSync(path, { recursive: true, force: true });
});

async function open(options: HostWorldOptions): Promise<HostWorld> {
  const config = "tui:\n  statusLine: [model, git-branch, review-link]\n";
  const world = await openHostWorld({ config, agentScript: SCRIPT, ...options });
  worlds.push(world);
  await world.waitForText("Ask ·");
  return world;
}

async function say(world: HostWorld, prompt: string, answer: string): Promise<void> {
  world.type(prompt);
  world.press("enter");
  await world.waitForText(answer);
}

// covers: review-recorded, review-of-branch, review-kept, review-live-calls
test(
  "gh pr create: PR #88 with a link; gone on another branch, back on its own; there after a restart and /new",
  async () => {
    const repo = tempFolder("review-repo");
    const kept = tempFolder("review-home");
    leftovers.push(repo, kept);
    git(repo, "init", "-q", "-b", "topic", "--template=");
    git(repo, "remote", "add", "origin", "git@github.com:acme/shop.git");
    let bytes = "";
    const first = await open({
      args: ["--cwd", repo],
      onBytes: (chunk) => {
        bytes += Buffer.from(chunk).toString("latin1");
      },
    });
    await first.waitForText("⎇ topic");
    expect(first.text()).not.toContain("PR #88");
    await say(first, "open", "It is open now.");
    await first.waitForText("⎇ topic │ PR #88");
    expect(bytes).toContain(`\x1b]8;;${PULL}\x1b\\`);
    expect(statSync(join(first.home, "state/reviews.json")).mode & 0o777).toBe(0o600);
    git(repo, "checkout", "-q", "-b", "other");
    await say(first, "hello", "Hello there.");
    await first.waitForText("⎇ other");
    expect(first.text()).not.toContain("PR #88");
    first.press("ctrl+d");
    await first.waitForText("--resume");
    cpSync(join(first.home, "state"), kept, { recursive: true, filter: isPlain });

    const second = await open({
      args: ["--cwd", repo, "--resume"],
      prepare: ({ home }) => cpSync(kept, join(home, "state"), { recursive: true }),
    });
    // The old session tells its call again, on another branch: that records nothing.
    await second.waitForText("It is open now.");
    await say(second, "hello", "Hello there.");
    await second.waitForText("⎇ other");
    expect(second.text()).not.toContain("PR #88");
    git(repo, "checkout", "-q", "-b", "topic");
    second.type("/new");
    second.press("enter");
    await second.waitForText(/It is open now\.[\s\S]*Telltale \d/);
    await say(second, "hello", "Hello there.");
    await second.waitForText("⎇ topic │ PR #88");
  },
  SLOW_MS,
);

/** No sockets. */
function isPlain(path: string): boolean {
  const stat = statSync(path);
  return stat.isFile() || stat.isDirectory();
}
