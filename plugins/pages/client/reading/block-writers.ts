// Who wrote a block: told beside it after a moment under the pointer, or when it has the focus; arrows go from block to block.
import { el } from '../../../../core/client/dom.ts';
import { floatHome, moveFocus, place } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';

interface Edit {
  by: string;
  when: string;
  exact: string;
  faces: { name: string; avatar_url: string }[];
}

interface Writers {
  edits: Edit[];
  /** by the id of a block the place of its last change */
  blocks: Record<string, number>;
  /** what is said of a block whose last change is not among these */
  older: string;
}

/** What is gone has no writer in this version. */
const BLOCK = '[id]:not(.removed *)';
const WAIT_MS = 400;
const FACES_MAX = 3;

/** Asked of the server; `version` is that of the page which is shown. */
export const writersOf = (pageId: number, version?: string): Promise<Writers> =>
  send<Writers & Record<string, unknown>>('GET', `/api/pages/${pageId}/writers${version ? `?version=${version}` : ''}`);

/** What is told of one block; undefined when it is none that was saved. */
export function writerLines({ edits, blocks, older }: Writers, id: string): Node[] | undefined {
  if (!Object.hasOwn(blocks, id)) return undefined;
  const edit = edits[blocks[id]!];
  if (!edit) return [el('p', {}, older)];
  const faces = edit.faces.slice(0, FACES_MAX).map(({ avatar_url }) => {
    return el('img', { class: 'avatar', src: avatar_url, alt: '', width: 24, height: 24 });
  });
  return [
    ...faces,
    el('p', {}, el('strong', {}, edit.by), ` ${edit.when}`, el('span', { class: 'hidden' }, ` (${edit.exact})`)),
  ];
}

let card: { element: HTMLElement; block: HTMLElement } | undefined;
let coming: ReturnType<typeof setTimeout> | undefined;

function hide(): void {
  clearTimeout(coming);
  card?.block.removeAttribute('aria-describedby');
  card?.element.remove();
  card = undefined;
}

/** What stands inside a synced block is no block of this page: it is told of the one around it. */
function show(block: HTMLElement, writers: Writers): void {
  if (!block.isConnected || !(block.matches(':hover') || document.activeElement === block)) return;
  const lines = writerLines(writers, block.id);
  const around = block.parentElement?.closest<HTMLElement>(BLOCK);
  if (!lines && around) show(around, writers);
  if (!lines) return;
  hide();
  const element = el('div', { class: 'writer-card', id: 'writer', role: 'tooltip', popover: 'manual' }, ...lines);
  floatHome().append(element);
  element.showPopover();
  place(block, element);
  block.setAttribute('aria-describedby', 'writer');
  card = { element, block };
}

/** Blocks that are there in this version and not hidden in a fold. */
const blocksIn = (article: HTMLElement): HTMLElement[] =>
  [...article.querySelectorAll<HTMLElement>(BLOCK)].filter((one) => one.checkVisibility());

/** Tells who wrote the blocks of an article; nothing is asked before somebody wants to know. */
export function tellWriters(article: HTMLElement, ask: () => Promise<Writers>): void {
  let asked: Promise<Writers> | undefined;
  const come = (target: EventTarget | null) => {
    const block = target instanceof Element ? target.closest<HTMLElement>(BLOCK) : null;
    if (block && block === card?.block) return;
    hide();
    if (!block || !article.contains(block) || block === article) return;
    coming = setTimeout(() => {
      asked ??= ask();
      // A card that cannot come is no fault of whoever reads.
      asked.then((writers) => show(block, writers)).catch(() => (asked = undefined));
    }, WAIT_MS);
  };
  article.tabIndex = 0;
  article.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && come(event.target));
  article.addEventListener('pointerleave', hide);
  article.addEventListener('focusin', (event) => come(event.target));
  article.addEventListener('focusout', hide);
  article.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const blocks = blocksIn(article);
      for (const one of blocks) one.tabIndex = -1;
      moveFocus(event, blocks);
    }
  });
}
