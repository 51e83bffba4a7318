// Saves the text by whole: where no socket gets through, with drafts in this browser and a choice between two texts.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { failed } from '../../../../core/client/toast.ts';
import { readerOf, type SavesHost, writerOf } from './draft-offer.ts';
import { offerLeftBehind } from './draft-recovery.ts';
import { DraftPlace } from './drafts.ts';
import { type RemoteText, SaveQueue } from './save-queue.ts';
import type { Keeper } from './strategy.ts';

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

/** Begins to save what is written from now on. */
export function keepBySaves(host: SavesHost): Keeper {
  const { page, names, view, title, status, frame } = host;
  const drafts = new DraftPlace(page.userId, page.id);
  let conflicting: RemoteText | null = null;
  const [read, rewrite] = [readerOf(host), writerOf(host)];
  const resolve = async () => {
    if (!conflicting) return;
    const { resolveConflict } = await import('./save-conflict.ts');
    await resolveConflict({ page, names, saving, read, write: rewrite }, conflicting).catch(failed);
  };
  const saving: SaveQueue = new SaveQueue({
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
