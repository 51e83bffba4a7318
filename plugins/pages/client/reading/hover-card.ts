// Previews of links to pages: after a moment on a link, its title and first lines, by pointer and by keyboard.
import { el, icon, signOf } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { floatHome, place } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';
import { isReturning, onPeekOpened, openPeek, peekEdge } from '../peek/peek.ts';
import { pageOfLink } from './page-links.ts';

interface Preview {
  id: number;
  title: string;
  page_icon: string;
  /** address of its cover or of the uploaded picture; empty without one */
  picture: string;
  lines: string[];
}

/** Links in pages; those that show their page beside by a click need no preview of it. */
const LINKS = 'main a[href]:not([data-beside])';
const WAIT_MS = 300;
/** to go from the link into the card */
const STAY_MS = 250;
/** to the edge of the window, and to a page beside */
const GAP = 4;

let card: { element: HTMLElement; link: HTMLAnchorElement } | undefined;
/** Until a card comes, and until the one that is there goes: leaving a link for the text beside it must not keep the card. */
let coming: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
let stops = 0;
const known = new Map<number, Preview>();

async function previewOf(id: number): Promise<Preview> {
  const found = known.get(id) ?? (await send<Preview & Record<string, unknown>>('GET', `/api/pages/${id}/preview`));
  known.set(id, found);
  return found;
}

function hide(): void {
  clearTimeout(leaving);
  const gone = card;
  // Taken away with the focus in it, it is asked to go once more.
  card = undefined;
  gone?.element.remove();
}

function leave(): void {
  clearTimeout(leaving);
  leaving = setTimeout(hide, STAY_MS);
}

function cardElement(link: HTMLAnchorElement, { id, title, page_icon, picture, lines }: Preview): HTMLElement {
  const sign = page_icon ? [signOf(page_icon), ' '] : [];
  const beside = el('button', { type: 'button', class: 'button quiet' }, icon('panel-right'), t('pages.client.beside'));
  beside.addEventListener('click', () => {
    hide();
    openPeek({ id, from: link });
  });
  const name = title || t('core.client.untitled');
  const made = el(
    'div',
    { class: 'hover-card', role: 'group', 'aria-label': name, popover: 'manual' },
    ...(picture ? [el('img', { src: picture, alt: '' })] : []),
    el('a', { class: 'hover-title', href: `/pages/${id}` }, ...sign, name),
    ...lines.map((line) => el('p', {}, line)),
    beside,
  );
  made.addEventListener('pointerenter', () => clearTimeout(leaving));
  made.addEventListener('pointerleave', leave);
  made.addEventListener('focusout', (event) => made.contains(event.relatedTarget as Node) || hide());
  return made;
}

/** Beside a page that covers a part of this one, or not at all where there is no room. */
function keepsOff(element: HTMLElement): boolean {
  const edge = peekEdge();
  if (!edge) return true;
  const { left, width } = element.getBoundingClientRect();
  const isRtl = document.documentElement.dir === 'rtl';
  const at = isRtl ? Math.max(left, edge.right + GAP) : Math.min(left, edge.left - width - GAP);
  element.style.left = `${at}px`;
  return at >= GAP && at + width <= innerWidth - GAP;
}

/** What is coming stays away, also where its words were asked for already. */
function stop(): void {
  clearTimeout(coming);
  stops++;
  hide();
}

async function show(link: HTMLAnchorElement, id: number): Promise<void> {
  const before = stops;
  const preview = await previewOf(id).catch(() => undefined);
  const isWanted = link.matches(':hover') || document.activeElement === link;
  if (!preview || !link.isConnected || !isWanted || stops !== before) return;
  hide();
  const element = cardElement(link, preview);
  floatHome().append(element);
  element.showPopover();
  place(link, element);
  if (!keepsOff(element)) return element.remove();
  card = { element, link };
}

function come(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null;
  const id = link && pageOfLink(link);
  clearTimeout(coming);
  if (card && card.link === link) clearTimeout(leaving);
  else if (id && !isReturning()) coming = setTimeout(() => void show(link, id), WAIT_MS);
}

function obey(event: KeyboardEvent): void {
  if (!card) return;
  if (event.key === 'Escape') {
    const { link, element } = card;
    event.preventDefault();
    if (element.contains(document.activeElement)) link.focus();
    hide();
  } else if (event.key === 'Tab' && !event.shiftKey && document.activeElement === card.link) {
    // The card stands at the end of the page, but belongs behind its link.
    event.preventDefault();
    card.element.querySelector<HTMLElement>('a')?.focus();
  }
}

/** `first` is what the pointer or the focus is on already. */
export function startPreviews(first: EventTarget | null): void {
  // Whoever opens a page needs no preview of it any more.
  onPeekOpened(stop);
  // What is dragged covers what it is dropped on already.
  document.addEventListener('dragstart', stop, true);
  come(first);
  document.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && come(event.target));
  document.addEventListener('pointerout', (event) => {
    const link = (event.target as Element).closest(LINKS);
    if (link) leave();
  });
  document.addEventListener('focusin', (event) => !card?.element.contains(event.target as Node) && come(event.target));
  document.addEventListener('focusout', (event) => {
    if (event.target === card?.link && !card?.element.contains(event.relatedTarget as Node)) hide();
  });
  document.addEventListener('keydown', obey, true);
}
