// Everything by name: pages, workspaces and what can be done; opened by a key from anywhere.
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { type ChoiceGroup, type ComboboxChoice, iconOf, openChooser } from './combobox.ts';
import { sidebarRecentPages } from './recent-pages.ts';

const QUERY_KEY = 'palette-query';
const FOUND = 20;

interface Found {
  id: number;
  title: string;
  snippet: string;
  url: string;
  path: string[];
  type: string;
}

/** What the frame links to is what can be done; the palette needs no list of its own. */
function actions(): ComboboxChoice[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-nav]')].map((link) => ({
    label: link.textContent?.trim() ?? '',
    icon: link.querySelector('use')?.getAttribute('href')?.split('#')[1],
    href: link.href,
  }));
  const buttons = [
    ...document.querySelectorAll<HTMLButtonElement>(
      '.sidebar [data-appearance] button, .sidebar [data-action="shortcuts"]',
    ),
  ].map((button) => ({
    label: [
      button.closest('fieldset')?.querySelector('legend')?.textContent,
      button.textContent?.replace('?', '').trim(),
    ]
      .filter(Boolean)
      .join(': '),
    icon: button.querySelector('use')?.getAttribute('href')?.split('#')[1] ?? 'languages',
    run: () => button.click(),
  }));
  const add = document.querySelector<HTMLAnchorElement>('.section-head a[href="/pages/new"]');
  const first = add ? [{ label: t('web.client.palette.new_page'), icon: 'file-plus', run: () => add.click() }] : [];
  return [...first, ...links, ...buttons];
}

const workspaces = (): ComboboxChoice[] =>
  [...document.querySelectorAll<HTMLButtonElement>('.switcher form button:not([aria-current])')].map((button) => ({
    label: button.querySelector('.menu-label')?.textContent ?? '',
    note: t('web.client.palette.switch'),
    sign: button.querySelector('.badge-icon')?.textContent ?? '',
    run: () => button.click(),
  }));

function matching(choices: ComboboxChoice[], query: string): ComboboxChoice[] {
  const words = query.toLocaleLowerCase().split(/\s+/);
  return choices.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
}

async function pagesFor(query: string, signal: AbortSignal): Promise<ComboboxChoice[]> {
  const q = new URLSearchParams({ q: query, limit: String(FOUND) });
  const { results } = await send<{ results: Found[] }>('GET', `/api/search?${q}`, undefined, { signal });
  return results.map(({ title, path, snippet, url, type }) => ({
    label: title || t('core.client.untitled'),
    note: [path.join(' / '), snippet].filter(Boolean).join(' · '),
    icon: iconOf(type),
    href: url,
  }));
}

async function find(query: string, signal: AbortSignal): Promise<ChoiceGroup[]> {
  const pages = query ? await pagesFor(query, signal) : sidebarRecentPages();
  const label = query ? t('web.client.palette.pages') : t('web.client.palette.recent');
  const shown = (choices: ComboboxChoice[]) => (query ? matching(choices, query) : choices);
  const all = [
    { label, choices: pages },
    { label: t('web.client.palette.workspaces'), choices: shown(workspaces()) },
    { label: t('web.client.palette.actions'), choices: shown(actions()) },
  ];
  const everywhere = query
    ? [
        {
          label: t('web.client.palette.search_all', { query }),
          icon: 'search',
          href: `/search?q=${encodeURIComponent(query)}`,
        },
      ]
    : [];
  return [...all, { label: t('web.client.palette.more'), choices: everywhere }];
}

let isShown = false;

export async function openPalette(): Promise<void> {
  if (isShown || document.querySelector('dialog[open]')) return;
  isShown = true;
  try {
    await openChooser({
      label: t('web.client.palette.title'),
      placeholder: t('web.client.palette.hint'),
      query: sessionStorage.getItem(QUERY_KEY) ?? '',
      onQuery: (query) => sessionStorage.setItem(QUERY_KEY, query),
      find,
    });
  } finally {
    isShown = false;
  }
}
