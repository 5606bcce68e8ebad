/** The views put together: what one of them says must be true while another one is open. */
import { afterEach, expect, test } from "bun:test";
import { keyOf, panelHost } from "../../../test/host/panel-host.ts";
import { DEFAULT_SETTINGS } from "../../config/settings.ts";
import { EMPTY_STATE, type SessionState } from "../../wire/runtime/state.ts";
import type { HostContext } from "./context.ts";
import { hostFooter } from "./host-footer.ts";
import { hostUi } from "./host-ui.ts";
import { makePainter } from "./make-painter.ts";

const MAIN: SessionState = { ...EMPTY_STATE, sessionId: "s-1", cwd: "/w" };
const SIDE: SessionState = { ...MAIN, sessionId: "s-2", sideOf: "s-1" };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function world(session: SessionState) {
  const host = panelHost({ session });
  const { ports, texts } = host.context;
  const painter = makePainter(DEFAULT_SETTINGS, {}, "linux");
  const ui = hostUi({ ports, painter, screen: () => undefined, quit: () => undefined });
  const context: HostContext = { ports, texts, painter, ui: ui.port };
  const footer = hostFooter(context, ui, () => undefined);
  ui.setContext(context, footer);
  closing.push(footer.close);
  const text = () => {
    const rows = footer.parts.footer.render({ widthCols: 90, heightRows: 30 });
    return Bun.stripANSI(rows.join("\n"));
  };
  return { host, context, footer, text };
}

// covers: command-side
test("a session beside another one: marked as long as it is shown; its notice goes with it", () => {
  const { host, context, footer, text } = world(SIDE);
  context.ui.notify(context.texts.commands.sideOpened);
  footer.refresh();
  expect(text()).toContain("A session beside the conversation");
  expect(text()).toContain(" side · / commands");
  host.session = MAIN;
  footer.refresh();
  expect(text()).not.toContain("A session beside the conversation");
  expect(text()).not.toContain("side ·");
});

test("a turn runs: that Esc interrupts is said where it does, and not where it closes something", async () => {
  const turn = { turnId: "t", promptId: "p", stage: "active", startedAtMs: 0 } as const;
  const { context, footer, text } = world({ ...MAIN, turn });
  expect(text().match(/Esc interrupts/g)).toHaveLength(2);
  context.ui.openPanel("usage");
  expect(text()).toContain("Esc close");
  expect(text()).not.toContain("Esc interrupts");
  context.ui.closePanel();
  for (const char of "/sta") footer.write(keyOf(char));
  for (let tries = 0; !footer.composer.isCompleting() && tries < 100; tries++) await Bun.sleep(10);
  expect(footer.composer.isCompleting()).toBe(true);
  expect(text()).not.toContain("Esc interrupts");
});
