// Saves the text by whole: where no socket gets through, with drafts in this browser and a choice between two texts.
import type { Node } from 'prosemirror-model';
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { failed } from '../../../../core/client/toast.ts';
import type { Names } from '../editor/name-cache.ts';
import type { PageData } from '../editor/page-data.ts';
import type { Title } from '../page-head/title.ts';
import type { LeftBehindHost } from './draft-recovery.ts';
import { DraftPlace } from './drafts.ts';
import type { Text } from './save-body.ts';
import { Saving, type Theirs } from './save-queue.ts';
import type { SaveStatus } from './save-status.ts';
import type { Keeper } from './strategy.ts';

export interface SavesHost {
  page: PageData;
  names: Names;
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

/** Replaces only what differs, so that the caret stays where it was; no step of this person, so none to undo. */
function show(view: EditorView, doc: Node): void {
  const { tr } = view.state;
  const start = tr.doc.content.findDiffStart(doc.content);
  const end = tr.doc.content.findDiffEnd(doc.content);
  if (start === null || !end) return;
  // Where a text repeats itself, both ends may find the same characters.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap));
  view.dispatch(tr.setMeta('addToHistory', false));
}

const readerOf =
  ({ title, view }: SavesHost) =>
  (): Text => ({ title: title.value, doc: view.state.doc });

const writerOf =
  ({ title, view }: SavesHost) =>
  (text: Text): void => {
    title.value = text.title;
    write(view, text.doc);
  };

/** Few people have left anything, so what offers it is loaded for them alone. */
async function offerLeftBehind(host: LeftBehindHost, before: HTMLElement): Promise<void> {
  if (!(await host.drafts.leftBehind()).length) return;
  const recovery = await import('./draft-recovery.ts');
  await recovery.offerLeftBehind(host, before);
}

/** Offers what was left in this browser when the page could be saved by whole only; `save` saves it once it is taken. */
export async function offerDrafts(host: SavesHost, save: () => Promise<void>): Promise<void> {
  const { page, names, title, frame } = host;
  const drafts = new DraftPlace(page.userId, page.id);
  const take = (text: Text) => {
    writerOf(host)(text);
    title.changed();
  };
  const saving = { rebase: () => undefined, save };
  await offerLeftBehind({ drafts, names, saving, read: readerOf(host), write: take }, frame).catch(() => undefined);
}

/** Begins to save what is written from now on. */
export function keepBySaves(host: SavesHost): Keeper {
  const { page, names, view, title, status, frame } = host;
  const drafts = new DraftPlace(page.userId, page.id);
  let conflicting: Theirs | null = null;
  const [read, rewrite] = [readerOf(host), writerOf(host)];
  const resolve = async () => {
    if (!conflicting) return;
    const { resolveConflict } = await import('./save-conflict.ts');
    await resolveConflict({ page, names, saving, read, write: rewrite }, conflicting).catch(failed);
  };
  const saving: Saving = new Saving({
    userId: page.userId,
    pageId: page.id,
    version: page.version,
    drafts,
    read,
    onState: (state) => status.show(state),
    onConflict(theirs) {
      conflicting = theirs;
      void resolve();
    },
    onNewer(text) {
      title.value = text.title;
      show(view, text.doc);
    },
  });
  status.onResolve(() => void resolve());
  const offerDraft = () => offerLeftBehind({ drafts, names, saving, read, write: rewrite }, frame);
  saving.arrive().then(offerDraft, () => undefined);
  return saving;
}
