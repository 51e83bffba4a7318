// Everything by name: pages, workspaces and what can be done; opened by a key from anywhere.
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { type ChoiceGroup, type ComboboxChoice, iconOf, openChooser } from './combobox.ts';
import { pageStep } from './page-steps.ts';
import { hasSign, signChoices, withoutSign } from './palette-signs.ts';
import { palettePages } from './recent-pages.ts';

const QUERY_KEY = 'palette-query';
const FOUND = 20;

interface Found {
  id: number;
  title: string;
  snippet: string;
  url: string;
  path: string[];
  type: string;
  page_icon: string;
}

const wordsOf = (item: HTMLElement): string => item.querySelector('.menu-label')?.textContent?.trim() ?? '';
const iconIn = (item: HTMLElement): string | undefined =>
  item.querySelector('use')?.getAttribute('href')?.split('#')[1];

const keysIn = (item: HTMLElement): string | undefined => item.querySelector('kbd')?.textContent || undefined;

/** What the menu of the page that is shown offers, links and buttons alike. */
const pageCommands = (): ComboboxChoice[] =>
  [...document.querySelectorAll<HTMLElement>('.page-menu .menu-item:not(.narrow-only)')].map((item) => ({
    ...{ label: wordsOf(item), icon: iconIn(item), hint: keysIn(item) },
    ...(item instanceof HTMLAnchorElement && { href: item.href }),
    // What a script does at a link of the menu, it does here too.
    run: () => item.click(),
  }));

/** What the frame links to is what can be done; the palette needs no list of its own. */
function actions(): ComboboxChoice[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-nav]:not(.page-menu a)')].map((link) => ({
    label: link.textContent?.trim() ?? '',
    icon: iconIn(link),
    hint: keysIn(link),
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
    icon: iconIn(button) ?? 'languages',
    run: () => button.click(),
  }));
  const add = newPageLink();
  const first = add ? [{ label: t('web.palette.new_page'), icon: 'file-plus', run: () => add.click() }] : [];
  return [...first, ...links, ...buttons];
}

/** Whoever may make pages here has it in the sidebar. */
const newPageLink = () => document.querySelector<HTMLAnchorElement>('.section-head a[href="/pages/new"]');

async function createPage(title: string): Promise<void> {
  const workspace_id = Number(document.querySelector<HTMLElement>('.sidebar')?.dataset.workspace);
  const { id } = await send<{ id: number }>('POST', '/api/v2/pages', { workspace_id, title });
  location.assign(`/pages/${id}`);
}

const workspaces = (): ComboboxChoice[] =>
  [...document.querySelectorAll<HTMLButtonElement>('.switcher form button:not([aria-current])')].map((button) => ({
    label: button.querySelector('.menu-label')?.textContent ?? '',
    note: t('web.palette.switch'),
    sign: button.querySelector('.badge-icon')?.textContent ?? '',
    run: () => button.click(),
  }));

function matching(choices: ComboboxChoice[], query: string): ComboboxChoice[] {
  const words = query.toLocaleLowerCase().split(/\s+/);
  return choices.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
}

interface FoundPages {
  choices: ComboboxChoice[];
  knowsMeaning: boolean;
}

/** Values of a row stand there without their names: they help only where one of them was found. */
const isTelling = ({ type, snippet }: Found, query: string): boolean =>
  type !== 'row' ||
  query
    .toLowerCase()
    .split(/\s+/)
    .some((word) => snippet.toLowerCase().includes(word));

async function pagesFor(query: string, signal: AbortSignal): Promise<FoundPages> {
  const q = new URLSearchParams({ q: query, limit: String(FOUND) });
  const { results, knows_meaning } = await send<{ results: Found[]; knows_meaning?: boolean }>(
    'GET',
    `/api/search?${q}`,
    undefined,
    { signal },
  );
  const choices = results.map((one) => ({
    label: one.title || t('core.client.untitled'),
    note: [one.path.join(' / '), isTelling(one, query) ? one.snippet : ''].filter(Boolean).join(' · '),
    icon: iconOf(one.type),
    sign: one.page_icon,
    href: one.url,
    step: pageStep(one.title || t('core.client.untitled'), one.url, matching),
  }));
  return { choices, knowsMeaning: knows_meaning ?? false };
}

/** What else can be done with the words: looking further, and a page of that name. */
function further(query: string, knowsMeaning: boolean): ComboboxChoice[] {
  const search = `/search?q=${encodeURIComponent(query)}`;
  const choices: ComboboxChoice[] = [{ label: t('web.palette.search_all', { query }), icon: 'search', href: search }];
  if (knowsMeaning)
    choices.push({
      label: t('web.palette.search_meaning', { query }),
      icon: 'lightbulb',
      href: `${search}&meaning=true`,
    });
  if (newPageLink())
    choices.push({
      label: t('web.palette.create_page', { title: query }),
      icon: 'file-plus',
      run: () => void createPage(query).catch(failed),
    });
  return choices.map((one) => ({ ...one, isEcho: true }));
}

/** Behind this sign commands alone are meant. */
const COMMANDS = '>';

/** Those of the page come last: nobody who looks for the trash means to put the page there. */
function commands(query: string): ChoiceGroup[] {
  const shown = (choices: ComboboxChoice[]) => (query ? matching(choices, query) : choices);
  return [
    { label: t('web.palette.actions'), choices: shown(actions()) },
    { label: t('web.palette.this_page'), choices: shown(pageCommands()) },
  ];
}

async function find(typed: string, signal: AbortSignal): Promise<ChoiceGroup[]> {
  if (typed.startsWith(COMMANDS)) return commands(typed.slice(COMMANDS.length).trim());
  const signed = hasSign(typed) && (await signChoices(typed, signal));
  if (signed) return [{ label: t('web.palette.found'), choices: signed }];
  const query = typed.trim();
  const { choices: pages, knowsMeaning } = query
    ? await pagesFor(query, signal)
    : { choices: await palettePages(), knowsMeaning: false };
  const label = query ? t('web.client.chooser.pages') : t('web.palette.recent');
  const homes = query ? matching(workspaces(), query) : workspaces();
  return [
    { label, choices: pages },
    { label: t('web.palette.workspaces'), choices: homes },
    ...commands(query),
    { label: t('web.palette.more'), choices: query ? further(query, knowsMeaning) : [] },
  ];
}

let isShown = false;

/** `typed`: what was typed for it before it was there. */
export async function openPalette(typed: string): Promise<void> {
  if (isShown || document.querySelector('dialog[open]')) return;
  isShown = true;
  try {
    await openChooser({
      label: t('web.palette.title'),
      placeholder: t('web.palette.hint'),
      query: sessionStorage.getItem(QUERY_KEY) ?? '',
      typed,
      onQuery: (query) => sessionStorage.setItem(QUERY_KEY, query),
      find,
      marks: (query) => withoutSign(query).trim().split(/\s+/),
    });
  } finally {
    isShown = false;
  }
}
