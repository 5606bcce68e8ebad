/** Where the session works. Paths are as the source wrote them: uncleaned, for display only. */
export interface Place {
  /** Current working directory. */
  readonly cwd?: string;
  /** Directory in which the session began. */
  readonly projectDir?: string;
  /** Further directories the agent may use. */
  readonly addedDirs?: readonly string[];
  /** Directory on the remote machine, for remote work. */
  readonly cloudDir?: string;
}

/** Says where the session works now; replaces all that was said before. */
export interface PlaceKnown extends Place {
  readonly kind: "place-known";
}

export type PlaceFact = PlaceKnown;

/** The place that was told last; no member of the one before is kept. */
export function foldPlace(_state: Place | undefined, fact: PlaceFact): Place {
  const { kind: _, ...place } = fact;
  return place;
}
