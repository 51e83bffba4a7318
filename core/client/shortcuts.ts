// Obeys keyboard shortcuts of the page; keys without a modifier are left alone while somebody types.
import { keysIn, type Shortcut } from '../views/shortcut.ts';
import { t } from './messages.ts';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const registered = new Map<string, { shortcut: Shortcut; run?: (event: KeyboardEvent) => void }>();

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Name of a pressed key as shortcuts write it. */
function pressed(event: KeyboardEvent): string {
  const mod = isApple() ? event.metaKey : event.ctrlKey;
  // Option makes other signs of letters on Apple machines.
  const isSign = isApple() && event.altKey && event.code.startsWith('Key');
  const key = (isSign ? event.code.slice(3) : event.key).toLowerCase();
  // A sign such as ? is typed with Shift on some keyboards and without on others.
  const shift = event.shiftKey && (key.length > 1 || /[\p{L}\p{N}]/u.test(key));
  return [mod && 'mod', event.altKey && 'alt', shift && 'shift', key].filter(Boolean).join('+');
}

/** The key before, and until when it counts as the first of two. */
let before = { name: '', until: 0 };
const PAUSE_MS = 1500;

function obey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = pressed(event);
  if (isTyping(event.target) && !/mod|alt/.test(name)) return;
  const both = event.timeStamp < before.until ? `${before.name} ${name}` : '';
  before = { name, until: event.timeStamp + PAUSE_MS };
  for (const { shortcut, run } of registered.values()) {
    if (!run || !(shortcut.keys.includes(name) || shortcut.keys.includes(both))) continue;
    event.preventDefault();
    run(event);
    return;
  }
}

/** Makes a shortcut work on this page. Without `run` it is only listed: something else obeys it, e.g. the editor. */
export function addShortcut(shortcut: Shortcut, run?: (event: KeyboardEvent) => void): void {
  if (registered.size === 0) document.addEventListener('keydown', obey);
  registered.set(shortcut.id, { shortcut, run });
}

export const shortcutsOfPage = (): Shortcut[] => [...registered.values()].map(({ shortcut }) => shortcut);

const APPLE: Record<string, string> = { mod: '⌘', alt: '⌥', shift: '⇧' };

/** `mod+k` as a person reads it: `Ctrl+K`, in German `Strg+K`, on Apple machines `⌘K`. */
export const keysText = (keys: string): string =>
  keys
    .split(' ')
    .map((one) => (isApple() ? keysIn(one, t, APPLE).join('') : keysIn(one, t).join('+')))
    .join(' ');
