/** The model in use and how it reasons. */
export interface Model {
  readonly id?: string;
  readonly displayName?: string;
  readonly provider?: string;
  /** Way to the provider when there are several, such as `messages` or `responses`. */
  readonly channel?: string;
  readonly variant?: string;
  /** Whether extended thinking is on. */
  readonly thinking?: boolean;
  /** Reasoning effort or thinking level in the harness's own word, such as `high`. */
  readonly effort?: string;
  readonly fastMode?: boolean;
  /** Reference of the model that stands in for the main one during a fallback. */
  readonly fallback?: string;
}

/** The model now in use; replaces what was known of the former one, not how it reasons. */
export interface ModelSelected {
  readonly kind: "model-selected";
  readonly id?: string;
  readonly displayName?: string;
  readonly provider?: string;
  readonly channel?: string;
  readonly variant?: string;
}

/** How the model reasons now; absent members are unknown. */
export interface ReasoningSet {
  readonly kind: "reasoning-set";
  readonly thinking?: boolean;
  readonly effort?: string;
}

/** Whether answers are bought faster. */
export interface FastModeSet {
  readonly kind: "fast-mode-set";
  readonly on: boolean;
}

/** Another model stands in, or (without `model`) the main model is back. */
export interface FallbackChanged {
  readonly kind: "fallback-changed";
  readonly model?: string;
}

export type ModelFact = ModelSelected | ReasoningSet | FastModeSet | FallbackChanged;

/** The model after one more fact; which one it is, how it reasons and what stands in are told apart. */
export function foldModel(state: Model = {}, fact: ModelFact): Model {
  switch (fact.kind) {
    case "model-selected": {
      const { kind: _, ...chosen } = fact;
      const { id: _i, displayName: _d, provider: _p, channel: _c, variant: _v, ...rest } = state;
      return { ...rest, ...chosen };
    }
    case "reasoning-set": {
      const { kind: _, ...reasoning } = fact;
      const { thinking: _t, effort: _e, ...rest } = state;
      return { ...rest, ...reasoning };
    }
    case "fast-mode-set":
      return { ...state, fastMode: fact.on };
    case "fallback-changed": {
      const { fallback: _, ...rest } = state;
      return fact.model === undefined ? rest : { ...rest, fallback: fact.model };
    }
    default:
      return fact satisfies never;
  }
}
