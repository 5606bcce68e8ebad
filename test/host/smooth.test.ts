/** What one frame costs over a long transcript: rows made, compared and encoded. */
import { expect, test } from "bun:test";
import { DEFAULT_SETTINGS } from "../../src/config/settings.ts";
import { makePainter } from "../../src/surfaces/host/make-painter.ts";
import { fullscreenPainter } from "../../src/surfaces/host/screen/fullscreen-painter.ts";
import { regularPainter } from "../../src/surfaces/host/screen/regular-painter.ts";
import { textsIn } from "../../src/surfaces/host/texts/texts.ts";
import { transcriptView } from "../../src/surfaces/host/transcript/transcript-view.ts";
import type { Entry } from "../../src/wire/runtime/entities.ts";
import { applyEvent, EMPTY_STATE, type SessionState } from "../../src/wire/runtime/state.ts";

const BUDGET_MS = 8;
const FRAMES = 200;
const SIZE = { widthCols: 100, heightRows: 40 };

function longSession(): SessionState {
  const entries = Array.from({ length: 2_100 }, (_, at): Entry => {
    const text = `Entry **${at}** says\n\n- something in a list\n- and \`code\` 界面`;
    return { entryId: `e${at}`, atMs: at, kind: "agent", text };
  });
  return { ...EMPTY_STATE, sessionId: "s", entries };
}

// covers: host-smooth
test.each([
  ["regular", regularPainter],
  ["fullscreen", fullscreenPainter],
])(
  "in %s mode a frame of a growing answer under ten thousand rows takes less than 8 ms",
  (_, make) => {
    const painter = makePainter(DEFAULT_SETTINGS, { TERM: "xterm-256color" }, "linux");
    const view = transcriptView({ texts: textsIn("en"), painter });
    const screen = make({ measure: painter.measure });
    let state = longSession();
    const draw = (at: number): string => {
      view.setState(state);
      const footer = ["", "› draft", `number ${at}`];
      const transcript = view.render(SIZE.widthCols);
      return screen.draw({
        transcript,
        footer,
        size: SIZE,
        documentId: "s",
        cursor: { row: 1, col: 7 },
      });
    };
    draw(0);
    expect(view.render(SIZE.widthCols).length).toBeGreaterThan(10_000);
    const costs: number[] = [];
    for (let at = 1; at <= FRAMES; at++) {
      const text = at % 10 === 0 ? "\n\nnext " : "more words ";
      state = applyEvent(state, {
        id: at,
        atMs: at,
        kind: "entry-continued",
        entryId: "e2099",
        text,
      });
      const startMs = performance.now();
      expect(draw(at)).not.toBe("");
      costs.push(performance.now() - startMs);
    }
    costs.sort((a, b) => a - b);
    expect(costs[FRAMES / 2]).toBeLessThan(BUDGET_MS);
  },
);
