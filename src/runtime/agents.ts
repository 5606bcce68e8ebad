/** The agents that can be started, by name. */
import type { AgentSpec } from "../sources/acp/agent-spec.ts";
import type { KnownAgent } from "../wire/runtime/request.ts";

export interface Agents {
  readonly find: (name: string) => AgentSpec | undefined;
  readonly list: () => readonly KnownAgent[];
}

/** Of equal names the first counts. `isAvailable` is asked for each list, as programs come and go. */
export function createAgents(
  specs: readonly AgentSpec[],
  isAvailable: (spec: AgentSpec) => boolean,
): Agents {
  const byName = new Map<string, AgentSpec>();
  for (const spec of specs) if (!byName.has(spec.name)) byName.set(spec.name, spec);
  return {
    find: (name) => byName.get(name),
    list: () =>
      [...byName.values()].map((spec) => {
        const { name, title, hint } = spec;
        return isAvailable(spec)
          ? { name, title, available: true }
          : { name, title, available: false, hint };
      }),
  };
}
