// The library as a page: each tab rendered by the server, and forms that do without scripts what they do with them.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, name, params } from '../../../core/http/schema-fields.ts';
import { type NamedTag, tagNames, tagPolicies } from '../../tags/contract.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { ACTS, actOnMany, type BulkAct } from '../bulk.ts';
import { dropFilter, type FilterQuery, keepFilter } from '../filters.ts';
import { libraryAddress } from '../library-address.ts';
import { listProps } from '../list-props.ts';
import type { LibraryQuery } from '../listing.ts';
import { tagsTrail } from '../tags-trail.ts';
import { libraryTabSchema, listAccess, narrowing, tagField } from './schemas.ts';

const SHOWN = 50;
const form = { allow: ['application/x-www-form-urlencoded'] };
const empty = <S extends Joi.Schema>(schema: S): S => schema.empty('') as S;

/** A filter form sends every field, and empty ones mean nothing. */
const shownFields = (fields: Record<string, unknown>) => ({
  page: Joi.number().integer().min(1).max(100_000).default(1),
  // How many of those that were chosen the last form reached.
  done: Joi.number().integer().min(0).max(100),
  refused: Joi.number().integer().min(0).max(100),
  ...Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, empty(schema as Joi.Schema)])),
});

const pageQuery = Joi.object({ tab: empty(libraryTabSchema).default('recents'), ...shownFields(narrowing) });
const { owner: _owner, repo: _repo, tag: _tag, ...tagNarrowing } = narrowing;

interface Done {
  done?: number;
  refused?: number;
}

type Shown = LibraryQuery & Done;

async function show(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { done, refused, ...asked } = request.query as unknown as Shown;
  // The last tab is about one workspace; without a choice it is the one at hand.
  const active = await ctx.use(workspaces).active(ctx, request);
  const isPlain = asked.tab === 'workspace' && !asked.owner && asked.workspace_id === undefined && active;
  const query: LibraryQuery = { ...asked, limit: SHOWN, ...(isPlain && { workspace_id: active.id }) };
  const title = ctx.app.messages.text(ctx.locale, 'library.title');
  const props = await listProps(ctx, query, active?.id ?? null);
  return h.view('library/library', { title, breadcrumb: [{ title }], done, refused, props });
}

/** What carries a tag, under the head of that tag. */
async function showTagged(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { done, refused, ...asked } = request.query as unknown as Omit<Shown, 'tab' | 'tag'>;
  const { id: tag, name: title } = loaded<NamedTag>(request, 'tag_id');
  const [head, props] = await Promise.all([
    ctx.use(tagNames).head(ctx, tag),
    listProps(ctx, { ...asked, tab: 'tagged', tag, limit: SHOWN }, null),
  ]);
  const breadcrumb = [...tagsTrail(ctx), { title }];
  return h.view('library/tagged', { ...head, title, breadcrumb, done, refused, props });
}

/** Back to where a form was sent from, which is an address of the library. */
const back = (h: ResponseToolkit, query: string, more: Record<string, string> = {}): ResponseObject =>
  h.redirect(libraryAddress(Object.fromEntries(new URLSearchParams(query)), more)).code(303);

/** What the page of an address was narrowed to. @throws Problem validation_failed for what is no such address */
function keptQuery(query: string): Shown {
  const { value, error } = pageQuery.validate(Object.fromEntries(new URLSearchParams(query)), { stripUnknown: true });
  if (error) throw invalid(['body', 'from'], 'must be an address of the library');
  return value as Shown;
}

/** The search part of the address, as the form keeps it. */
const from = Joi.string().allow('').max(2000).default('');

export const libraryPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/library',
    rules: { access: listAccess, html: true },
    options: { id: 'library.page', validate: { query: pageQuery } },
    handler: show,
  }),
  route({
    method: 'GET',
    path: '/tags/{tag_id}',
    rules: {
      access: can(tagPolicies.manage, 'tag_id', { refs: [inQuery('workspace_id', workspacePolicies.view)] }),
      html: true,
    },
    options: {
      id: 'library.tagged',
      validate: { params: params({ tag_id: id() }), query: Joi.object(shownFields(tagNarrowing)) },
    },
    handler: showTagged,
  }),
  route({
    method: 'POST',
    path: '/library/bulk',
    rules: { access: { member: true, opaque: ['page_ids'] }, form: true, html: true },
    options: {
      id: 'library.bulk-by-form',
      payload: form,
      validate: {
        payload: Joi.object({
          action: Joi.valid(...ACTS).required(),
          page_ids: Joi.array().items(id()).single().max(100).unique().default([]),
          tag: tagField().empty(''),
          from,
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const {
        action,
        page_ids,
        tag: called,
        from: query,
      } = request.payload as {
        action: BulkAct;
        page_ids: number[];
        tag?: string;
        from: string;
      };
      const isNamed = (action !== 'tag' && action !== 'untag') || called;
      const results = isNamed ? await actOnMany(request.ctx, { action, page_ids, tag: called }) : [];
      const done = results.filter(({ ok }) => ok).length;
      return back(h, query, { done: String(done), refused: String(results.length - done) });
    },
  }),
  route({
    method: 'POST',
    path: '/library/filters',
    rules: { access: { member: true }, form: true, html: true },
    options: {
      id: 'library.keep-filter-by-form',
      payload: form,
      validate: { payload: Joi.object({ name: name(100).required(), from, csrf }).required() },
    },
    handler: async (request, h) => {
      const { name: called, from: query } = request.payload as { name: string; from: string };
      const { page: _, done: __, refused: ___, ...kept } = keptQuery(query);
      await keepFilter(request.ctx, called, kept as FilterQuery);
      return back(h, query);
    },
  }),
  route({
    method: 'POST',
    path: '/library/filters/{filter_id}/delete',
    rules: { access: { own: true, resource: 'library-filter', param: 'filter_id' }, form: true, html: true },
    options: {
      id: 'library.drop-filter-by-form',
      payload: form,
      validate: { params: params({ filter_id: id() }), payload: Joi.object({ from, csrf }).required() },
    },
    handler: async (request, h) => {
      await dropFilter(request.ctx, Number(request.params.filter_id));
      return back(h, (request.payload as { from: string }).from);
    },
  }),
];
