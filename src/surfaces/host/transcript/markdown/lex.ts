/**
 * The one place that knows who reads Markdown: the lexer of `marked`, set to read a part of a text as it
 * would read it alone.
 */
import { Lexer, type MarkedToken, Tokenizer, type Token as Unknown } from "marked";

export type Token = MarkedToken;
export type TokenOf<Type extends Token["type"]> = Extract<Token, { readonly type: Type }>;

/** An address that is named at one place and used at another would change what is drawn already. */
const tokenizer = new Tokenizer();
tokenizer.def = () => undefined;

/** The blocks of a clean text with what is in them. Never throws: what cannot be read is text. */
export function lex(text: string): readonly Token[] {
  try {
    return known(new Lexer({ gfm: true, tokenizer }).lex(text));
  } catch {
    // The reader gives up by throwing, and goes as deep as the marks are nested.
    return [plainToken(text)];
  }
}

/** Tokens of other types come from extensions alone, of which there are none. */
export function known(tokens: readonly Unknown[]): readonly Token[] {
  return tokens as readonly Token[];
}

/** A text that is shown as it is. */
export function plainToken(text: string): Token {
  return { type: "html", block: true, pre: false, raw: text, text };
}
