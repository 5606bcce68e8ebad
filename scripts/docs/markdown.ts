/** Pieces of Markdown. */

/** A table; cells are Markdown already, except that bars and line breaks in them are taken care of. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(" | ")} |`;
  return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
}

function cellText(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ").trim();
}

/** Text as code; nothing for an empty text. */
export function code(text: string): string {
  if (text === "") return "";
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text}${fence}`;
}

/** Codes with commas between them. */
export function codes(texts: readonly string[]): string {
  return texts.map(code).join(", ");
}

/** A fenced block. */
export function fence(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}
