/** What may stand where in a machine file, as data: one table of it drives the check and the JSON Schema. */

/** A condition on a text, with the rule that it breaks. */
export interface TextForm {
  readonly rule: string;
  /** Goes on from "expected". */
  readonly expected: string;
  readonly fits: (text: string) => boolean;
  /** The same as a regular expression, where one can say it. */
  readonly pattern?: string;
  /** A format of JSON Schema. */
  readonly format?: "regex";
}

/** A member of a mapping with known keys. */
export interface KeyShape {
  readonly shape: Shape;
  readonly isRequired?: true;
  /** For the schema: what it is, one sentence without a full stop. */
  readonly describe: string;
}

export interface KeysShape {
  readonly kind: "keys";
  readonly keys: Readonly<Record<string, KeyShape>>;
  /** Keys that XState has here and the format leaves out, beside those that it leaves out everywhere. */
  readonly leftOut?: readonly string[];
  /** One of these keys must be there, and no other of them. */
  readonly exactlyOne?: { readonly keys: readonly string[]; readonly rule: string };
}

export interface ChoiceShape {
  readonly kind: "choice";
  readonly values: readonly string[];
  /** For a text that is none of them. */
  readonly rule: string;
  /** Values that XState has and the format leaves out. */
  readonly leftOut?: readonly string[];
}

/** `{type, params}`. */
export interface TypedShape {
  readonly kind: "typed";
  /** What it is called: `action`. */
  readonly noun: string;
  /** For a type that is not known. */
  readonly rule: string;
  readonly types: Readonly<Record<string, KeysShape>>;
  /** Types that may stand as a bare text. */
  readonly bare: readonly string[];
}

export interface WholeShape {
  readonly kind: "whole";
  readonly min: number;
  readonly max?: number;
  /** For a number outside. */
  readonly rule: string;
}

export interface ListShape {
  readonly kind: "list";
  readonly of: Shape;
  /** Rule that an empty list breaks; absent: it may be empty. */
  readonly filledRule?: string;
  /** `of` may stand alone in place of a list of one. */
  readonly orOne?: true;
}

/** A mapping whose keys are names. */
export interface NamesShape {
  readonly kind: "names";
  readonly of: Shape;
  readonly names?: TextForm;
  /** Goes on from "there is no" when at least one is needed. */
  readonly needed?: string;
}

/** A text, or something else that is no text. */
export interface TextOrShape {
  readonly kind: "text-or";
  readonly text: Shape;
  readonly other: ListShape | KeysShape;
  /** For what is neither. */
  readonly rule: string;
}

export type Shape =
  /** Looked at by whoever holds the mapping. */
  | { readonly kind: "any" }
  | {
      readonly kind: "text";
      readonly form?: TextForm;
      /** For what is no text. */
      readonly rule?: string;
    }
  | { readonly kind: "flag" }
  | { readonly kind: "version"; readonly value: number }
  | WholeShape
  | ChoiceShape
  | ListShape
  | NamesShape
  | KeysShape
  | TypedShape
  | TextOrShape;
