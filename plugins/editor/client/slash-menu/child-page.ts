// A page below the one that is written: its link stands where the caret was, and it is opened for its name to be written.
import type { EditorView } from 'prosemirror-view';
import { NEW_PAGE } from '../../../../core/client/page-events.ts';
import { isBeside } from '../../../../core/client/peek-request.ts';
import { TitleDraft } from '../../../../core/client/type-ahead/title-draft.ts';
import { titleField } from '../../../../core/client/type-ahead/title-field.ts';
import type { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { insertContents } from './insert.ts';
import { requestNewPage } from './new-page-event.ts';
import type { SourceHost } from './sources.ts';

/** Whoever types goes on meanwhile; what the server has not by then goes on its way when somebody comes back. */
const PATIENCE_MS = 5_000;

/** @param ahead what is typed meanwhile: the title */
export async function openChildPage(view: EditorView, host: SourceHost, ahead: TypeAhead): Promise<void> {
  const field = titleField();
  field.value = ahead.take();
  const draft = new TitleDraft(field);
  try {
    const { id } = await requestNewPage({ title: '', parent_id: host.page.id });
    host.names.addPage(id, '');
    insertContents(view, [schema.nodes.pageLinkBlock!.create({ pageId: id })]);
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.all([draft.quiet(), Promise.race([host.stored(), patience])]);
    location.assign(`/pages/${id}?${isBeside() ? 'embed=1&' : ''}new=1${NEW_PAGE}`);
  } catch (error) {
    draft.end();
    view.focus();
    throw error;
  }
}
