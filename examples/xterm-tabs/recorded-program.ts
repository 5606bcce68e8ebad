/** A stream that is played in the page, for a look without a server. What is typed answers it. */
import type { Program } from "./program.ts";

export type Step =
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "wait"; readonly ms: number }
  /** Goes on with Enter or `y`. */
  | { readonly kind: "ask" }
  /** The program ends here; without it, it stays. */
  | { readonly kind: "exit"; readonly code: number };

const YES = /[y\r]/i;

export function recordedProgram(name: string, steps: readonly Step[]): Program {
  return {
    name,
    start(output) {
      const encoder = new TextEncoder();
      const rest = steps.values();
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isAsking = false;
      const play = () => {
        for (const step of rest) {
          switch (step.kind) {
            case "print":
              output.write(encoder.encode(step.text));
              break;
            case "wait":
              timer = setTimeout(play, step.ms);
              return;
            case "ask":
              isAsking = true;
              return;
            case "exit":
              output.exited(`exit ${step.code}`);
              return;
            default:
              step satisfies never;
          }
        }
      };
      timer = setTimeout(play, 0);
      return {
        write(bytes) {
          if (!isAsking || !YES.test(new TextDecoder().decode(bytes))) return;
          isAsking = false;
          play();
        },
        resize: () => undefined,
        async end() {
          clearTimeout(timer);
          isAsking = false;
        },
      };
    },
  };
}
