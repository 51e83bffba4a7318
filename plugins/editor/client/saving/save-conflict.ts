// Somebody saved the page while it was being written: both texts are shown, and none is lost whatever is chosen.
import type { Node } from 'prosemirror-model';
import { t } from '../../../../core/client/messages.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import { fromDoc } from '../../../blocks/schema/document.ts';
import type { NameCache } from '../editor/name-cache.ts';
import type { PageData } from '../editor/page-data.ts';
import { requestNewPage } from '../slash-menu/new-page-event.ts';
import { chooseBetween } from './conflict-view.ts';
import type { Text } from './save-body.ts';
import type { RemoteText, SaveQueue } from './save-queue.ts';

export interface ConflictHost {
  page: PageData;
  names: NameCache;
  saving: SaveQueue;
  read(): Text;
  write(text: Text): void;
}

export async function resolveConflict(host: ConflictHost, theirs: RemoteText): Promise<void> {
  const { names, saving } = host;
  const choice = await chooseBetween(
    t('editor.conflict_title'),
    t('editor.conflict_text'),
    [
      { heading: t('editor.conflict_mine'), ...host.read() },
      { heading: t('editor.conflict_theirs'), ...theirs },
    ],
    [
      { label: t('editor.conflict_later'), value: '' },
      { label: t('editor.conflict_copy'), value: 'copy' },
      { label: t('editor.conflict_take_theirs'), value: 'theirs' },
      { label: t('editor.conflict_keep_mine'), value: 'mine', kind: 'primary' },
    ],
    names,
  );
  if (choice === 'mine') {
    saving.rebase(theirs.version, theirs);
    await saving.save();
  } else if (choice === 'theirs') takeTheirs(host, theirs);
  else if (choice === 'copy') await keepAsPage(host, theirs);
}

/** My text stays within reach of undo, and of the notice that offers it as a page. */
function takeTheirs(host: ConflictHost, theirs: RemoteText): void {
  const mine = host.read();
  host.write(theirs);
  host.saving.settled(theirs.version);
  toast(t('editor.conflict_took'), {
    action: {
      label: t('editor.conflict_copy'),
      run: () => copyOf(host.page, mine).catch(failed),
    },
  });
}

async function keepAsPage(host: ConflictHost, theirs: RemoteText): Promise<void> {
  try {
    await copyOf(host.page, host.read());
    host.write(theirs);
    host.saving.settled(theirs.version);
  } catch (error) {
    failed(error);
  }
}

/** A new page beside this one with the text. @throws RequestError */
async function copyOf(page: PageData, { title, doc }: { title: string; doc: Node }): Promise<void> {
  const name = t('editor.copy_title', { title: (title || t('editor.untitled')).slice(0, 400) });
  const place = page.parentId ? { parent_id: page.parentId } : { workspace_id: page.workspaceId };
  const made = await requestNewPage({ ...place, title: name, blocks: fromDoc(doc) });
  toast(t('editor.copy_made', { title: name }), {
    action: { label: t('editor.open'), run: () => location.assign(`/pages/${made.id}`) },
  });
}
