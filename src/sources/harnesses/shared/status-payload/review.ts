/** The pull or merge request in Claude Code's payload: whole, or not at all. */
import { asRecord, known } from "../../../../base/shape.ts";
import type { Fact } from "../../../../status/facts/fact.ts";
import type { Review } from "../../../../status/facts/review.ts";
import { positive, text, word } from "../values.ts";

/** Characters of an address that browsers and terminals are sure to take. */
const MAX_URL_UNITS = 2048;

/** A review needs a number above zero and a web address; without either it is dropped whole. */
export function adaptReview(value: unknown): readonly Fact[] {
  const source = asRecord(value);
  const number = positive(source?.number);
  const url = text(source?.url);
  if (number === undefined || !Number.isInteger(number) || url === undefined) return [];
  const address = webAddress(url);
  if (address === undefined) return [];
  const vendor = vendorOf(source?.kind, address);
  const state = word(source?.review_state);
  return [{ kind: "review-found", vendor, number, url, ...known({ state }) }];
}

function webAddress(url: string): URL | undefined {
  // The parser forgives blanks and control characters; a link in a terminal does not.
  if (url.length > MAX_URL_UNITS || /[\p{Cc}\s]/u.test(url)) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url);
}

function vendorOf(kind: unknown, address: URL): Review["vendor"] {
  if (kind === "mr") return "gitlab";
  if (kind === "pr") return "github";
  const ofGitlab = /(^|\.)gitlab\./i.test(address.hostname);
  return ofGitlab || address.pathname.includes("/-/merge_requests/") ? "gitlab" : "github";
}
