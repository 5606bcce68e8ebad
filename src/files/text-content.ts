const BOM = "\uFEFF";

/** What a text file holds, as an editor of it must know it. */
export interface TextContent {
  /** A byte order mark, or nothing. */
  readonly mark: "" | typeof BOM;
  /** Without the mark. */
  readonly text: string;
}

/** Bytes as text; undefined if they are no UTF-8. */
export function textContent(bytes: Uint8Array): TextContent | undefined {
  try {
    const whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const mark = whole.startsWith(BOM) ? BOM : "";
    return { mark, text: whole.slice(mark.length) };
  } catch {
    return undefined;
  }
}
