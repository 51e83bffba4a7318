// Offers what was left in this browser by whoever wrote while the page could be saved by whole only.
import type { Node } from 'prosemirror-model';
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { NameCache } from '../editor/name-cache.ts';
import type { PageData } from '../editor/page-data.ts';
import type { Title } from '../page-head/title.ts';
import { DraftPlace } from './drafts.ts';
import type { Text } from './save-body.ts';
import type { SaveStatus } from './save-status.ts';

export interface SavesHost {
  page: PageData;
  names: NameCache;
  view: EditorView;
  title: Title;
  status: SaveStatus;
  /** what the text stands in */
  frame: HTMLElement;
}

/** Replaces the whole document in one step that can be undone. */
function write(view: EditorView, doc: Node): void {
  const { tr } = view.state;
  tr.replaceWith(0, tr.doc.content.size, doc.content).setSelection(Selection.atStart(tr.doc));
  view.dispatch(tr);
}

export const readerOf =
  ({ title, view }: SavesHost) =>
  (): Text => ({ title: title.value, doc: view.state.doc });

export const writerOf =
  ({ title, view }: SavesHost) =>
  (text: Text): void => {
    title.value = text.title;
    write(view, text.doc);
  };

/** `save` saves it once it is taken. */
export async function offerDrafts(host: SavesHost, save: () => Promise<void>): Promise<void> {
  const { page, names, title, frame } = host;
  const drafts = new DraftPlace(page.userId, page.id);
  const take = (text: Text) => {
    writerOf(host)(text);
    title.changed();
  };
  const saving = { rebase: () => undefined, save };
  // Few people have left anything, so what offers it is loaded for them alone.
  if (!(await drafts.leftBehind().catch(() => [])).length) return;
  const { offerLeftBehind } = await import('./draft-recovery.ts');
  await offerLeftBehind({ drafts, names, saving, read: readerOf(host), write: take }, frame).catch(() => undefined);
}
