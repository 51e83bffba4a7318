// Pages in the browser's JSON: create, read, save, rename, move, look, lock, trash, titles.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { expectedVersion, versioned } from '../../../core/http/pagination.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { flag, id, idList, params, title } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { blocksFromMarkdown, type MarkdownPlace } from '../content/custom-emoji.ts';
import { withFlushedContent } from '../content/live-document.ts';
import { startOf } from '../content/new-page-content.ts';
import { pageContent } from '../content/page-body.ts';
import { parseBody } from '../content/parse-blocks.ts';
import { changePage, lockPage, type Options, savePage } from '../content/update-page.ts';
import { recentPages } from '../page-list.ts';
import { pathsOf, visibleTitles } from '../page-queries.ts';
import { newPageRefs, pagePolicies } from '../policies.ts';
import { changed, coverPosition } from '../present.ts';
import type { PageRow } from '../store.ts';
import { type Copy, duplicatePage } from '../tree/duplicate.ts';
import { movePage, type PageMove } from '../tree/move.ts';
import { createWhole } from '../tree/page-tree.ts';
import { restorePage, trashPage } from '../tree/trash.ts';

export const PAGE_BODY_MAX = 16 * 1024 * 1024;

export const pagePath = params({ page_id: id() });
export const pageId = (request: Request): number => Number(request.params.page_id);

/** What a list of pages is narrowed to. */
export const placeRefs = [inQuery('workspace_id', workspacePolicies.view), inQuery('parent_id', pagePolicies.view)];

export const body = {
  blocks: Joi.alternatives(Joi.array(), Joi.object()).description(
    'block list: an envelope, a bare array, Editor.js blocks or an editor document',
  ),
  markdown: Joi.string().allow('').max(PAGE_BODY_MAX),
};
/** See `bodyOf`. */
export const oneForm = { exclusive: ['markdown', 'blocks'] };

export const moveBody = Joi.object({
  parent_id: id().required().allow(null).example(12),
  position: Joi.number().integer().min(0).max(1_000_000),
  workspace_id: id().description('of another workspace, at whose top the page goes; with a parent it may be left out'),
  publish: Joi.boolean().description(
    'true moves it also where everybody can read what lies below the parent, and so publishes it; refused there without',
  ),
}).required();

/** Where a page goes: the workspace is that of the new parent, the one named, or the one it is in. */
export function moveOf(request: Request): PageMove {
  const given = request.payload as {
    parent_id: number | null;
    position?: number;
    workspace_id?: number;
    publish?: boolean;
  };
  const parent = given.parent_id ? loaded<PageRow>(request, 'parent_id') : undefined;
  const workspaceId = given.workspace_id ?? parent?.workspace_id;
  const { parent_id: parentId = null, position, publish } = given;
  return { parentId, position, workspaceId, publish, expected: expectedVersion(request) };
}

export const copyBody = Joi.object({
  parent_id: id().allow(null).description('where the copy goes, null for the top; default: behind the page itself'),
}).allow(null);

export const copyOf = (request: Request): Copy => ({
  parentId: (request.payload as { parent_id?: number | null } | null)?.parent_id,
});

/** What says how a page is laid out. */
export const layout = () => Joi.object({ full_width: flag(), font_small: flag(), cover_position: coverPosition() });

/** Switches of the layout as the 0/1 that pages keep; true and false are taken too. */
export const optionsOf = (request: Request): Options =>
  Object.fromEntries(
    Object.entries(request.payload as Record<string, boolean | number>).map(([name, value]) => [name, Number(value)]),
  );

/** Blocks of a request that sent either form for a page, or undefined when it sent none. */
export async function bodyOfRequest(
  ctx: Ctx,
  place: MarkdownPlace,
  values: { blocks?: unknown; markdown?: string },
): Promise<Block[] | undefined> {
  if (values.blocks !== undefined && values.markdown !== undefined)
    throw invalid(['body', 'markdown'], 'cannot be sent together with blocks', 'extra_forbidden');
  if (values.blocks !== undefined) return parseBody(values.blocks, 'blocks');
  return values.markdown === undefined ? undefined : blocksFromMarkdown(ctx, place, values.markdown);
}

export interface NewPageBody {
  workspace_id?: number;
  parent_id?: number | null;
  title: string;
  blocks?: unknown;
  markdown?: string;
}

/** The workspace of a new page: that of its parent, the one named, or the active one. */
export async function workspaceOfNewPage(
  request: Request,
  values: { workspace_id?: number; parent_id?: number | null },
): Promise<number> {
  const parent = values.parent_id ? loaded<PageRow>(request, 'parent_id') : undefined;
  if (parent && values.workspace_id !== undefined && parent.workspace_id !== values.workspace_id) {
    throw invalid(['body', 'workspace_id'], 'is not the workspace of the parent', 'value_error', values.workspace_id);
  }
  const active =
    parent || values.workspace_id ? undefined : await request.ctx.use(workspaces).active(request.ctx, request);
  const home = parent?.workspace_id ?? values.workspace_id ?? active?.id;
  if (!home) throw invalid(['body', 'workspace_id'], 'Field required', 'missing');
  return home;
}

export const pageBrowserRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/pages',
    rules: { access: { member: true, refs: newPageRefs } },
    options: {
      id: 'pages.add',
      description:
        'Create a page; without blocks and Markdown it starts from the template of its parent, if that has one',
      validate: {
        payload: Joi.object({
          workspace_id: id(),
          parent_id: id().allow(null),
          title: title().required().allow('').description('empty: it still has none'),
          ...body,
        })
          .meta(oneForm)
          .required(),
      },
    },
    handler: async (request) => {
      const values = request.payload as NewPageBody;
      const workspaceId = await workspaceOfNewPage(request, values);
      const place = { parentId: values.parent_id ?? null, title: values.title };
      const given = await bodyOfRequest(request.ctx, { workspace_id: workspaceId }, values);
      const blocks = given ?? (await startOf(request.ctx, { workspaceId, ...place }));
      return { ok: true, ...(await createWhole(request.ctx, { workspaceId, ...place, blocks })) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/content',
    rules: { access: can(pagePolicies.read, 'page_id') },
    options: { id: 'pages.content', description: 'Title and blocks of a page', validate: { params: pagePath } },
    handler: async (request, h) => {
      const row = await withFlushedContent(request.ctx, loaded<PageRow>(request, 'page_id'));
      return versioned(request, h, pageContent(row) as never);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/pages/{page_id}/content',
    rules: { access: can(pagePolicies.edit, 'page_id') },
    options: {
      id: 'pages.save',
      description: 'Save the body of a page as one version',
      payload: { maxBytes: PAGE_BODY_MAX },
      validate: {
        params: pagePath,
        payload: Joi.object({ title: title(), note: Joi.string().allow('').max(500), ...body })
          .meta(oneForm)
          .required(),
      },
    },
    handler: async (request, h) => {
      const values = request.payload as { title?: string; note?: string; blocks?: unknown; markdown?: string };
      const change = {
        title: values.title,
        note: values.note,
        blocks: await bodyOfRequest(request.ctx, loaded<PageRow>(request, 'page_id'), values),
        expected: expectedVersion(request),
      };
      const page = await savePage(request.ctx, pageId(request), change);
      return versioned(request, h, await changed(request.ctx, page));
    },
  }),
  route({
    method: 'PUT',
    path: '/api/pages/{page_id}/rename',
    rules: { access: can(pagePolicies.edit, 'page_id') },
    options: {
      id: 'pages.rename',
      description: 'Rename a page',
      validate: { params: pagePath, payload: Joi.object({ title: title(), name: title() }).required() },
    },
    handler: async (request) => {
      const { title: given, name } = request.payload as { title?: string; name?: string };
      const wanted = given ?? name;
      if (wanted === undefined) throw invalid(['body', 'title'], 'Field required', 'missing');
      const page = await changePage(request.ctx, pageId(request), { title: wanted }, expectedVersion(request));
      return changed(request.ctx, page);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/pages/{page_id}/move',
    rules: { access: can(pagePolicies.move, 'page_id') },
    options: {
      id: 'pages.move',
      description: 'Move a page with all below it, also into another workspace',
      validate: {
        params: pagePath,
        payload: moveBody,
      },
    },
    handler: async (request) => changed(request.ctx, await movePage(request.ctx, pageId(request), moveOf(request))),
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/duplicate',
    rules: { access: can(pagePolicies.duplicate, 'page_id') },
    options: {
      id: 'pages.copy',
      description: 'Copy a page with all below it; of more than 2,000 pages a job makes the copy',
      validate: { params: pagePath, payload: copyBody },
    },
    handler: async (request) => {
      const copy = await duplicatePage(request.ctx, pageId(request), copyOf(request));
      return 'job' in copy ? { ok: true, ...copy } : changed(request.ctx, copy);
    },
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/options',
    rules: { access: can(pagePolicies.edit, 'page_id') },
    options: {
      id: 'pages.options',
      description: 'Layout of a page',
      validate: { params: pagePath, payload: layout().required() },
    },
    handler: async (request) => {
      const options = optionsOf(request);
      return changed(request.ctx, await changePage(request.ctx, pageId(request), options, expectedVersion(request)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/lock',
    rules: { access: can(pagePolicies.lock, 'page_id') },
    options: {
      id: 'pages.lock',
      description: 'Lock or unlock a page; without a body the lock is toggled',
      validate: { params: pagePath, payload: Joi.object({ locked: Joi.boolean() }).allow(null) },
    },
    handler: (request) => {
      const { locked } = (request.payload ?? {}) as { locked?: boolean };
      return lockPage(request.ctx, pageId(request), locked, expectedVersion(request));
    },
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/trash',
    rules: { access: can(pagePolicies.trash, 'page_id') },
    options: {
      id: 'pages.trash',
      description: 'Put a page and all below it into the trash',
      validate: { params: pagePath },
    },
    handler: async (request) => {
      await trashPage(request.ctx, pageId(request), expectedVersion(request));
      return { ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/restore',
    rules: { access: can(pagePolicies.restore, 'page_id') },
    options: { id: 'pages.restore', description: 'Bring a page back from the trash', validate: { params: pagePath } },
    handler: async (request) => changed(request.ctx, await restorePage(request.ctx, pageId(request))),
  }),
  route({
    method: 'GET',
    path: '/api/pages/recent',
    rules: { access: { list: true, resource: 'page' } },
    options: {
      id: 'pages.recent',
      description: 'Pages that changed last, newest first',
      validate: { query: Joi.object({ limit: Joi.number().integer().min(1).max(50).default(10) }) },
    },
    handler: async (request) => {
      const found = await recentPages(request.ctx, Number(request.query.limit));
      const paths = await pathsOf(
        request.ctx,
        found.map(({ id: page }) => page),
      );
      return { pages: found.map((page) => ({ ...page, path: paths.get(page.id) ?? [] })) };
    },
  }),
  route({
    method: 'GET',
    path: '/board/api/wiki/titles',
    rules: { access: { list: true, resource: 'page', opaque: ['ids'] } },
    options: {
      id: 'pages.titles',
      description: 'Current titles of pages, for link chips; ids that the caller may not see are absent',
      validate: { query: Joi.object({ ids: idList().required() }) },
    },
    handler: async (request) => ({
      titles: Object.fromEntries(await visibleTitles(request.ctx, request.query.ids as unknown as number[])),
    }),
  }),
];
