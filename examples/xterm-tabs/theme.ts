/** Colours of the terminals, for a light and a dark screen. Their backgrounds stand in page.css too. */
import type { ITheme } from "@xterm/xterm";

const LIGHT: ITheme = {
  background: "#ffffff",
  foreground: "#1f2430",
  cursor: "#1f2430",
  cursorAccent: "#ffffff",
  selectionBackground: "#b9d4f5",
  black: "#1f2430",
  red: "#b3261e",
  green: "#1a7035",
  yellow: "#805500",
  blue: "#0b57c4",
  magenta: "#8a3ab0",
  cyan: "#0f6b75",
  white: "#5b6472",
  brightBlack: "#6a7280",
  brightRed: "#c4352c",
  brightGreen: "#1f7f3d",
  brightYellow: "#8f6100",
  brightBlue: "#1a67d8",
  brightMagenta: "#9a48c2",
  brightCyan: "#147985",
  brightWhite: "#1f2430",
};

const DARK: ITheme = {
  background: "#171c25",
  foreground: "#dde3ec",
  cursor: "#dde3ec",
  cursorAccent: "#171c25",
  selectionBackground: "#2f4668",
  black: "#171c25",
  red: "#ff7b72",
  green: "#5fcf7f",
  yellow: "#e9bd4a",
  blue: "#6cb0ff",
  magenta: "#cf9bff",
  cyan: "#5ccbd8",
  white: "#b6c0cd",
  brightBlack: "#7f8a99",
  brightRed: "#ff9a92",
  brightGreen: "#7fe09a",
  brightYellow: "#f4d071",
  brightBlue: "#90c5ff",
  brightMagenta: "#dfb8ff",
  brightCyan: "#82dde8",
  brightWhite: "#f4f7fb",
};

/** Calls `use` with the theme of the moment and with each new one. */
export function followTheme(use: (theme: ITheme) => void): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => use(dark.matches ? DARK : LIGHT);
  dark.addEventListener("change", show);
  show();
}
