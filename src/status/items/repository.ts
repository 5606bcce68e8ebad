import { cleanLine } from "../../text/clean.ts";
import { encodePathSegments, webUrl } from "../../text/link.ts";
import { span } from "../../text/span.ts";
import type { Repository } from "../facts/git.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const repository: Item = {
  id: "repository",
  aliases: ["repo"],
  describe: "Repository on its host, as owner/name",
  absent: "the repository has no remote",
  needs: ["git-remote"],
  options: [],
  sample: [{ kind: "repository-known", host: "github.com", owner: "acme", name: "shop-api" }],
  shrink: 14,
  drop: 28,
  render({ git }, { links }) {
    const remote = git?.remote;
    if (remote === undefined) return null;
    const url = links ? pageOf(remote) : undefined;
    const link = url === undefined ? {} : { link: url };
    const name = { ...span(cleanLine(remote.name), "muted"), ...link };
    if (remote.owner === undefined) return cell([[name]]);
    return cell([[{ ...span(`${cleanLine(remote.owner)}/`, "dim"), ...link }, name], [name]]);
  },
};

function pageOf({ host, owner, name }: Repository): string | undefined {
  if (host === undefined || owner === undefined) return undefined;
  return webUrl(`https://${host}/${encodePathSegments(`${owner}/${name}`)}`);
}
