/** The languages of the catalogue, and which one a person reads. */

export type Language = "en" | "zh-Hans";

/** By a choice in words (`--lang`, the config), then by the locale; English if nothing says otherwise. */
export function languageOf(
  choice: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Language {
  const chosen = choice === undefined || choice === "auto" ? undefined : languageIn(choice);
  if (chosen !== undefined) return chosen;
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  return languageIn(locale) ?? "en";
}

/** Chinese in traditional characters is none of ours: English then. */
function languageIn(word: string): Language | undefined {
  const [tag = ""] = word.trim().toLowerCase().replaceAll("_", "-").split(/[.@]/);
  if (tag === "en" || tag.startsWith("en-")) return "en";
  if (tag === "zh" || tag === "zh-cn" || tag === "zh-sg" || tag.startsWith("zh-hans")) {
    return "zh-Hans";
  }
  return undefined;
}
