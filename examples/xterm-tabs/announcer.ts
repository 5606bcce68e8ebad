/**
 * Says to a screen reader when a tab needs its person or has ended its work: states alone, not each
 * step of a progress, and no faster than one can listen.
 */
import { setText } from "./dom.ts";
import { type Badge, lineOf, type TabStatus } from "./tab-status.ts";

/** A program that changes its mind all the time gets one line in this time. */
const PAUSE_MS = 2000;

export interface Announcer {
  /** Tells it of a tab's status; it finds out whether that is news. */
  show(name: string, status: TabStatus): void;
}

export function createAnnouncer(region: HTMLElement): Announcer {
  const before = new Map<string, Badge>();
  /** What waits to be said; the last word of each tab counts. */
  const waiting = new Map<string, string>();
  let isPausing = false;
  const say = () => {
    isPausing = waiting.size > 0;
    if (!isPausing) return;
    setText(region, [...waiting.values()].join(". "));
    waiting.clear();
    setTimeout(say, PAUSE_MS);
  };
  return {
    show(name, status) {
      if (before.get(name) === status.badge) return;
      before.set(name, status.badge);
      if (isNews(status.badge)) waiting.set(name, `${name}: ${lineOf(status)}`);
      else waiting.delete(name);
      if (!isPausing) say();
    },
  };
}

function isNews(badge: Badge): boolean {
  return badge !== "quiet" && badge !== "idle" && badge !== "working";
}
