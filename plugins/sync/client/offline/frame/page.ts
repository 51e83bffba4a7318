// A page without a connection: as it reads, and where somebody may write in it, with its editor; a database as a table.
import { el, signOf } from '../../../../../core/client/dom.ts';
import { locale, t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { localTrail } from '../answers/lists.ts';
import { isLocal } from '../entries.ts';
import { type DeviceUser, type LocalDocument, type PageRecord, readMeta, type Store } from '../store.ts';
import { LOCAL_EPOCH } from '../texts.ts';
import { fragmentOf } from './fragment.ts';
import { tagsOf } from './own-parts.ts';
import { frameNotice } from './places.ts';

export interface FrameContext {
  store: Store;
  place: HTMLElement;
  userId: number;
}

/** A database needs no text to be shown. */
export const databaseRow = ({ dataset }: HTMLElement): boolean => dataset.kind === 'collection';

export async function drawPage(shown: FrameContext, id: number, page: PageRecord | undefined): Promise<void> {
  const { store, place } = shown;
  if (!page) return place.replaceChildren(...frameNotice('unknown_page'));
  document.title = `${page.title || t('core.client.untitled')} · Commonplace`;
  await drawTrail(store, page);
  if (page.kind === 'collection') return drawDatabase(shown, page);
  const document_ = await store.get('documents', id);
  if (!document_ && !isLocal(id)) return place.replaceChildren(...frameNotice('not_kept_page'));
  if (document_) await store.put('documents', { ...document_, seen_at: Date.now() });
  const canWrite = isLocal(id) || (document_?.can_edit === true && page.is_locked === 0);
  const article = canWrite ? await writtenArticle(shown, page, document_) : textOf('article', page, document_);
  place.classList.add('drawn');
  const at = await readMeta<number>(store, 'synced_at');
  place.replaceChildren(...headOf(page, canWrite, at), article);
  if (canWrite) void import(frameData().editorScript).catch(failed);
  await showTags(store, place, id);
}

/** They come by a script of their own, and nobody waits for them to read. */
async function showTags(store: Store, place: HTMLElement, id: number): Promise<void> {
  place.querySelector('.page-head')?.append(await tagsOf(store, id));
}

const frameData = () => {
  const {
    editorScript = '',
    databaseScript = '',
    databaseWords = '',
    emoji = '',
  } = document.querySelector<HTMLElement>('[data-offline-frame]')?.dataset ?? {};
  return { editorScript, databaseScript, databaseWords, emoji };
};

async function drawTrail(store: Store, page: PageRecord): Promise<void> {
  const steps = (await localTrail(store, page)).map(({ id, title }) =>
    el('li', {}, el('a', { href: `/pages/${id}` }, title || t('core.client.untitled'))),
  );
  const own = el('li', {}, el('span', { 'aria-current': 'page' }, page.title || t('core.client.untitled')));
  document.querySelector('.breadcrumb')?.replaceChildren(...steps, own);
}

const momentOf = (at: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** @param at when this device had a connection last */
function headOf(page: PageRecord, canWrite: boolean, at: number | undefined): HTMLElement[] {
  const cover = page.cover_url.startsWith('/')
    ? el('img', { class: 'page-cover', src: page.cover_url, alt: '' })
    : null;
  const title = page.title || (canWrite ? '' : t('core.client.untitled'));
  const head = el(
    'header',
    { class: `page-head${page.full_width ? ' wide' : ''}${page.font_small ? ' small' : ''}` },
    page.page_icon ? el('p', { class: 'page-icon', 'aria-hidden': 'true' }, signOf(page.page_icon)) : null,
    canWrite
      ? el('div', { class: 'page-head-tools', role: 'toolbar', 'aria-label': t('sync.offline.page_tools') })
      : null,
    el('h1', { class: 'page-title' }, el('span', { dir: title ? 'auto' : null }, title)),
    at === undefined ? null : el('p', { class: 'meta' }, t('sync.offline.as_of', { at: momentOf(at) })),
  );
  return [...(cover ? [cover] : []), head];
}

/** `name` is that of its element: what somebody writes in is a field, and an article cannot be one. */
function textOf(name: 'article' | 'div', page: PageRecord, document_: LocalDocument | undefined): HTMLElement {
  const article = el(name, { class: `article${page.font_small ? ' small' : ''}` });
  article.append(fragmentOf(document_?.html ?? ''));
  return article;
}

/** With all that the editor reads of a page that the service sends. */
async function writtenArticle(
  { store, userId }: FrameContext,
  page: PageRecord,
  document_: LocalDocument | undefined,
): Promise<HTMLElement> {
  const article = textOf('div', page, document_);
  const person = await readMeta<DeviceUser>(store, 'person');
  const named = [...(document_?.html ?? '').matchAll(/href="\/pages\/(\d+)/g)].map(([, id]) => Number(id));
  const pages = await Promise.all([...new Set(named)].map((id) => store.get('pages', id)));
  const names = {
    pages: Object.fromEntries(pages.flatMap((one) => (one ? [[one.id, one.title]] : []))),
    users: { [userId]: person?.name ?? '' },
    files: Object.fromEntries((document_?.files ?? []).map(({ id, name, url }) => [id, { href: url, name, mime: '' }])),
    trail: (await localTrail(store, page)).map(({ id, title }) => ({ title, href: `/pages/${id}` })),
    ...{ hosts: [], emoji: {} },
  };
  Object.assign(article.dataset, {
    ...{ page: page.id, version: page.sync_version, user: userId, workspace: page.workspace_id },
    ...{ parent: page.parent_id ?? '', wide: page.full_width, icon: page.page_icon, cover: page.cover_url, live: '1' },
    ...{ epoch: document_?.epoch ?? LOCAL_EPOCH, state: document_?.state ?? '', local: isLocal(page.id) ? '1' : '0' },
    ...{ emoji: frameData().emoji, names: JSON.stringify(names) },
  });
  return article;
}

async function drawDatabase({ store, place, userId }: FrameContext, page: PageRecord): Promise<void> {
  const collection = await store.getFromIndex('collections', 'page', page.id);
  if (!collection) return place.replaceChildren(...frameNotice('unknown_page'));
  const document_ = await store.get('documents', page.id);
  const section = el('section', {
    class: 'database colours wide',
    'aria-label': collection.name,
    ...{ 'data-database': collection.id, 'data-user': userId, 'data-user-name': '' },
    'data-messages': frameData().databaseWords,
    'data-editable': document_?.can_edit === false ? null : '',
  });
  place.classList.add('drawn');
  const at = await readMeta<number>(store, 'synced_at');
  place.replaceChildren(...headOf(page, false, at), el('p', { class: 'hint' }, t('sync.offline.plain_table')), section);
  void import(frameData().databaseScript).catch(failed);
  await showTags(store, place, page.id);
}
