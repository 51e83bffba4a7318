// Takes the chosen blocks to the end of another page; they leave this one when the other one has them.
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, moveFocus, openPopover } from '../../../../core/client/popover.ts';
import { Refused, send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import type { Block } from '../../blocks/block.ts';
import { fromDoc } from '../../blocks/document.ts';
import { blockById } from '../../blocks/position.ts';
import { schema } from '../../blocks/schema.ts';
import { BlockRange, chosenBlocks } from './block-range.ts';
import { deleteBlocks, renamed } from './range-commands.ts';

interface Found {
  id: number;
  title: string;
  path: string[];
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

/** Adds blocks to the end of a page, on top of whatever it holds by then. @throws Refused */
async function append(page: number, blocks: Block[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    const known = await send<{ blocks: Block[]; sync_version: number }>('GET', `/api/pages/${page}/content`);
    try {
      const headers = { 'if-match': `"v${known.sync_version}"` };
      await send('PUT', `/api/pages/${page}/content`, { blocks: [...known.blocks, ...blocks] }, { headers });
      return;
    } catch (error) {
      if (tries === TRIES || !(error instanceof Refused) || error.status !== 412) throw error;
    }
  }
}

async function moveTo(view: EditorView, { id, title }: Found): Promise<void> {
  const chosen = chosenBlocks(view.state);
  if (!chosen) return;
  const nodes = view.state.doc.slice(chosen.from, chosen.to).content;
  const ids = nodes.content.map(({ attrs }) => attrs.id as string);
  await append(id, fromDoc(schema.nodes.doc!.create(null, renamed(nodes))));
  const { state } = view;
  const [first, last] = [blockById(state.doc, ids[0] ?? ''), blockById(state.doc, ids.at(-1) ?? '')];
  if (first && last && first.parent === last.parent) {
    const range = BlockRange.create(state.doc, first.pos, last.pos + last.node.nodeSize);
    view.dispatch(state.tr.setSelection(range));
    deleteBlocks(view.state, view.dispatch);
  }
  const name = title || t('pages.editor.untitled');
  const run = () => location.assign(`/pages/${id}`);
  toast(t('pages.editor.moved_to', { title: name }), { action: { label: t('pages.editor.link_open'), run } });
}

/** Asks for the page by name. */
export function moveToPage(view: EditorView, anchor: Anchor, here: number): void {
  const label = t('pages.editor.move_to');
  const field = el('input', { type: 'search', 'aria-label': label, placeholder: t('pages.editor.move_to_search') });
  const list = el('div', { class: 'page-choices' });
  const status = el('p', { class: 'hint', role: 'status' });
  const panel = el('div', { class: 'page-chooser', role: 'dialog', 'aria-label': label }, field, status, list);
  let asked = 0;
  const show = async () => {
    const mine = ++asked;
    try {
      const found = await find(field.value.trim(), here);
      if (mine !== asked) return;
      list.replaceChildren(...found.map((page) => choice(page, () => take(page))));
      status.textContent = found.length ? '' : t('pages.editor.suggest_none');
    } catch (error) {
      failed(error);
    }
  };
  const take = (page: Found) => {
    panel.hidePopover();
    moveTo(view, page)
      .catch(failed)
      .finally(() => view.focus());
  };
  let timer: ReturnType<typeof setTimeout>;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE_MS);
  });
  panel.addEventListener('keydown', (event) => {
    const choices = [...list.querySelectorAll('button')];
    if (event.key === 'Enter' && event.target === field) choices[0]?.click();
    else if (event.target !== field || event.key.startsWith('Arrow')) moveFocus(event, choices);
    if (event.key === 'Enter' && event.target === field) event.preventDefault();
  });
  void show();
  openPopover(anchor, panel, { focus: field });
}

function choice({ title, path }: Found, run: () => void): HTMLElement {
  const above = path.length ? el('span', { class: 'hint' }, path.join(' / ')) : null;
  const name = el('span', { class: 'menu-label' }, title || t('pages.editor.untitled'));
  return el('button', { type: 'button', class: 'menu-item', onclick: run }, icon('file-text'), name, above);
}
