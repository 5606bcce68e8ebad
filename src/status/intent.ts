/**
 * What a surface asks for: the way back, from the person to whatever owns the session. A surface gives
 * an intent to whoever opened it and learns of its effect by the facts that follow.
 */

export type Intent =
  | {
      readonly kind: "prompt";
      readonly promptId: string;
      readonly text: string;
      readonly steer?: boolean;
    }
  | { readonly kind: "drop-prompt"; readonly promptId: string }
  | { readonly kind: "cancel"; readonly turnId?: string }
  | { readonly kind: "answer"; readonly requestId: string; readonly answer: IntentAnswer }
  | { readonly kind: "set-mode"; readonly modeId: string }
  | { readonly kind: "set-option"; readonly optionId: string; readonly value: string }
  | { readonly kind: "rename"; readonly title: string }
  | { readonly kind: "list-tasks" }
  | { readonly kind: "stop-task"; readonly taskId: string }
  | { readonly kind: "log-in"; readonly methodId: string }
  | { readonly kind: "close" };

/** How the person answered: one of the options, a form, or not at all. */
export type IntentAnswer =
  | { readonly kind: "option"; readonly optionId: string }
  | {
      readonly kind: "form";
      readonly values: Readonly<Record<string, string | number | boolean | readonly string[]>>;
    }
  | { readonly kind: "declined" }
  | { readonly kind: "dismissed" };
