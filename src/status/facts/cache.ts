/** The provider's prompt cache: how often it was hit, and how long it still holds. */
export interface Cache {
  /** `silent`: the endpoint does not say; `unknown`: nothing to tell yet. */
  readonly reporting?: "reported" | "unknown" | "silent";
  /** Latest request, 0..100. */
  readonly lastHitPct?: number;
  /** Whole session, 0..100. */
  readonly hitPct?: number;
  /** A timer keeps the cache warm. */
  readonly warming?: boolean;
  /** Re-billed because the cache missed. */
  readonly rebilledUsd?: number;
  readonly rebilledTokens?: number;
  /** Whether the prefix is still held, as last said. */
  readonly warm?: boolean;
  /** Epoch milliseconds. */
  readonly expiresAtMs?: number;
}

/** What the endpoint reports of its cache now; replaces all but the expiry. */
export interface CacheReported {
  readonly kind: "cache-reported";
  readonly reporting: "reported" | "unknown" | "silent";
  readonly lastHitPct?: number;
  readonly hitPct?: number;
  readonly warming?: boolean;
  readonly rebilledUsd?: number;
  readonly rebilledTokens?: number;
}

/** Whether and until when the cached prefix holds. */
export interface CacheHeld {
  readonly kind: "cache-held";
  readonly warm?: boolean;
  readonly expiresAtMs?: number;
}

export type CacheFact = CacheReported | CacheHeld;

/** The cache after one more fact; what it saved and how long it holds are told apart. */
export function foldCache(state: Cache = {}, fact: CacheFact): Cache {
  switch (fact.kind) {
    case "cache-reported": {
      const { kind: _, ...report } = fact;
      const held: { warm?: boolean; expiresAtMs?: number } = {};
      if (state.warm !== undefined) held.warm = state.warm;
      if (state.expiresAtMs !== undefined) held.expiresAtMs = state.expiresAtMs;
      return { ...held, ...report };
    }
    case "cache-held": {
      const { kind: _, ...held } = fact;
      const { warm: _w, expiresAtMs: _e, ...rest } = state;
      return { ...rest, ...held };
    }
    default:
      return fact satisfies never;
  }
}
