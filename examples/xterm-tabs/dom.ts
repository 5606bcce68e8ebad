/** Making elements. Text goes in as text nodes, so that nothing a program says is read as markup. */

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/** Sets a text only where it is another one: equal texts cost no layout and move no selection. */
export function setText(target: Node, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

export function setAttribute(target: Element, name: string, value: string): void {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}
