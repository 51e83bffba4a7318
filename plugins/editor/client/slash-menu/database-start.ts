// Databases that are made where the caret is, with a view or a template to begin with; loaded on first use.
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { tellPageEvent } from '../../../../core/client/page-events.ts';
import { floatHome, place } from '../../../../core/client/popover.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import { requestKey } from '../../../../core/client/request-key.ts';
import {
  chooseDatabase,
  chooseDatabaseTemplate,
  nameThere,
  type TemplateRequest,
} from '../../../blocks/client/reading/embedded-database.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import type { PageData } from '../editor/page-data.ts';
import { insertContents } from './insert.ts';

interface Made {
  id: number;
  page_id: number;
  sync_version: number;
}

/** Of requests whose answers never came: whoever asks for the same again gets what was made then, and no second one. */
const unanswered = new Map<string, string>();

async function requestDatabase(body: object): Promise<Made> {
  const asked = JSON.stringify(body);
  const key = unanswered.get(asked) ?? requestKey();
  unanswered.set(asked, key);
  const ask = () => send<Made>('POST', '/api/v2/collections', body, { headers: { 'idempotency-key': key } });
  const isLost = (error: unknown) =>
    error instanceof RequestError && (error.status === 0 || error.code === 'idempotency_in_progress');
  try {
    const made = await ask().catch((error) => {
      if (!isLost(error)) throw error;
      return ask();
    });
    unanswered.delete(asked);
    return made;
  } catch (error) {
    if (!isLost(error)) unanswered.delete(asked);
    throw error;
  }
}

/** A field at the caret for the name: what is typed before the database is there is its name, and no text of the page. */
function nameField(view: EditorView, name: string): { field: HTMLInputElement; panel: HTMLElement } {
  const placeholder = t('editor.database_unnamed');
  const field = el('input', { class: 'inline-name', placeholder, 'aria-label': placeholder, maxlength: 500 });
  field.value = name;
  const panel = el('div', { class: 'popover', popover: 'manual' }, field);
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' && panel.contains(field)) view.focus();
  });
  // Whoever goes on with the text leaves it; what was written in it stays the name.
  field.addEventListener('blur', () => panel.contains(field) && panel.hidePopover());
  floatHome().append(panel);
  panel.showPopover();
  place(selectionAnchor(view), panel);
  field.focus();
  field.select();
  return { field, panel };
}

/** Makes a database below the page and shows it at the caret, with its name to be written. Without a word for what it begins with a template is asked for. */
export async function startDatabase(view: EditorView, page: PageData, starter?: string): Promise<void> {
  const empty = starter === 'empty' ? { name: '' } : undefined;
  const chosen = empty ?? (starter ? { starter } : await chooseDatabaseTemplate(page));
  if (!chosen) return view.focus();
  const name = 'name' in chosen ? chosen.name : '';
  const { field, panel } = nameField(view, name);
  try {
    const made = await requestDatabase({ parent_id: page.id, ...chosen });
    const { id, page_id, sync_version } = made;
    tellPageEvent({ type: 'page.created', resource: 'page', id: page_id, version: sync_version, isOwn: true });
    nameThere(id, field);
    insertContents(view, [schema.nodes.database!.create({ collectionId: id })]);
  } catch (error) {
    panel.remove();
    // What was typed for its name meanwhile is not lost.
    if (field.value !== name) view.dispatch(view.state.tr.insertText(field.value));
    view.focus();
    throw error;
  }
}

/** Shows one at the caret that is there already. */
export async function linkDatabase(view: EditorView, page: PageData): Promise<void> {
  const chosen = await chooseDatabase(page);
  if (chosen) insertContents(view, [schema.nodes.database!.create(chosen)]);
  view.focus();
}

/** Puts a database that begins from a template in the place of an empty one, which goes to the trash. */
export async function replaceByTemplate(
  view: EditorView,
  position: () => number | undefined,
  { pageId, workspaceId, name }: TemplateRequest,
): Promise<void> {
  const chosen = await chooseDatabaseTemplate({ workspaceId });
  if (!chosen) return;
  const { parent_id } = await send<{ parent_id: number }>('GET', `/api/v2/pages/${pageId}`);
  const made = await requestDatabase({ parent_id, template: chosen.template, name: name || chosen.name });
  const { id, page_id, sync_version } = made;
  tellPageEvent({ type: 'page.created', resource: 'page', id: page_id, version: sync_version, isOwn: true });
  const at = position();
  if (at === undefined) return;
  view.dispatch(view.state.tr.setNodeMarkup(at, null, { collectionId: id }));
  await send('DELETE', `/api/v2/pages/${pageId}`);
}
