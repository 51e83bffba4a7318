// Keyboard shortcuts as data: the browser obeys them, its list and the help show them.

export interface Shortcut {
  /** unique, e.g. `palette.open` */
  id: string;
  /** e.g. `mod+k`, `?`, `alt+shift+arrowup`, `g i` one after the other; `mod` is Ctrl, on Apple machines Cmd */
  keys: string[];
  /** key of the message that says what it does */
  label: string;
  /** key of the message that heads its group */
  group: string;
}

const SIGNS: Record<string, string> = { arrowup: '↑', arrowdown: '↓', arrowleft: '←', arrowright: '→', escape: 'Esc' };
/** Keys that have another name on keyboards of other countries. */
const NAMED = new Set(['mod', 'shift', 'delete']);

/** The keys of `mod+k` as they are called where the reader lives: `Ctrl` and `K`; `others` go before. */
export const keysIn = (keys: string, t: (key: string) => string, others: Record<string, string> = {}): string[] =>
  keys.split(/[+ ]/).map((key) => {
    const known = others[key] ?? SIGNS[key];
    if (known) return known;
    return NAMED.has(key) ? t(`core.client.key.${key}`) : `${key[0]?.toUpperCase()}${key.slice(1)}`;
  });
