// The list of versions: which one is shown, older ones on demand, and where it opens over the text, on a phone.
import { askPage } from '../../../../core/client/fetch-document.ts';
import { importNode } from '../reading/morph.ts';

const ENTRIES = 'a.history-entry';

const chosenIn = (list: ParentNode): HTMLAnchorElement | null => list.querySelector(`${ENTRIES}[aria-current]`);

const versionOf = (link: HTMLAnchorElement): string => {
  const { searchParams } = new URL(link.href);
  return `${searchParams.get('version')} ${searchParams.get('first') ?? ''}`;
};

function reveal(list: HTMLElement): void {
  const chosen = chosenIn(list);
  // `scrollIntoView` would also let the first Tab begin here, behind the link to the content.
  if (chosen)
    list.scrollTop += Math.max(0, chosen.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom);
}

export function startList(list: HTMLElement): void {
  reveal(list);
  list.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'open') return;
    reveal(list);
    chosenIn(list)?.focus({ preventScroll: true });
  });
}

/** Marks the version that another document of the history has chosen; the list itself stays as it is. */
export function showChosen(list: HTMLElement, wanted: ParentNode | null): void {
  chosenIn(list)?.removeAttribute('aria-current');
  const wantedLink = wanted && chosenIn(wanted);
  if (!wantedLink) return;
  const version = versionOf(wantedLink);
  const link = [...list.querySelectorAll<HTMLAnchorElement>(ENTRIES)].find((one) => versionOf(one) === version);
  link?.setAttribute('aria-current', 'true');
  const session = link?.closest<HTMLDetailsElement>('.history-session');
  if (session) session.open = true;
}

/** Its links and its form lead on to versions that are shown in the way in which this one is. */
export function alignList(list: HTMLElement): void {
  const now = new URLSearchParams(location.search);
  const against = now.get('against') ?? 'previous';
  const kept = { view: now.get('view') ?? 'page', against: /^\d+$/.test(against) ? 'previous' : against };
  for (const link of list.querySelectorAll<HTMLAnchorElement>(ENTRIES)) {
    const url = new URL(link.href);
    for (const [name, value] of Object.entries(kept)) url.searchParams.set(name, value);
    link.href = url.pathname + url.search + url.hash;
  }
}

/** Puts the older versions below those that are there; what is shown, and where, stays. */
export async function addOlder(more: HTMLAnchorElement): Promise<void> {
  more.setAttribute('aria-disabled', 'true');
  const wanted = (await askPage(more.href)).querySelector('.history-list');
  const list = more.closest<HTMLElement>('.history-list');
  if (!wanted || !list) throw new Error('no list of versions');
  const place = more.parentElement as HTMLElement;
  const had = list.querySelectorAll(ENTRIES).length;
  const shown = chosenIn(list);
  for (const [at, day] of [...wanted.querySelectorAll(':scope > h2')].entries()) {
    const [heading, versions] = [importNode(day), importNode(day.nextElementSibling as Element)] as HTMLElement[];
    const last = [...list.querySelectorAll(':scope > h2')].at(-1);
    // A day that goes on has one heading.
    if (at === 0 && last?.textContent === heading?.textContent)
      last?.nextElementSibling?.append(...(versions as HTMLElement).children);
    else place.before(heading as Node, versions as Node);
  }
  for (const link of list.querySelectorAll(`${ENTRIES}[aria-current]`))
    if (link !== shown) link.removeAttribute('aria-current');
  alignList(list);
  const added = [...list.querySelectorAll<HTMLElement>(ENTRIES)].slice(had);
  added.find((one) => one.checkVisibility())?.focus();
  const next = wanted.querySelector('a[rel="next"]')?.parentElement;
  if (next) place.replaceWith(importNode(next));
  else place.remove();
}
