/**
 * Whether a text is made of the characters from space to tilde alone: such a text is clean, one column
 * a character, and may be cut anywhere. A loop, as the texts are short and compiling an expression
 * costs a program that draws one row more than all of them.
 */
export function isPrintableAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}
