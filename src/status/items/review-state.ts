import { cleanLine } from "../../text/clean.ts";
import { webUrl } from "../../text/link.ts";
import { span, type Tone } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const TONES: ReadonlyMap<string, Tone> = new Map([
  ["approved", "success"],
  ["merged", "success"],
  ["changes_requested", "error"],
  ["closed", "error"],
  ["pending", "warning"],
  ["commented", "warning"],
]);

export const reviewState: Item = {
  id: "review-state",
  aliases: [],
  describe: "State of the pull request or merge request",
  absent: "no review is known for the branch, or its state is not",
  needs: [],
  options: [],
  sample: [
    {
      kind: "review-found",
      vendor: "github",
      number: 91,
      url: "https://github.com/acme/shop-api/pull/91",
      state: "changes_requested",
    },
  ],
  shrink: 25,
  drop: 36,
  render({ review }, { links }) {
    const word = cleanLine(review?.state ?? "").trim();
    if (review === undefined || word === "") return null;
    const url = links ? webUrl(review.url) : undefined;
    const link = url === undefined ? {} : { link: url };
    const state = span(word.replaceAll("_", " "), TONES.get(word) ?? "muted");
    const sign = review.vendor === "gitlab" ? "!" : "#";
    const number = { ...span(`${sign}${review.number}`, "muted"), ...link };
    return cell([[number, span(" "), state], [state]]);
  },
};
