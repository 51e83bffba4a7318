// What the palette finds behind a sign: `#` a tag, `@` a person, and whatever else a plugin offers so.
import { send } from '../../../../core/client/request.ts';
import type { ComboboxChoice } from './combobox.ts';

interface SignMatch {
  label: string;
  note: string;
  icon: string;
  /** where it leads; one without has more behind it */
  url?: string;
  /** what is asked for that */
  next?: string;
}

/** Letters, digits, and what words are quoted with begin no sign. */
const SIGN = /^[^\p{L}\p{N}\s"'“‘(\-_]/u;

export const withoutSign = (typed: string): string => typed.replace(SIGN, '');

export const hasSign = (typed: string): boolean => SIGN.test(typed);

/** @returns undefined for a sign behind which nothing is found. @throws RequestError */
export async function signChoices(q: string, signal: AbortSignal): Promise<ComboboxChoice[] | undefined> {
  const asked = `/api/search/signs?${new URLSearchParams({ q })}`;
  const { results } = await send<{ results: SignMatch[] | null }>('GET', asked, undefined, { signal });
  return results?.map(({ label, note, icon, url, next }) => ({
    ...{ label, note, icon, href: url },
    ...(next && {
      step: {
        label,
        find: async (query: string, late: AbortSignal) => [
          { label, choices: (await signChoices(`${next}${query}`, late)) ?? [] },
        ],
      },
    }),
  }));
}
