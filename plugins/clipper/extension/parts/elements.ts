// Makes elements of the extension's own pages: text is always text, whatever a page of the web said.
type Child = Node | string | false | null | undefined;

export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | boolean | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((one): one is Node | string => Boolean(one)));
  return made;
}

let fields = 0;

/** A field with its label, which says what the field is for whoever cannot see it, too. */
export function labelledField(label: string, input: HTMLElement, hint?: string): HTMLElement {
  const id = `field-${fields++}`;
  input.id = id;
  const said = hint ? createElement('p', { class: 'hint', id: `${id}-hint` }, hint) : null;
  if (said) input.setAttribute('aria-describedby', said.id);
  return createElement('div', { class: 'field' }, createElement('label', { for: id }, label), input, said);
}

/** To a page of the service, which learns nothing of the extension by it, in a tab of its own. */
export const tabLink = (href: string, text: string): HTMLAnchorElement =>
  createElement('a', { href, target: '_blank' }, text);

/** A button that cannot be pressed again before its work is done. */
export function button(label: string, work: () => Promise<void> | void, look = ''): HTMLButtonElement {
  const made = createElement('button', { type: 'button', class: look }, label);
  made.addEventListener('click', async () => {
    made.disabled = true;
    try {
      await work();
    } finally {
      made.disabled = false;
    }
  });
  return made;
}
