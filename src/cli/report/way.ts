/**
 * Whether a report goes out, and in what wrapping: decided from the environment and the options
 * alone, before anything is opened.
 */

/** Programs that stand between us and the terminal, draw it anew and keep unknown sequences back. */
export type Multiplexer = "tmux" | "screen";

/** What is put around a sequence. */
export type Wrapping = "plain" | Multiplexer;

/** What helps where nothing can be asked. */
export const WITHOUT_ASKING = "--when on sends without asking";

/** The options as they were given. */
export interface WayInput {
  readonly when: "auto" | "on" | "off";
  readonly passthrough: "auto" | "tmux" | "screen" | "off";
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What to do: ask the terminal first, send without asking, or nothing, with the reason. */
export type Way =
  | { readonly kind: "ask" }
  | { readonly kind: "send"; readonly wrapping: Wrapping }
  | { readonly kind: "nothing"; readonly why: string };

/** The way of one report. */
export function reportWay({ when, passthrough, env }: WayInput): Way {
  switch (when) {
    case "off":
      return { kind: "nothing", why: "--when off" };
    case "on":
      return { kind: "send", wrapping: wrappingOf(passthrough, env) };
    case "auto": {
      const between = betweenOf(passthrough, env);
      if (between === undefined) return { kind: "ask" };
      const why = `${between}, which lets no answer of the terminal through; ${WITHOUT_ASKING}`;
      return { kind: "nothing", why };
    }
    default:
      return when satisfies never;
  }
}

function wrappingOf(passthrough: WayInput["passthrough"], env: WayInput["env"]): Wrapping {
  switch (passthrough) {
    case "off":
      return "plain";
    case "tmux":
    case "screen":
      return passthrough;
    case "auto":
      // TERM alone does not say which of the two it is: tmux calls itself screen in many setups.
      if (isSet(env.TMUX)) return "tmux";
      return isSet(env.STY) ? "screen" : "plain";
    default:
      return passthrough satisfies never;
  }
}

/** Words for what stands between, and how that is known; undefined for nothing. */
function betweenOf(passthrough: WayInput["passthrough"], env: WayInput["env"]): string | undefined {
  if (isSet(env.TMUX)) return "TMUX is set: this is tmux";
  if (isSet(env.STY)) return "STY is set: this is GNU screen";
  // Over ssh only TERM is left, and it may name them where they are not: tmux, asked itself, answers.
  if (passthrough === "tmux") return "--passthrough tmux says that this is tmux";
  return passthrough === "screen" ? "--passthrough screen says that this is GNU screen" : undefined;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
