/** The pull request or merge request of the branch. */
export interface Review {
  readonly vendor: "github" | "gitlab";
  readonly number: number;
  readonly url: string;
  /** The harness's own word: `approved`, `changes_requested`, `pending`, `draft`, `merged` ... */
  readonly state?: string;
}

/** The branch has this review; replaces the one before. */
export interface ReviewFound extends Review {
  readonly kind: "review-found";
}

/** The branch has no review. */
export interface ReviewGone {
  readonly kind: "review-gone";
}

export type ReviewFact = ReviewFound | ReviewGone;

/** The review that was found last; absent once it is gone. */
export function foldReview(_state: Review | undefined, fact: ReviewFact): Review | undefined {
  if (fact.kind === "review-gone") return undefined;
  const { kind: _, ...review } = fact;
  return review;
}
