// Takes the chosen blocks to the end of another page; they leave this one when the other one has them.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, moveFocus, openPopover } from '../../../../core/client/popover.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import type { Block } from '../../../blocks/block.ts';

interface Found {
  id: number;
  title: string;
  path: string[];
}

/** What moves: blocks for the other page, and how they leave this one. */
export interface BlockMove {
  blocks: Block[];
  remove(): void;
  done(): void;
}

const SHOWN_MAX = 12;
const PAUSE_MS = 150;
/** Somebody may save the other page at the same time, but not for ever. */
const TRIES = 3;

async function find(query: string, here: number): Promise<Found[]> {
  const path = query
    ? `/api/search?q=${encodeURIComponent(query)}&limit=${SHOWN_MAX}&type=page`
    : `/api/pages/recent?limit=${SHOWN_MAX}`;
  const answer = await send<{ results?: Found[]; pages?: Found[] }>('GET', path);
  return (answer.results ?? answer.pages ?? []).filter(({ id }) => id !== here);
}

/** Adds blocks to the end of a page, on top of whatever it holds by then. @throws RequestError */
async function append(page: number, blocks: Block[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    const known = await send<{ blocks: Block[]; sync_version: number }>('GET', `/api/pages/${page}/content`);
    try {
      const headers = { 'if-match': `"v${known.sync_version}"` };
      await send('PUT', `/api/pages/${page}/content`, { blocks: [...known.blocks, ...blocks] }, { headers });
      return;
    } catch (error) {
      if (tries === TRIES || !(error instanceof RequestError) || error.status !== 412) throw error;
    }
  }
}

async function moveTo({ id, title }: Found, { blocks, remove }: BlockMove): Promise<void> {
  await append(id, blocks);
  remove();
  const name = title || t('editor.untitled');
  const run = () => location.assign(`/pages/${id}`);
  toast(t('editor.moved_to', { title: name }), { action: { label: t('editor.link_open'), run } });
}

/** Asks for the page by name; `here` is the one that the blocks are on. */
export function moveToPage(anchor: Anchor, here: number, moving: BlockMove): void {
  const label = t('editor.move_to');
  const field = el('input', { type: 'search', 'aria-label': label, placeholder: t('editor.move_to_search') });
  const list = el('div', { class: 'page-choices' });
  const status = el('p', { class: 'hint', role: 'status' });
  const panel = el('div', { class: 'page-chooser', role: 'dialog', 'aria-label': label }, field, status, list);
  let asked = 0;
  /** the list is that of an earlier text */
  let isLate = true;
  let takesFirst = false;
  const draw = (found: Found[]) => {
    const { activeElement: held } = document;
    const heldId = held instanceof HTMLElement && list.contains(held) ? held.dataset.id : undefined;
    list.replaceChildren(...found.map((page) => choice(page, () => take(page))));
    if (heldId) (list.querySelector<HTMLElement>(`[data-id="${heldId}"]`) ?? field).focus();
    status.textContent = found.length ? '' : t('editor.suggest_none');
  };
  const show = async () => {
    const mine = ++asked;
    try {
      const found = await find(field.value.trim(), here);
      if (mine !== asked) return;
      draw(found);
      isLate = false;
      if (takesFirst && found[0]) take(found[0]);
    } catch (error) {
      failed(error);
    }
    takesFirst = false;
  };
  const take = (page: Found) => {
    panel.hidePopover();
    moveTo(page, moving).catch(failed).finally(moving.done);
  };
  let timer: ReturnType<typeof setTimeout>;
  field.addEventListener('input', () => {
    asked++;
    isLate = true;
    takesFirst = false;
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE_MS);
  });
  panel.addEventListener('keydown', (event) => {
    const choices = [...list.querySelectorAll('button')];
    if (event.key === 'Enter' && event.target === field) {
      event.preventDefault();
      // What stands there yet was not asked for: the first of what comes is meant.
      if (isLate) takesFirst = true;
      else choices[0]?.click();
    } else if (event.target !== field || event.key.startsWith('Arrow')) moveFocus(event, choices);
  });
  void show();
  openPopover(anchor, panel, { focus: field });
}

function choice({ id, title, path }: Found, run: () => void): HTMLElement {
  const above = path.length ? el('span', { class: 'hint' }, path.join(' / ')) : null;
  const name = el('span', { class: 'menu-label' }, title || t('editor.untitled'));
  const button = el('button', { type: 'button', class: 'menu-item', onclick: run }, icon('file-text'), name, above);
  button.dataset.id = String(id);
  return button;
}
