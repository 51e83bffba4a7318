// What waits to be sent, each by its name: sent now, taken along as a file, sent again or given up.
import { confirmed } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { locale, t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { entryFields } from '../entries.ts';
import { dropFile, heldFiles, retryFile } from '../files.ts';
import { dismiss, queued, retryEntry } from '../sending.ts';
import { entryAdded, syncNow } from '../session.ts';
import type { HeldFileRecord, Store } from '../store.ts';
import { base64Of, textsByPage } from '../texts.ts';

type Queued = Awaited<ReturnType<typeof queued>>[number];

/** Whether anything waits. */
export async function drawQueue(store: Store, userId: number, place: HTMLElement): Promise<boolean> {
  const entries = await queued(store);
  const texts = await textsByPage(userId);
  const made = new Set(entries.map(({ target }) => target));
  const written = [...texts.keys()].filter((id) => !made.has(id));
  const names = await Promise.all(written.map(async (id) => (await store.get('pages', id))?.title ?? String(id)));
  const files = await Promise.all(
    (await heldFiles(store)).map(async (one) => {
      const page = (await store.get('pages', one.page_id))?.title || t('core.client.untitled');
      return fileLine(one, page, (work) => void work.then(() => entryAdded(store, userId)).catch(failed), store);
    }),
  );
  const lines = [
    ...entries.map((entry) => entryLine(store, userId, entry)),
    ...files,
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

/** Also of what goes by itself: who does not want it any more need not wait for that. */
function fileLine(one: HeldFileRecord, page: string, after: (work: Promise<void>) => void, store: Store): HTMLElement {
  const acts = [
    ...(one.state === 'failed' ? [button('sync.offline.again', () => after(retryFile(store, one)))] : []),
    button('sync.offline.file.save', () => saveAs(one.name, one.content)),
    button('sync.offline.dismiss', () => after(giveUpFile(store, one))),
  ];
  return el(
    'li',
    { 'data-state': one.state },
    el('p', {}, t('sync.offline.entry.file', { name: one.name, page })),
    el('p', { class: 'meta' }, t(`sync.offline.state.${one.state}`)),
    one.error ? el('p', { class: 'fault' }, one.error) : null,
    el('div', { class: 'inline-form' }, ...acts),
  );
}

/** It may be the only copy that there is. */
async function giveUpFile(store: Store, one: HeldFileRecord): Promise<void> {
  const action = { label: t('sync.offline.dismiss'), danger: true };
  if (await confirmed(t('sync.offline.file.lose_title', { name: one.name }), t('sync.offline.file.lose'), action))
    await dropFile(store, one);
}

/** What somebody did, with the name of the thing. */
function entryWords(entry: Queued): string {
  const name = entry.name || t('core.client.untitled');
  const { add_tags = [], remove_tags = [], favorite } = entryFields(entry);
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
  const files = (await heldFiles(store)).map(({ name, page_id, after }) => ({ name, page: page_id, after }));
  const all = { changes: await queued(store), texts, files };
  const blob = new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' });
  saveAs('commonplace-waiting.json', blob);
}

function saveAs(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  el('a', { href, download: name }).click();
  URL.revokeObjectURL(href);
}

const button = (key: string, run: () => void, name = 'button'): HTMLElement =>
  el('button', { type: 'button', class: name, onclick: run }, t(key));
