/** Switches and notes of the program that hosts the session. */
export interface Host {
  readonly codemode?: "on" | "only";
  /** Commands run by code mode can reach the network. */
  readonly networkOpen?: boolean;
  readonly sandbox?: boolean;
  readonly preset?: string;
  /** Status values set by the host, in the order in which they were first set. Outside text. */
  readonly statuses?: readonly HostStatus[];
}

/** A note of the host under a key of its own. Outside text. */
export interface HostStatus {
  readonly key: string;
  readonly text: string;
}

/** The switches now; replaces what was known. */
export interface SwitchesSet {
  readonly kind: "switches-set";
  readonly codemode?: "on" | "only";
  readonly networkOpen?: boolean;
  readonly sandbox?: boolean;
  readonly preset?: string;
}

/** One host status; without text it is removed. */
export interface HostStatusSet {
  readonly kind: "host-status-set";
  readonly key: string;
  readonly text?: string;
}

export type HostFact = SwitchesSet | HostStatusSet;

/** What the host says after one more fact; its notes keep the order of their first saying. */
export function foldHost(state: Host = {}, fact: HostFact): Host {
  switch (fact.kind) {
    case "switches-set": {
      const { kind: _, ...switches } = fact;
      return state.statuses === undefined ? switches : { ...switches, statuses: state.statuses };
    }
    case "host-status-set": {
      const { key, text } = fact;
      const known = state.statuses ?? [];
      if (text === undefined) {
        return { ...state, statuses: known.filter((status) => status.key !== key) };
      }
      const at = known.findIndex((status) => status.key === key);
      const statuses = at < 0 ? [...known, { key, text }] : known.with(at, { key, text });
      return { ...state, statuses };
    }
    default:
      return fact satisfies never;
  }
}
