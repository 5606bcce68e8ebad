import { compact } from "./compact.ts";
import { full } from "./full.ts";
import { items } from "./items.ts";
import type { Layout } from "./layout.ts";

/** Every layout, the default one first. */
export const LAYOUTS: readonly Layout[] = [items, full, compact];
