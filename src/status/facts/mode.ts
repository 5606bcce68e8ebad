/** How the agent may act, and the modes of its own screen. */
export interface Mode {
  /** The harness's own word: `default`, `acceptEdits`, `plan`, `auto`, `dontAsk`, `bypassPermissions`, `off` ... */
  readonly permission?: string;
  /** A change of the permission mode is being saved. */
  readonly permissionSaving?: boolean;
  /** Whether plan mode is on. */
  readonly plan?: boolean;
  /** A change of plan mode that has been asked for and is not yet in force. */
  readonly planTransition?: "next-message" | "submitting";
  readonly outputStyle?: string;
  /** `INSERT`, `NORMAL`, `VISUAL`, `VISUAL LINE`. */
  readonly vim?: string;
  /** Agent chosen for the whole session. */
  readonly agent?: string;
}

/** The permission mode in force; `saving` while a change of it is under way. */
export interface PermissionModeSet {
  readonly kind: "permission-mode-set";
  readonly mode: string;
  readonly saving?: boolean;
}

/** Whether plan mode is on; `transition` while a change of it is under way. */
export interface PlanModeSet {
  readonly kind: "plan-mode-set";
  readonly on: boolean;
  readonly transition?: "next-message" | "submitting";
}

/** The style of the answers, by its name. */
export interface OutputStyleSet {
  readonly kind: "output-style-set";
  readonly name: string;
}

/** The mode of the editor, in the word of the harness. */
export interface VimModeSet {
  readonly kind: "vim-mode-set";
  readonly mode: string;
}

/** The agent that was chosen for the whole session. */
export interface AgentSet {
  readonly kind: "agent-set";
  readonly name: string;
}

export type ModeFact = PermissionModeSet | PlanModeSet | OutputStyleSet | VimModeSet | AgentSet;

/** The modes after one more fact; each fact sets its own and leaves the others. */
export function foldMode(state: Mode = {}, fact: ModeFact): Mode {
  switch (fact.kind) {
    case "permission-mode-set": {
      const { permissionSaving: _, ...rest } = state;
      const saving = fact.saving === true ? { permissionSaving: true } : {};
      return { ...rest, permission: fact.mode, ...saving };
    }
    case "plan-mode-set": {
      const { planTransition: _, ...rest } = state;
      const transition = fact.transition ? { planTransition: fact.transition } : {};
      return { ...rest, plan: fact.on, ...transition };
    }
    case "output-style-set":
      return { ...state, outputStyle: fact.name };
    case "vim-mode-set":
      return { ...state, vim: fact.mode };
    case "agent-set":
      return { ...state, agent: fact.name };
    default:
      return fact satisfies never;
  }
}
