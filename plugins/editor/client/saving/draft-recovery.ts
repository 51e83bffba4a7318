// Text that a crash, a closed tab or an ended session left in this browser: offered where it was written.

import { el } from '../../../../core/client/dom.ts';
import { locale, t } from '../../../../core/client/messages.ts';
import { toast } from '../../../../core/client/toast.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import type { NameCache } from '../editor/name-cache.ts';
import type { DraftPlace, LocalDraft } from './drafts.ts';
import type { Text } from './save-body.ts';
import type { SaveQueue } from './save-queue.ts';

export interface DraftRecoveryHost {
  drafts: DraftPlace;
  names: NameCache;
  saving: Pick<SaveQueue, 'rebase' | 'save'>;
  read(): Text;
  write(text: Text): void;
}

/** The text of a draft; null when this version of the editor cannot read it. */
function textOf(draft: LocalDraft): Text | null {
  try {
    const doc = schema.nodeFromJSON(draft.doc);
    doc.check();
    return { title: draft.title, doc };
  } catch {
    return null;
  }
}

/** Shows the newest draft that says something else than the page does; those that say the same go. */
export async function offerLeftBehind(host: DraftRecoveryHost, before: HTMLElement): Promise<void> {
  const shown = host.read();
  for (const draft of await host.drafts.leftBehind()) {
    const text = textOf(draft);
    if (!text) continue;
    if (text.doc.eq(shown.doc) && text.title === shown.title) await host.drafts.remove(draft.key);
    else return offer(host, draft, text, before);
  }
}

function offer(host: DraftRecoveryHost, draft: LocalDraft, text: Text, before: HTMLElement): void {
  const at = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(draft.at);
  const banner = el('div', { class: 'banner draft-banner', role: 'status' });
  const drop = async () => {
    await host.drafts.remove(draft.key);
    banner.remove();
  };
  const take = () => {
    // Based on the version it was written on: a text saved since is then shown beside it, not overwritten.
    host.write(text);
    host.saving.rebase(draft.version);
    void drop();
    void host.saving.save();
  };
  const actions = [
    button('editor.draft_take', take, 'button primary'),
    button('editor.draft_compare', () => compare(host, text, take, drop)),
    button('editor.draft_drop', async () => {
      await drop();
      toast(t('editor.draft_dropped'), { action: { label: t('core.client.undo'), run: take } });
    }),
  ];
  banner.append(el('p', {}, t('editor.draft_text', { at })), el('div', { class: 'inline-form' }, ...actions));
  before.before(banner);
}

async function compare(host: DraftRecoveryHost, text: Text, take: () => void, drop: () => void): Promise<void> {
  const { chooseBetween } = await import('./conflict-view.ts');
  const choice = await chooseBetween(
    t('editor.draft_compare'),
    t('editor.draft_explained'),
    [
      { heading: t('editor.draft_unsaved'), ...text },
      { heading: t('editor.draft_current'), ...host.read() },
    ],
    [
      { label: t('editor.draft_drop'), value: 'drop' },
      { label: t('editor.draft_take'), value: 'take', kind: 'primary' },
    ],
    host.names,
  );
  if (choice === 'take') take();
  if (choice === 'drop') drop();
}

function button(key: string, run: () => void, name = 'button'): HTMLElement {
  return el('button', { type: 'button', class: name, onclick: run }, t(key));
}
