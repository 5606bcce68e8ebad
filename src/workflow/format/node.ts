/**
 * A YAML document as plain nodes with lines. Mappings are lists of entries: their order and a key that
 * appears twice are kept, and a key such as `__proto__` is a text like any other.
 */

export type Node = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: "map";
  /** Line of the first character, from 1. */
  readonly line: number;
  readonly entries: readonly Entry[];
}

export interface Entry {
  /** As it is written where it is plain: `01` stays `01`. */
  readonly key: string;
  /** Line of the key. */
  readonly line: number;
  readonly value: Node;
}

export interface ListNode {
  readonly kind: "list";
  readonly line: number;
  readonly items: readonly Node[];
}

export interface ScalarNode {
  readonly kind: "scalar";
  readonly line: number;
  /** By the core schema of YAML 1.2: `yes` is a text. */
  readonly value: string | number | boolean | null;
}
