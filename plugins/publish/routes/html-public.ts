// What was published, for everybody: pages, their files, forms, feeds and maps. Nobody is asked who they are.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { isRasterImage, sendBlob } from '../../../core/files/file-response.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Access, type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { throttle } from '../../auth/contract.ts';
import { databases, FIELD_NAME, type PublishedFormFields } from '../../databases/contract.ts';
import { type FileRecord, files, THUMBNAIL_EDGES } from '../../files/contract.ts';
import { pages } from '../../pages/contract.ts';
import { mapOf, mapOfAll, publicationFeed, robotsOf } from '../feed.ts';
import { publicAddressOf, publicPageAddress } from '../public-navigation.ts';
import { formAddress, type PublicPageRequest, publicPageHead, publishedPage } from '../public-page.ts';
import { fresh, hidden, renderPublic, xml } from '../public-response.ts';
import { isIndexed, publicationStore } from '../store.ts';
import { isRight, rememberVisitor, type Visit, visit } from '../visitor.ts';

/** Ids count within what was published, which the visitor reads with no right of their own. */
const open = (...opaque: string[]): Access => ({
  public: true,
  because: 'published pages are for everybody, and their ids are read as nobody (specification, GET /p/{slug})',
  opaque,
});
const slug = Joi.string().max(100).required();
const form = { allow: ['application/x-www-form-urlencoded'] };
const number = Joi.number().integer().min(0).max(2_147_483_647).default(0).failover(0);
const which = Joi.object({
  view: number,
  rows: number,
  pages: number.max(100_000),
  month: Joi.string().max(7).failover(''),
});
const asked = ({ query }: Request): PublicPageRequest => ({
  view: Number(query.view ?? 0),
  rows: Number(query.rows ?? 1),
  month: String(query.month ?? ''),
  pages: Number(query.pages ?? 0),
});

/** @throws Problem not_found while the password was not said, which only the page itself asks for */
async function opened(request: Request): Promise<Visit> {
  const found = await visit(request);
  if (found.isLocked) throw notFound();
  return found;
}

/** What was asked for: the password leads on to it. */
interface Onward {
  page_id?: number;
  view_id?: number;
}

const onwardTo = ({ publication }: Visit, { page_id, view_id }: Onward): string =>
  view_id ? formAddress(publication, view_id) : publicPageAddress(publication, page_id ?? publication.page_id);

async function lock(request: Request, h: ResponseToolkit, { publication }: Visit, onward: Onward = {}, message = '') {
  const t = request.ctx.app.messages.in(request.ctx.locale);
  const head = { ...publicPageHead(request.ctx, publication, t('publish.locked')), home: null, message, onward };
  return (await renderPublic(request, h, 'locked', { ...head, action: `${publicAddressOf(publication)}/unlock` })).code(
    401,
  );
}

async function show(request: Request, h: ResponseToolkit, pageId?: number) {
  const found = await visit(request);
  if (found.isLocked) return lock(request, h, found, { page_id: pageId });
  return renderPublic(
    request,
    h,
    'page',
    await publishedPage(found, pageId ?? found.publication.page_id, asked(request)),
  );
}

/** Views of the published database that anybody may answer. @throws Problem not_found */
async function formAsked(request: Request): Promise<Visit & { viewId: number }> {
  const found = await opened(request);
  const viewId = Number(request.params.view_id);
  if (!(JSON.parse(found.publication.form_ids) as number[]).includes(viewId)) throw notFound();
  return { ...found, viewId };
}

/** An address may name answers to begin with, as `?p12=words`. */
const filledIn = ({ query }: Request): PublishedFormFields =>
  Object.fromEntries(Object.entries(query as PublishedFormFields).filter(([name]) => FIELD_NAME.test(name)));

async function showForm(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const asked = await visit(request);
  if (asked.isLocked) return lock(request, h, asked, { view_id: Number(request.params.view_id) });
  const { ctx, publication, viewId } = await formAsked(request);
  const found = (refusal?.problem.extra.errors ?? []) as unknown as { property_id: number | null; detail: string }[];
  const faults = new Map(
    found.flatMap(({ property_id, detail }) => (property_id ? [[property_id, detail] as const] : [])),
  );
  for (const [name, fault] of Object.entries(refusal?.faults ?? {})) {
    const property = /^p(\d+)/.exec(name)?.[1];
    if (property) faults.set(Number(property), fault);
  }
  const again = { typed: refusal ? (request.payload as PublishedFormFields) : filledIn(request), faults };
  const shownForm = await ctx.use(databases).shownForm(ctx, viewId, again);
  if (shownForm?.pageId !== publication.page_id) throw notFound();
  const head = publicPageHead(ctx, publication, shownForm.title);
  return renderPublic(request, h, 'form', {
    ...head,
    home: publication.shows_rows ? head.home : null,
    form: { ...shownForm, mayAnswer: true },
    action: formAddress(publication, viewId),
    isAnswered: request.query.sent === '1',
    message: refusal
      ? (!faults.size && refusal.message) || ctx.app.messages.text(ctx.locale, 'publish.form.refused')
      : '',
  });
}

/** A file as it is, or a picture of a size; scaled ones are made from what the visitor may read. */
async function sendFile(request: Request, h: ResponseToolkit) {
  const { ctx, publication } = await opened(request);
  const fileId = Number(request.params.file_id);
  if (!(await ctx.use(pages).showsFile(ctx, fileId))) throw notFound();
  const [record] = (await ctx.use(files).byIds(ctx, [fileId])) as [FileRecord];
  const { storage } = ctx.app;
  const sent = (answer: ResponseObject) => hidden(answer.header('cache-control', 'no-cache'), isIndexed(publication));
  const edge = Number(request.query.edge ?? 0);
  if (!edge || !isRasterImage(record.mime))
    return sent(await sendBlob(storage, { ...record, size: Number(record.size) }, request, h));
  const content = await ctx.use(files).thumbnail(ctx, record, edge);
  const small = { name: record.name, mime: 'image/webp', size: content.length, filename: `${record.filename}-${edge}` };
  return sent(await sendBlob(storage, small, request, h, { content }));
}

const answer = (longest: number) =>
  Joi.alternatives(Joi.string().allow('').max(longest), Joi.array().items(Joi.string().max(100)).max(1000));

const FEED = 'application/rss+xml';

export const publicRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/p/{slug}',
    rules: { access: open(), html: true, early: true },
    options: { id: 'published.page', validate: { params: params({ slug }), query: which } },
    handler: (request, h) => show(request, h),
  }),
  route({
    method: 'GET',
    path: '/p/{slug}/pages/{page_id}',
    rules: { access: open('page_id'), html: true, early: true },
    options: { id: 'published.inner-page', validate: { params: params({ slug, page_id: id() }), query: which } },
    handler: (request, h) => show(request, h, Number(request.params.page_id)),
  }),
  route({
    method: 'GET',
    path: '/p/{slug}/files/{file_id}',
    rules: { access: open('file_id'), html: true, early: true },
    options: {
      id: 'published.file',
      validate: {
        params: params({ slug, file_id: id() }),
        query: Joi.object({ edge: Joi.number().valid(...THUMBNAIL_EDGES) }),
      },
    },
    handler: sendFile,
  }),
  route({
    method: 'GET',
    path: '/p/{slug}/feed.xml',
    rules: { access: open(), html: true, early: true },
    options: { id: 'published.feed', validate: { params: params({ slug }) } },
    handler: async (request, h) => {
      const found = await visit(request);
      // Readers of feeds say no passwords, and keep what they have read.
      if (found.publication.password_hash !== null) throw notFound();
      return hidden(xml(h, await publicationFeed(found), FEED), isIndexed(found.publication));
    },
  }),
  route({
    method: 'GET',
    path: '/p/{slug}/sitemap.xml',
    rules: { access: open(), html: true, early: true },
    options: { id: 'published.map', validate: { params: params({ slug }) } },
    handler: async (request, h) => {
      const found = await visit(request);
      if (!isIndexed(found.publication)) throw notFound();
      return xml(h, await mapOf(found));
    },
  }),
  route({
    method: 'GET',
    path: '/sitemap.xml',
    rules: { access: open(), html: true, early: true },
    options: { id: 'published.maps', validate: {} },
    handler: async ({ ctx }, h) => xml(h, mapOfAll(ctx.app.baseUrl, await publicationStore.indexed(ctx, 5000))),
  }),
  route({
    method: 'GET',
    path: '/robots.txt',
    rules: { access: open(), html: true, early: true },
    options: { id: 'published.robots', validate: {} },
    handler: ({ ctx }, h) => fresh(h.response(robotsOf(ctx.app.baseUrl)).type('text/plain'), ctx.app.baseUrl),
  }),
  route({
    method: 'POST',
    path: '/p/{slug}/unlock',
    rules: { access: open('page_id', 'view_id'), html: true, early: true, form: true, whileReadOnly: true },
    options: {
      id: 'published.unlock',
      payload: form,
      validate: {
        params: params({ slug }),
        payload: Joi.object({
          password: Joi.string().allow('').max(200).required(),
          page_id: id(),
          view_id: id(),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const found = await visit(request);
      const { password, ...onward } = request.payload as Onward & { password: string };
      const { ctx } = request;
      const t = ctx.app.messages.in(ctx.locale);
      if (!found.isLocked || (await isRight(ctx, found.publication, password)))
        return rememberVisitor(ctx, found.publication, h.redirect(onwardTo(found, onward)).code(303));
      return lock(request, h, found, onward, t('publish.wrong_password'));
    },
  }),
  route({
    method: 'GET',
    path: '/p/{slug}/forms/{view_id}',
    rules: { access: open('view_id'), html: true, early: true },
    options: {
      id: 'published.form',
      validate: {
        params: params({ slug, view_id: id() }),
        query: Joi.object({ sent: Joi.string().max(5) }).pattern(FIELD_NAME, answer(2000).failover('')),
      },
    },
    handler: (request, h) => showForm(request, h),
  }),
  route({
    method: 'POST',
    path: '/p/{slug}/forms/{view_id}',
    rules: { access: open('view_id'), html: true, early: true, form: true, refused: showForm },
    options: {
      id: 'published.answer',
      payload: form,
      validate: {
        params: params({ slug, view_id: id() }),
        payload: Joi.object({ csrf }).pattern(FIELD_NAME, answer(25_000)).required(),
      },
    },
    handler: async (request, h) => {
      const { ctx, publication, viewId } = await formAsked(request);
      await ctx.use(throttle).take(request.ctx, [
        { key: `form:${viewId}:${request.ctx.address}`, limit: 20, seconds: 3600 },
        { key: `form:${viewId}`, limit: 1000, seconds: 3600 },
      ]);
      const { csrf: _, ...typed } = request.payload as PublishedFormFields;
      await ctx.use(databases).answer(ctx, viewId, typed);
      return h.redirect(`${formAddress(publication, viewId)}?sent=1`).code(303);
    },
  }),
];
