// Pages that this person saw lately, newest first; without a connection those that the sidebar lists.

import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { elapsedText } from '../../../../core/i18n/elapsed-time.ts';
import { type ComboboxChoice, iconOf } from './combobox.ts';

const SHOWN = 8;
/** Whoever opens the palette sees at once what is there; a slow answer is for the next time. */
const PATIENCE_MS = 150;

interface Recent {
  page_id: number;
  title: string;
  kind: string;
  page_icon: string;
  /** ISO 8601 */
  opened_at: string;
}

const whenOf = (moment: string): string => {
  const { lang } = document.documentElement;
  const age = Math.max(0, Date.now() - Date.parse(moment));
  return elapsedText(lang, age, t('core.client.just_now')) ?? new Date(moment).toLocaleDateString(lang);
};

const sidebarPages = (): ComboboxChoice[] =>
  [...document.querySelectorAll<HTMLElement>('[data-recents] li')].map((line) => ({
    label: line.querySelector('.menu-label')?.textContent ?? '',
    icon: iconOf(line.dataset.kind ?? ''),
    sign: line.querySelector('.tree-icon')?.textContent?.trim(),
    href: line.querySelector('a')?.href,
  }));

/** The page that is shown is none to go to. */
const isHere = ({ href }: ComboboxChoice): boolean => href === location.pathname;

async function recents(): Promise<ComboboxChoice[]> {
  const found = await send<Recent[]>('GET', `/api/v2/recents?limit=${SHOWN + 1}`);
  const pages = found.map(({ page_id, title, kind, page_icon, opened_at }) => ({
    label: title || t('core.client.untitled'),
    note: whenOf(opened_at),
    icon: iconOf(kind),
    sign: page_icon,
    href: `/pages/${page_id}`,
  }));
  return pages.filter((one) => !isHere(one)).slice(0, SHOWN);
}

/** Asked once a page: what is opened from here on is another page. */
let asked: Promise<ComboboxChoice[]> | undefined;

export async function palettePages(): Promise<ComboboxChoice[]> {
  asked ??= recents().catch(() => {
    asked = undefined;
    return sidebarPages();
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  return Promise.race([asked, late.then(sidebarPages)]);
}
