// Panels that float beside what opened them, and menus in them: placed inside the window, closed by Escape or a click.
import { el, icon } from './dom.ts';

const GAP = 4;

export interface Anchor {
  getBoundingClientRect(): DOMRect;
}

export interface MenuItem {
  label: string;
  icon?: string;
  /** shown at the end, e.g. a shortcut */
  hint?: string;
  danger?: boolean;
  /** a line above it */
  separated?: boolean;
  /** makes it an item of a set, of which some are on */
  checked?: boolean;
  href?: string;
  run?: () => void;
}

/** Below the anchor or above it, whichever has room; at its start edge, pushed into the window. */
export function place(anchor: Anchor, panel: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const room = { inline: document.documentElement.clientWidth, block: window.innerHeight };
  const below = at.bottom + GAP + height <= room.block || at.top < height + GAP;
  const isRtl = document.documentElement.dir === 'rtl';
  const wanted = isRtl ? at.right - width : at.left;
  panel.style.left = `${Math.max(GAP, Math.min(wanted, room.inline - width - GAP))}px`;
  panel.style.top = `${Math.max(GAP, below ? Math.min(at.bottom + GAP, room.block - height - GAP) : at.top - GAP - height)}px`;
}

/** Where what floats stands in the document: in a landmark, as all content, and in the drawer while only that is in reach. */
export const floatHome = (): HTMLElement => document.querySelector<HTMLElement>('.sidebar.open, main') ?? document.body;

/** Shows a panel beside an anchor; resolves when it is closed. The focus goes back to where it was. */
export function openPopover(anchor: Anchor, panel: HTMLElement, options: { focus?: HTMLElement } = {}): Promise<void> {
  const before = document.activeElement as HTMLElement | null;
  panel.popover = 'auto';
  panel.classList.add('popover');
  floatHome().append(panel);
  panel.showPopover();
  place(anchor, panel);
  (options.focus ?? panel).focus();
  if (anchor instanceof HTMLElement) anchor.setAttribute('aria-expanded', 'true');
  return new Promise((resolve) => {
    let hasEnded = false;
    const end = () => {
      if (panel.matches(':popover-open') || hasEnded) return;
      hasEnded = true;
      const inside = panel.contains(document.activeElement) || document.activeElement === document.body;
      if (anchor instanceof HTMLElement) anchor.setAttribute('aria-expanded', 'false');
      if (inside) before?.focus();
      resolve();
    };
    // The toggle comes in a task of its own, and the next key may come before it: it must not find what has ended.
    panel.addEventListener('beforetoggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed') queueMicrotask(end);
    });
    // Whoever hears of the click that closed it later finds it in its place until then.
    panel.addEventListener('toggle', ({ newState }) => {
      if (newState !== 'closed') return;
      end();
      panel.remove();
    });
  });
}

function itemElement(item: MenuItem): HTMLElement {
  const attributes = {
    class: item.danger ? 'menu-item danger' : 'menu-item',
    role: item.checked === undefined ? 'menuitem' : 'menuitemcheckbox',
    'aria-checked': item.checked === undefined ? null : String(item.checked),
    tabindex: -1,
  };
  const children = [
    item.icon ? icon(item.icon) : null,
    el('span', { class: 'menu-label' }, item.label),
    item.hint ? el('kbd', {}, item.hint) : item.checked ? icon('check') : null,
  ];
  return item.href
    ? el('a', { ...attributes, href: item.href }, ...children)
    : el('button', { ...attributes, type: 'button' }, ...children);
}

/** Letters that follow one another so soon are of one word. */
const WORD_MS = 700;
let word = '';
let wordAt = 0;

/** One letter again and again goes through all that begin with it. */
function byLetters(letter: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  const now = performance.now();
  word = now - wordAt < WORD_MS && word !== letter ? word + letter : letter;
  wordAt = now;
  const from = word === letter ? at + 1 : at;
  return [...items.slice(from), ...items.slice(0, from)].find((one) =>
    one.textContent?.trim().toLowerCase().startsWith(word),
  );
}

/** Moves the focus by arrows, Home, End and first letters within a list of focusable elements. */
export function moveFocus(event: KeyboardEvent, items: HTMLElement[]): void {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next =
    event.key === 'ArrowDown'
      ? items[(at + 1) % items.length]
      : event.key === 'ArrowUp'
        ? items[(at - 1 + items.length) % items.length]
        : event.key === 'Home'
          ? items[0]
          : event.key === 'End'
            ? items.at(-1)
            : event.key.length === 1 && !event.ctrlKey && !event.metaKey
              ? byLetters(event.key.toLowerCase(), items, at)
              : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** A menu beside an anchor; resolves when it is closed, after the chosen item has run. */
export async function openMenu(anchor: Anchor, label: string, items: MenuItem[]): Promise<void> {
  const panel = el('div', { role: 'menu', 'aria-label': label, class: 'menu' });
  let chosen: MenuItem | undefined;
  const elements = items.map((item) => {
    const made = itemElement(item);
    made.addEventListener('click', () => {
      chosen = item;
      panel.hidePopover();
    });
    if (item.separated) panel.append(el('hr', {}));
    panel.append(made);
    return made;
  });
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') panel.hidePopover();
    else moveFocus(event, elements);
  });
  await openPopover(anchor, panel, { focus: elements[0] });
  chosen?.run?.();
}
