/** Which hooks of Claude Code carry state, and which of its tools ask the person. Data only. */

/** One hook that the installer adds to the settings. */
export interface HookEvent {
  readonly event: string;
  /** Tool names to which the hook is limited; absent: every occurrence. */
  readonly matcher?: string;
  /** What we learn from it that nothing else says. */
  readonly why: string;
}

/** Tools that are themselves a question to the person, and what they ask. */
export const ASKING_TOOLS: ReadonlyMap<string, "question" | "plan"> = new Map([
  ["AskUserQuestion", "question"],
  ["ExitPlanMode", "plan"],
]);

/**
 * The hooks to install. Each costs one short process when it fires, so what fires often and says
 * nothing of its own is left out: `MessageDisplay` (every chunk of text), `PreToolUse` for tools that
 * ask nothing, `UserPromptExpansion`, `FileChanged`, `InstructionsLoaded`, `ConfigChange`, and the
 * to-do list (`TaskCreated`, `TaskCompleted`), which is no state of the turn. `PreCompact` and
 * `PostCompact` are left out as well: the client prints a line on the person's screen for each of
 * their hooks, and `SessionStart` with the source `compact` says the same.
 */
export const HOOK_EVENTS: readonly HookEvent[] = [
  { event: "SessionStart", why: "a session is open: its model and title, and nothing runs yet" },
  { event: "SessionEnd", why: "nothing runs or waits any more" },
  { event: "UserPromptSubmit", why: "a turn begins; the permission mode of the prompt" },
  {
    event: "PreToolUse",
    matcher: [...ASKING_TOOLS.keys()].join("|"),
    why: "a question or a plan waits for the person",
  },
  { event: "PermissionRequest", why: "a permission dialog is open, at once and with its tool" },
  { event: "PermissionDenied", why: "a tool call was refused and the turn goes on" },
  { event: "PostToolUse", why: "the dialog was answered and the turn goes on" },
  { event: "PostToolUseFailure", why: "the same after a failure; also tells of an interrupt" },
  { event: "PostToolBatch", why: "closes dialogs whose tool call was changed or refused" },
  { event: "Notification", why: "dialogs of other kinds, and that the prompt has long been idle" },
  { event: "Stop", why: "the turn is over, and what still runs in the background" },
  { event: "StopFailure", why: "the turn failed, and whether a login is needed" },
  { event: "SubagentStart", why: "a sub-agent works" },
  { event: "SubagentStop", why: "a sub-agent is done" },
  { event: "Elicitation", why: "a server asks the person something" },
  { event: "ElicitationResult", why: "the server has its answer" },
  { event: "CwdChanged", why: "the working directory without polling" },
  { event: "PostModelSwitch", why: "the model in use without polling" },
];
