/** Permission modes that one key goes through, in the words of the layouts full and compact. */
export const MODE_LABELS: ReadonlyMap<string, string> = new Map([
  ["default", "Manual"],
  ["acceptEdits", "Accept edits"],
  ["plan", "Plan"],
  ["auto", "Auto"],
  ["dontAsk", "Don't ask"],
  ["bypassPermissions", "Bypass permissions"],
]);
