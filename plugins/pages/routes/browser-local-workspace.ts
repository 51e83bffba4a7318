// The local workspace: folders and pages of the active workspace as a file tree (specification, local workspace).

import { Readable } from 'node:stream';
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { expectedVersion } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params, title } from '../../../core/http/schema-fields.ts';
import { withFlushedContent } from '../content/live-document.ts';
import { startOf } from '../content/new-page-content.ts';
import { changePage } from '../content/update-page.ts';
import { breadcrumb } from '../page-queries.ts';
import { pagePolicies } from '../policies.ts';
import { changed } from '../present.ts';
import type { PageRow } from '../store.ts';
import { movePage } from '../tree/move.ts';
import { activeWorkspace } from '../tree/new-page-place.ts';
import { actionsOn, pageActions } from '../tree/page-actions.ts';
import { createPage } from '../tree/page-tree.ts';
import { restorePage, trashPage } from '../tree/trash.ts';
import { treeText, wholeTree } from '../tree/tree-json.ts';
import { LEVEL_LIMIT, type LevelWindow, levelPart } from '../tree/tree-levels.ts';
import { bodyOfRequest, moveBody, moveOf, placeRefs } from './browser.ts';

const path = params({ item_id: id() });
const itemId = (request: Request): number => Number(request.params.item_id);
const folderRef = inQuery('folder', pagePolicies.view);

const LEVEL_LIMIT_MAX = 1000;

const windowKeys = {
  limit: Joi.number().integer().min(1).max(LEVEL_LIMIT_MAX).default(LEVEL_LIMIT).description('items of the level'),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0).description('items that are passed over'),
  q: Joi.string().allow('').max(200).description('only items of the level with this in their title'),
};

/** One level, or the part of it that was asked for. */
async function partOf(request: Request, workspaceId: number, parentId: number | null) {
  const window = request.query as unknown as LevelWindow & { offset: number };
  const { items, hasMore, hasEarlier } = await levelPart(request.ctx, workspaceId, parentId, window);
  const actions = await pageActions(request.ctx, workspaceId, items);
  return {
    items: items.map(({ access_root_id: _root, is_locked: _locked, locked_by: _by, ...item }) => ({
      ...item,
      may: actionsOn(actions, item.id),
    })),
    has_more: hasMore,
    has_earlier: hasEarlier,
    next_offset: hasMore && !window.after && !window.before && !window.from ? window.offset + items.length : null,
  };
}

export const localWorkspaceRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/local-workspace/tree',
    rules: { access: { list: true, resource: 'page', refs: [folderRef] } },
    options: {
      id: 'items.tree',
      description: "A folder's children, or the whole tree of the active workspace",
      validate: { query: Joi.object({ folder: id(), ...windowKeys }) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      if (request.query.folder === undefined) {
        if (request.query.q)
          throw invalid(['query', 'q'], 'narrows one level: name its folder, or ask /api/nav/menu for the top');
        const tree = await wholeTree(ctx, await activeWorkspace(ctx, request));
        return h.response(Readable.from(treeText(tree), { objectMode: false })).type('application/json');
      }
      const folder = loaded<PageRow>(request, 'folder');
      return partOf(request, folder.workspace_id, folder.id);
    },
  }),
  route({
    method: 'GET',
    path: '/api/local-workspace/breadcrumb',
    rules: { access: { list: true, resource: 'page', refs: [folderRef] } },
    options: {
      id: 'items.breadcrumb',
      description: 'From the top to a folder',
      validate: { query: Joi.object({ folder: id().required() }) },
    },
    handler: async (request) => ({ items: await breadcrumb(request.ctx, loaded<PageRow>(request, 'folder')) }),
  }),
  route({
    method: 'GET',
    path: '/api/local-workspace/page-content/{page_id}',
    rules: { access: can(pagePolicies.read, 'page_id') },
    options: {
      id: 'items.content',
      description: 'Raw content of a page for a preview',
      validate: { params: params({ page_id: id() }) },
    },
    handler: async (request) => {
      const row = await withFlushedContent(request.ctx, loaded<PageRow>(request, 'page_id'));
      const { id: own, title: name, kind, content } = row;
      return { id: own, title: name, kind, content };
    },
  }),
  route({
    method: 'POST',
    path: '/api/local-workspace/items',
    rules: { access: { member: true, refs: [inBody('parent_id', pagePolicies.addBelow)] } },
    options: {
      id: 'items.create',
      description: 'Create a folder or an editable page in the active workspace',
      validate: {
        payload: Joi.object({
          name: title().required(),
          type: Joi.valid('file', 'folder').required(),
          parent_id: id().allow(null),
          content: Joi.string().allow('').max(1_000_000).description('Markdown'),
        }).required(),
      },
    },
    handler: async (request) => {
      const { name, type, parent_id, content } = request.payload as {
        name: string;
        type: 'file' | 'folder';
        parent_id?: number | null;
        content?: string;
      };
      const workspaceId = parent_id
        ? loaded<PageRow>(request, 'parent_id').workspace_id
        : await activeWorkspace(request.ctx, request);
      const kind = type === 'folder' ? 'folder' : 'page';
      const place = { parentId: parent_id ?? null, title: name };
      const given = await bodyOfRequest(request.ctx, { workspace_id: workspaceId }, { markdown: content });
      const blocks = given ?? (kind === 'page' ? await startOf(request.ctx, { workspaceId, ...place }) : undefined);
      const page = await createPage(request.ctx, { workspaceId, kind, ...place, blocks });
      return changed(request.ctx, page);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/local-workspace/items/{item_id}',
    rules: { access: can(pagePolicies.edit, 'item_id') },
    options: {
      id: 'items.rename',
      description: 'Rename an item',
      validate: { params: path, payload: Joi.object({ name: title().required() }).required() },
    },
    handler: async (request) => {
      const { name } = request.payload as { name: string };
      const page = await changePage(request.ctx, itemId(request), { title: name }, expectedVersion(request));
      return changed(request.ctx, page);
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/local-workspace/items/{item_id}',
    rules: { access: can(pagePolicies.trash, 'item_id') },
    options: {
      id: 'items.trash',
      description: 'Put an item and all below it into the trash',
      validate: { params: path },
    },
    handler: async (request) => {
      await trashPage(request.ctx, itemId(request), expectedVersion(request));
      return { ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/local-workspace/items/{item_id}/restore',
    rules: { access: can(pagePolicies.restore, 'item_id') },
    options: { id: 'items.restore', description: 'Bring an item back from the trash', validate: { params: path } },
    handler: async (request) => changed(request.ctx, await restorePage(request.ctx, itemId(request))),
  }),
  route({
    method: 'PUT',
    path: '/api/local-workspace/items/{item_id}/move',
    rules: { access: can(pagePolicies.move, 'item_id') },
    options: {
      id: 'items.move',
      description: 'Move an item',
      validate: {
        params: path,
        payload: moveBody,
      },
    },
    handler: async (request) => changed(request.ctx, await movePage(request.ctx, itemId(request), moveOf(request))),
  }),
  route({
    method: 'GET',
    path: '/api/sidebar/workspace-tree',
    rules: { access: { list: true, resource: 'page' } },
    options: {
      id: 'nav.tree',
      description: 'The sidebar tree of the active workspace as an HTML fragment',
      plugins: { api: { produces: 'text/html' } },
    },
    handler: (_request, h) => h.view('pages/tree', {}, { layout: false }),
  }),
  route({
    method: 'GET',
    path: '/api/nav/menu',
    rules: {
      access: { list: true, resource: 'page', refs: placeRefs },
    },
    options: {
      id: 'nav.menu',
      description: 'One level of the page tree; each item says whether it has children',
      validate: {
        query: Joi.object({
          workspace_id: id(),
          parent_id: id(),
          ...windowKeys,
          after: id().description('only what stands behind this page'),
          before: id().description('only what stands before this page, the nearest'),
          from: id().description('only this page and what stands behind it'),
        }).oxor('after', 'before', 'from'),
      },
    },
    handler: async (request) => {
      const { ctx } = request;
      const parent = request.query.parent_id === undefined ? null : loaded<PageRow>(request, 'parent_id');
      const workspaceId =
        parent?.workspace_id ??
        (request.query.workspace_id as number | undefined) ??
        (await activeWorkspace(ctx, request));
      return partOf(request, workspaceId, parent?.id ?? null);
    },
  }),
];
