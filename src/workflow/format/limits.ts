/** How much a machine file may hold. Apart, so that who only asks for these loads no parser. */

/**
 * UTF-16 units, and bytes, of a machine file. Machines have a few kilobytes, long prompts lie in files
 * of their own, and at this size the worst text still parses in two to three seconds, once.
 */
export const MAX_MACHINE_BYTES = 256 * 1024;
/** Nodes with what aliases repeat: far above the largest file written by hand, and quickly walked. */
export const MAX_NODES = 200_000;
/** Levels of nesting; the format itself has ten. */
export const MAX_DEPTH = 32;
