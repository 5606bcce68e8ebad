/** Names in a folder that is shared with others. */

/** A name that nobody has, and that says whose it is. */
export function randomName(): string {
  const random = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return `smllm-output-${process.pid}-${random}`;
}
