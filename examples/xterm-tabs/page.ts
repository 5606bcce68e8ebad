/** The page: a strip of terminal tabs, each with the status of the programs in it. */
import { createAnnouncer } from "./announcer.ts";
import type { Program } from "./program.ts";
import { RECORDINGS } from "./recordings.ts";
import { remoteProgram } from "./remote-program.ts";
import { createStatusBar } from "./status-bar.ts";
import { openTab, type TerminalTab } from "./terminal-tab.ts";

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

/** The programs of the server that sent this page; recorded streams where there is none. */
function programsOfPage(): { readonly programs: readonly Program[]; readonly source: string } {
  const names: unknown = JSON.parse(byId("programs").textContent);
  if (!Array.isArray(names)) return { programs: RECORDINGS, source: "recorded streams" };
  return {
    programs: names.map((name, at) => remoteProgram(String(name), at)),
    source: "live programs",
  };
}

const { programs, source } = programsOfPage();
const strip = byId("tabs");
const bar = createStatusBar(byId("status"), source);
const announcer = createAnnouncer(byId("announcer"));
let selected: TerminalTab | undefined;

function select(tab: TerminalTab): void {
  selected?.select(false);
  selected = tab;
  tab.select(true);
  bar.show(tab.status());
}

const tabs = programs.map((program) =>
  openTab(program, byId("panels"), (tab) => {
    if (tab === selected) bar.show(tab.status());
    announcer.show(tab.name, tab.status());
  }),
);
for (const tab of tabs) {
  tab.select(false);
  strip.append(tab.button.element);
  tab.button.element.addEventListener("click", () => {
    select(tab);
    tab.focus();
  });
}
strip.addEventListener("keydown", (event) => {
  const at = selected === undefined ? -1 : tabs.indexOf(selected);
  const goes = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  const next = goes === undefined ? undefined : tabs.at(goes % tabs.length);
  if (next === undefined) return;
  event.preventDefault();
  select(next);
  next.button.element.focus();
});
const [first] = tabs;
if (first !== undefined) {
  select(first);
  first.focus();
}
