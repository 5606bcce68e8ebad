/** Which build of the program this is. Whoever compiles it puts the mark in: `scripts/compile.ts`. */

declare const TELLTALE_BUILD: string | undefined;

/**
 * A hash of the sources and of the packages that the program was made of. Undefined where it runs from
 * sources, which may be other ones at the next call.
 */
export const BUILD_MARK: string | undefined =
  typeof TELLTALE_BUILD === "string" ? TELLTALE_BUILD : undefined;
