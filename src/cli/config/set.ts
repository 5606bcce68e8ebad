import { readSettings } from "../../config/read.ts";
import { configSnippet, setConfigValue } from "../../config/write.ts";
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import { idleSettings } from "./idle-settings.ts";
import { parseKey, parseValue } from "./keys.ts";
import { writablePlace } from "./place.ts";

/** Sets or removes one key; everything else in the file stays as it is, byte for byte. */
export async function setKey(invocation: Invocation): Promise<number> {
  const { operands, options, io } = invocation;
  const refuse = (reason: string, code: number): number => {
    io.err(`telltale config set: ${reason}\n`);
    return code;
  };
  const [key, text, ...more] = operands;
  const unset = options.unset === true;
  if (key === undefined || (text === undefined) !== unset || more.length > 0) {
    return refuse("it takes KEY VALUE, or KEY --unset", EXIT_USAGE);
  }
  const path = parseKey(key);
  if (!path.ok) return refuse(path.reason, EXIT_USAGE);
  const value = text === undefined ? undefined : parseValue(path.value, text);
  if (value !== undefined && !value.ok) return refuse(value.reason, EXIT_USAGE);
  const place = writablePlace(invocation);
  if (!place.ok) return refuse(place.reason, EXIT_FAILED);
  const { configFile } = place.value;
  const done = await setConfigValue(place.value, path.value, value?.value);
  if (!done.ok) {
    const snippet =
      value === undefined ? "" : `To do it by hand:\n${configSnippet(path.value, value.value)}`;
    io.err(`telltale config set: ${done.reason}\n${snippet}`);
    return EXIT_FAILED;
  }
  const idle = unset ? [] : idleReasons(configFile, key);
  const shows = done.value.changed && idle.length === 0;
  const when = shows ? "; it shows the next time the line is drawn" : "";
  io.out(`${done.value.changed ? "changed" : "already so in"} ${configFile}${when}\n`);
  for (const reason of idle) io.err(`telltale config set: note: ${reason}\n`);
  return EXIT_OK;
}

/** Why the key that was just set changes nothing now, each with the call that changes that. */
function idleReasons(configFile: string, key: string): readonly string[] {
  const { settings, notes } = readSettings(configFile);
  const idle = idleSettings(settings).map((found) => ({
    ...found,
    fix: `to change that: ${found.fix}`,
  }));
  const missing = notes.filter(({ isWhole }) => isWhole === true);
  return [...idle, ...missing]
    .filter(({ path }) => `${key}.`.startsWith(`${path}.`))
    .map(({ path, message, fix }) => `${path}: ${message}; ${fix}`);
}
