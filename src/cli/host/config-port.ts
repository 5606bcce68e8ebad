/** The person's config for the host: read once at the start, written key by key. */
import { ok } from "../../base/result.ts";
import { readSettings } from "../../config/read.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../config/settings.ts";
import { type ConfigPlace, setConfigValue } from "../../config/write.ts";
import type { ConfigPort } from "../../surfaces/host/context.ts";

/**
 * The port on a file. Settings are those of the start with what was saved here since: changes by
 * others count from the next start. Without a place nothing can be saved, and `noPlace` says why.
 */
export function configPort(place: ConfigPlace | undefined, noPlace: string): ConfigPort {
  let settings: Settings =
    place === undefined ? DEFAULT_SETTINGS : readSettings(place.configFile).settings;
  return {
    file: place?.configFile ?? "",
    settings: () => settings,
    async save(keyPath, value) {
      if (place === undefined) return { ok: false, reason: noPlace };
      const written = await setConfigValue(place, keyPath, value);
      if (!written.ok) return written;
      settings = withKey(settings, keyPath, value);
      return ok(undefined);
    },
  };
}

/** The settings with one key as it was just written; a key that is gone has its default. */
function withKey(settings: Settings, keyPath: readonly string[], value: unknown): Settings {
  return setIn(settings, DEFAULT_SETTINGS, keyPath, value) as Settings;
}

function setIn(
  whole: unknown,
  fallback: unknown,
  path: readonly string[],
  value: unknown,
): unknown {
  const [key, ...rest] = path;
  const defaults = membersOf(fallback);
  if (key === undefined) return value === undefined ? fallback : value;
  const { [key]: before, ...others } = membersOf(whole);
  const now = setIn(before, defaults[key], rest, value);
  return now === undefined ? others : { ...others, [key]: now };
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
