/** How ids of records lie in a tree: by whole segments, below the root `""`. */

/** `id` is `top` or lies beneath it, by whole segments: `webapp` is not beneath `web`. All is beneath `""`. */
export function isWithin(id: string, top: string): boolean {
  return top === "" || id === top || id.startsWith(`${top}/`);
}

/** The id one level up, `""` above a first level; undefined above the root. */
function parentId(id: string): string | undefined {
  if (id === "") return undefined;
  return id.slice(0, Math.max(0, id.lastIndexOf("/")));
}

/**
 * The name of the program that `id` belongs to: its own `app`, else that of the nearest ancestor which
 * has one, the root last. It follows from the records of this moment, so it is asked for and never kept.
 */
export function inheritedApp(
  id: string,
  recordOf: (id: string) => { readonly app?: string } | undefined,
): string | undefined {
  for (let at: string | undefined = id; at !== undefined; at = parentId(at)) {
    const app = recordOf(at)?.app;
    if (app !== undefined) return app;
  }
  return undefined;
}
