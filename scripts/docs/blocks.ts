/** Generated blocks in hand-written files. */

/** What a file lacks or has too much. */
export interface Faults {
  readonly faults: readonly string[];
}

const BLOCK = /^<!-- generated: ([\w-]+) -->\n([\s\S]*?)^<!-- end -->$/gm;

/** The text with each block filled; every block must be there once, and no other. */
export function fillBlocks(
  text: string,
  blocks: Readonly<Record<string, string>>,
): string | Faults {
  const faults: string[] = [];
  const seen = new Set<string>();
  const filled = text.replace(BLOCK, (whole, name: string) => {
    const body = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (body === undefined) faults.push(`nothing generates the block ${name}`);
    if (seen.has(name)) faults.push(`the block ${name} is there twice`);
    seen.add(name);
    return body === undefined ? whole : `<!-- generated: ${name} -->\n\n${body}\n\n<!-- end -->`;
  });
  for (const name of Object.keys(blocks)) {
    if (!seen.has(name)) faults.push(`the block ${name} is missing`);
  }
  return faults.length === 0 ? filled : { faults };
}
