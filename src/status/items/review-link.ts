import { webUrl } from "../../text/link.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const FORGES = { github: { label: "PR", sign: "#" }, gitlab: { label: "MR", sign: "!" } } as const;

export const reviewLink: Item = {
  id: "review-link",
  aliases: ["pr", "mr", "pull-request", "merge-request", "review"],
  describe: "GitHub pull request or GitLab merge request of the branch",
  absent: "no review is known for the branch",
  needs: ["review"],
  options: [],
  sample: [
    {
      kind: "review-found",
      vendor: "github",
      number: 88,
      url: "https://github.com/acme/shop-api/pull/88",
    },
  ],
  shrink: 25,
  drop: 35,
  render({ review }, { links }) {
    if (review === undefined) return null;
    const forge = FORGES[review.vendor];
    const url = links ? webUrl(review.url) : undefined;
    const link = url === undefined ? {} : { link: url };
    const number = { text: `${forge.sign}${review.number}`, tone: "muted", ...link } as const;
    return cell([[{ text: `${forge.label} `, tone: "accent", ...link }, number], [number]]);
  },
};
