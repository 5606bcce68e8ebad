/** Bytes that come in chunks, as text of bounded length. */

/**
 * Decodes UTF-8 over chunk borders and keeps the first `maxUnits` UTF-16 units, never half of a
 * surrogate pair. What comes after is forgotten at once. Bytes that are no UTF-8 become U+FFFD; a byte
 * order mark at the start goes.
 */
export class BoundedText {
  readonly #maxUnits: number;
  readonly #decoder = new TextDecoder();
  #text = "";
  #full = false;

  constructor(maxUnits: number) {
    this.#maxUnits = maxUnits;
  }

  push(bytes: Uint8Array): void {
    if (!this.#full) this.#append(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Everything kept. Call once, after the last chunk. */
  finish(): string {
    if (!this.#full) this.#append(this.#decoder.decode());
    return this.#text;
  }

  #append(text: string): void {
    this.#text += text;
    if (this.#text.length <= this.#maxUnits) return;
    this.#full = true;
    const last = this.#text.charCodeAt(this.#maxUnits - 1);
    const splitsPair = last >= 0xd800 && last <= 0xdbff;
    this.#text = this.#text.slice(0, splitsPair ? this.#maxUnits - 1 : this.#maxUnits);
  }
}
