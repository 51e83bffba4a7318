// A published page as its visitor reads it: body, contents, the way through what was published with it, and its tables.

import { notFound } from '../../core/http/problem.ts';
import { momentText, plainText } from '../../core/i18n/date-format.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { databases, type ShownTable } from '../databases/contract.ts';
import { files } from '../files/contract.ts';
import { type Addresses, type Page, pages } from '../pages/contract.ts';
import { excerptOf } from './excerpt.ts';
import { navigationSteps, publicAddressOf, publicPageAddress, trailTo } from './public-navigation.ts';
import { isIndexed, type Publication } from './store.ts';
import type { Visit } from './visitor.ts';

/** Fewer headings are seen at a glance. */
const CONTENTS_FROM = 3;

export const formAddress = (publication: Publication, id: number): string =>
  `${publicAddressOf(publication)}/forms/${id}`;

export const publicFileAddress = (publication: Publication, id: number): string =>
  `${publicAddressOf(publication)}/files/${id}`;

/** Where the visitor finds what a page refers to, of all that they may see. */
const addressesOf = ({ publication }: Visit): Addresses => ({
  page: (id) => publicPageAddress(publication, id),
  file: (id) => publicFileAddress(publication, id),
});

/** Own emoji are for people of the workspace. */
const plainIcon = (icon: string): string => (icon.startsWith('custom:') ? '' : icon);

/** The cover: a picture that was uploaded, or one of ours. */
async function coverOf({ ctx, publication }: Visit, { cover_url }: Page): Promise<{ href: string; fileId?: number }> {
  const file = cover_url ? await ctx.use(files).byUrl(ctx, cover_url) : undefined;
  if (!file) return { href: cover_url.startsWith('/api/') ? '' : cover_url };
  return { href: `${publicFileAddress(publication, file.id)}?edge=1600`, fileId: file.id };
}

/** A file that is a page of its own: a picture is shown, everything else is saved. */
async function fileShown({ ctx, publication }: Visit, fileId: number | null) {
  const [record] = fileId === null ? [] : await ctx.use(files).byIds(ctx, [fileId]);
  if (!record) return null;
  const { id, name, mime } = record;
  return { name, href: publicFileAddress(publication, id), isPicture: mime.startsWith('image/') };
}

async function tableShown(visit: Visit, page: Page, asked: PublicPageRequest) {
  const { ctx, publication } = visit;
  if (page.kind !== 'collection' || (page.id === publication.page_id && !publication.shows_rows)) return null;
  const at = Math.min(Math.max(1, Math.floor(asked.rows)), 1_000_000);
  const table = (await ctx.use(databases).shownTable(ctx, page.id, {
    viewId: asked.view || undefined,
    page: at,
    month: asked.month,
    addresses: addressesOf(visit),
  })) as ShownTable;
  const base = publicPageAddress(publication, page.id);
  const href = (view: number | undefined, rows: number) => `${base}?view=${view ?? 0}&rows=${rows}`;
  const inMonth = (month: string) => `${base}?view=${table.view?.id}&month=${month}`;
  const { month } = table;
  return {
    ...table,
    views: table.views.map((one) => ({ ...one, href: href(one.id, 1), isShown: one.id === table.view?.id })),
    before: month ? inMonth(month.before) : at > 1 ? href(table.view?.id, at - 1) : '',
    after: month ? inMonth(month.after) : table.hasMore ? href(table.view?.id, at + 1) : '',
  };
}

/** What of a database the visitor looks at. */
export interface PublicPageRequest {
  view: number;
  rows: number;
  month: string;
  /** which part of the pages inside; 0 is the one where the page stands */
  pages: number;
}

/** Forms that anybody may answer, on the page of their database. */
async function formsShown({ ctx, publication }: Visit, page: Page) {
  if (page.id !== publication.page_id) return [];
  const ids = JSON.parse(publication.form_ids) as number[];
  const found = await Promise.all(ids.map((id) => ctx.use(databases).shownForm(ctx, id)));
  return found.flatMap((form, at) =>
    form ? { title: form.title, href: formAddress(publication, ids[at] as number), isClosed: form.isClosed } : [],
  );
}

/** What a page of the layout for visitors says of itself. */
export function publicPageHead(ctx: Ctx, publication: Publication, title: string) {
  return {
    title,
    locale: ctx.locale,
    home: { title: publication.title, href: publicAddressOf(publication) },
    isIndexed: isIndexed(publication),
    description: '',
    card: null as SocialCard | null,
    feed: '',
  };
}

/** What other sites show of a link to the page. */
export interface SocialCard {
  url: string;
  image: string;
}

/** @throws Problem not_found for what was not published here */
export async function publishedPage(visit: Visit, pageId: number, asked: PublicPageRequest) {
  const { ctx, publication } = visit;
  const found = await ctx.use(pages).read(ctx, pageId, addressesOf(visit));
  if (!found) throw notFound();
  const { page, html, outline, fileId } = found;
  const [steps, cover, file, table, forms, values] = await Promise.all([
    navigationSteps(visit, page, asked.pages),
    coverOf(visit, page),
    fileShown(visit, fileId),
    tableShown(visit, page, asked),
    formsShown(visit, page),
    ctx.use(databases).shownValues(ctx, pageId, addressesOf(visit)),
  ]);
  const isOpen = publication.password_hash === null;
  const base = ctx.app.baseUrl;
  return {
    ...publicPageHead(ctx, publication, page.title || ctx.app.messages.text(ctx.locale, 'publish.untitled')),
    description: (page.id === publication.page_id && publication.description) || excerptOf(html),
    card: isOpen
      ? { url: base + publicPageAddress(publication, pageId), image: cover.fileId ? base + cover.href : '' }
      : null,
    feed: isOpen && steps.length ? `${publicAddressOf(publication)}/feed.xml` : '',
    sign: plainIcon(page.page_icon),
    cover: cover.href,
    coverAt: page.cover_position,
    html,
    contents: outline.length < CONTENTS_FROM ? [] : outline,
    steps,
    trail: trailTo(steps).slice(0, -1),
    file,
    table,
    forms,
    values: values ?? [],
    // A visitor has chosen no time zone: a time would be that of nobody.
    changed: {
      iso: page.updated_at,
      text: ctx.actor.type === 'user' ? momentText(ctx, page.updated_at) : plainText(ctx, page.updated_at.slice(0, 10)),
    },
    isSmall: page.font_small === 1,
    isWide: page.full_width === 1,
  };
}
