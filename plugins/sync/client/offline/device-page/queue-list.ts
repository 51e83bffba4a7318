// What waits to be sent, each by its name: sent now, taken along as a file, sent again or given up.
import { el } from '../../../../../core/client/dom.ts';
import { locale, t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { fieldsOf } from '../entries.ts';
import { dismiss, queued, retryEntry } from '../sending.ts';
import { entryAdded, syncNow } from '../session.ts';
import type { Store } from '../store.ts';
import { base64Of, textsByPage } from '../texts.ts';

type Queued = Awaited<ReturnType<typeof queued>>[number];

/** Whether anything waits. */
export async function drawQueue(store: Store, userId: number, place: HTMLElement): Promise<boolean> {
  const entries = await queued(store);
  const texts = await textsByPage(userId);
  const made = new Set(entries.map(({ target }) => target));
  const written = [...texts.keys()].filter((id) => !made.has(id));
  const names = await Promise.all(written.map(async (id) => (await store.get('pages', id))?.title ?? String(id)));
  const lines = [
    ...entries.map((entry) => entryLine(store, userId, entry)),
    ...names.map((name) => el('li', {}, el('p', {}, t('sync.offline.entry.text', { name })))),
  ];
  const now = button('sync.offline.now', syncNow, 'button primary');
  const save = button('sync.offline.export', () => void exportAll(store, userId).catch(failed));
  place.replaceChildren(el('div', { class: 'inline-form' }, now, save), el('ul', { class: 'offline-queue' }, ...lines));
  return lines.length > 0;
}

function entryLine(store: Store, userId: number, entry: Queued): HTMLElement {
  const at = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    entry.client_timestamp,
  );
  const what = entryWords(entry);
  const after = (work: Promise<void>) => void work.then(() => entryAdded(store, userId)).catch(failed);
  const acts =
    entry.state === 'failed'
      ? [
          button('sync.offline.again', () => after(retryEntry(store, entry))),
          button('sync.offline.dismiss', () => after(dismiss(store, entry))),
        ]
      : [];
  return el(
    'li',
    { 'data-state': entry.state },
    el('p', {}, what),
    el('p', { class: 'meta' }, `${t(`sync.offline.state.${entry.state}`)} · ${at}`),
    entry.error ? el('p', { class: 'fault' }, entry.error) : null,
    acts.length ? el('div', { class: 'inline-form' }, ...acts) : null,
  );
}

/** What somebody did, with the name of the thing. */
function entryWords(entry: Queued): string {
  const name = entry.name || t('core.client.untitled');
  const { add_tags = [], remove_tags = [], favorite } = fieldsOf(entry);
  const tags = [...add_tags.map((one) => `+ ${one}`), ...remove_tags.map((one) => `− ${one}`)].join(', ');
  if (tags) return t('sync.offline.entry.tags', { name, tags });
  if (favorite === undefined) return t(`sync.offline.entry.${entry.type}`, { name });
  return t(favorite ? 'sync.offline.entry.favorite' : 'sync.offline.entry.favorite_gone', { name });
}

/** What cannot be sent is not lost: all of it as a file that people keep. */
async function exportAll(store: Store, userId: number): Promise<void> {
  const texts = [...(await textsByPage(userId))].map(([page, all]) => ({
    page,
    updates: all.map(({ update }) => base64Of(update)),
  }));
  const all = { changes: await queued(store), texts };
  const blob = new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' });
  const href = URL.createObjectURL(blob);
  el('a', { href, download: 'commonplace-waiting.json' }).click();
  URL.revokeObjectURL(href);
}

const button = (key: string, run: () => void, name = 'button'): HTMLElement =>
  el('button', { type: 'button', class: name, onclick: run }, t(key));
