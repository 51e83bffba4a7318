// Notes of versions that the product writes itself, in whichever language somebody acted: names that nobody gave.
import type { Ctx } from '../../../core/kernel/context.ts';

const KEYS = ['pages.history.undone_note', 'pages.history.restored_note'] as const;

/** The moment that a note names. */
const ANY = '%';

/** All that it writes under these keys, as patterns of LIKE. */
export const ownNotes = ({ app: { messages } }: Ctx, keys: readonly (typeof KEYS)[number][] = KEYS): string[] => [
  ...new Set(messages.locales.flatMap((locale) => keys.map((key) => messages.text(locale, key, { at: ANY })))),
];

/** Whether a note is one that it writes under a key. */
export const isOwnNote = (ctx: Ctx, key: (typeof KEYS)[number], note: string): boolean =>
  ownNotes(ctx, [key]).some((pattern) => {
    const [before = '', behind = ''] = pattern.split(ANY);
    return note.startsWith(before) && note.endsWith(behind);
  });
