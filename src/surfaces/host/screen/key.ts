/** One key press, or one paste. */
export interface Key {
  /** The key's name as in help texts: `enter`, `up`, `ctrl+r`, `shift+tab`, `a` ...; `paste` for a paste. */
  readonly name: string;
  /** What it writes into a text: the character, or all that was pasted; absent for a command key. */
  readonly text?: string;
  /** The sequence as the terminal sent it, for the editor. */
  readonly raw: string;
}
