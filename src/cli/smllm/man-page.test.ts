import { describe, expect, test } from "bun:test";
import type { Command } from "../command.ts";
import { manPage } from "./man-page.ts";
import { SMLLM_COMMANDS } from "./registry.ts";

const HOSTILE: Command = {
  name: "odd",
  summary: ".SH is no request here, and 'quotes' ~ ^ `stay`",
  notes: ["It takes \\n as it is."],
  usage: ['odd "A" [--b]'],
  options: [{ name: "b", describe: "-x and --y keep their dashes" }],
  examples: [{ command: ".odd \\e[1m", describe: "'Escapes'" }],
  exitCodes: [],
  run: () => 0,
};

const load = () =>
  Promise.all(SMLLM_COMMANDS.filter(({ hidden }) => !hidden).map((entry) => entry.load()));

// covers: smllm-man
describe("the manual", () => {
  test("its sections, each command with its options, exit codes and files", async () => {
    const commands = await load();
    const page = manPage("1.2.3", commands);
    const titles = [...page.matchAll(/^\.SH (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      ...["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS"],
      ...["ENVIRONMENT", "FILES", "EXAMPLES"],
    ]);
    for (const { usage, options } of commands) {
      for (const form of usage)
        expect(page).toContain(
          `.SS "smllm ${form.replaceAll("-", "\\-").replaceAll("'", "\\(aq")}"`,
        );
      for (const { name } of options)
        expect(page).toContain(`\\-\\-${name.replaceAll("-", "\\-")}`);
    }
    expect(page).toContain(".smllm/config.toml");
  });

  const isMet = Bun.which("groff") !== null || process.env.CI === "true";
  test.if(isMet)(
    `in groff: no warning, and texts as they were written${isMet ? "" : " (skipped: needs groff)"}`,
    async () => {
      const page = manPage("1.2.3", [...(await load()), HOSTILE]);
      const run = Bun.spawnSync(["groff", "-man", "-Tutf8", "-ww", "-rLL=400n", "-P-c"], {
        stdin: new TextEncoder().encode(page),
        env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
      });
      expect([run.exitCode, run.stderr.toString()]).toEqual([0, ""]);
      // Bold is a letter, a backspace and the letter again.
      const shown = run.stdout.toString().replace(/.\x08/gu, "");
      for (const text of [
        'smllm odd "A" [--b]',
        ".SH is no request here, and 'quotes' ~ ^ `stay`.",
        "It takes \\n as it is.",
        "-x and --y keep their dashes",
        ".odd \\e[1m",
        "'Escapes':",
      ])
        expect(shown).toContain(text);
    },
  );
});
