// Pages in the public API.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { expectedVersion, pagedAnswer, versioned, windowIn, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params, permanentQuery, timestamp, title, toggle } from '../../../core/http/schema-fields.ts';
import { checkIcon } from '../content/custom-emoji.ts';
import { withFlushedContent } from '../content/live-document.ts';
import { changePage, lockPage, type Options } from '../content/update-page.ts';
import { coverUrl } from '../files/cover-address.ts';
import { listChildren, listPages } from '../page-list.ts';
import { visibleIds } from '../page-queries.ts';
import { newPageRefs, pagePolicies } from '../policies.ts';
import { coverPosition, pageSchema, presentPage, presentWhole, wholePage, wholePageSchema } from '../present.ts';
import { linkStore, type PageRow, pageStore } from '../store.ts';
import { movePage } from '../tree/move.ts';
import { createWhole } from '../tree/page-tree.ts';
import { removePage, restorePage, trashPage } from '../tree/trash.ts';
import {
  body,
  bodyOfRequest,
  layout,
  moveBody,
  moveOf,
  type NewPageBody,
  oneForm,
  optionsOf,
  placeRefs,
  workspaceOfNewPage,
} from './browser.ts';

const one = { params: params({ id: id() }) };
const pageId = (request: Request): number => Number(request.params.id);
const ok = Joi.object({ ok: Joi.valid(true).required() });
const lockSchema = ok.keys({
  is_locked: Joi.valid(0, 1).required(),
  locked_by: Joi.number().integer().required().allow(null),
});
const lookFields = {
  page_icon: Joi.string()
    .allow('')
    .max(100)
    .pattern(/^(?!custom:)|^custom:[1-9]\d{0,9}$/)
    .description('an emoji, a label, or custom:<id> for an emoji of the workspace'),
  cover_url: Joi.string()
    .allow('')
    .max(300)
    .description('of an uploaded file, or of a cover of the gallery')
    .example(coverUrl('harbour')),
  cover_position: coverPosition(),
};

const cursor = () =>
  Joi.string().max(200).description('X-Next-Cursor of the answer before, for the pages behind it, instead of a page');

function partOf(request: Request): { limit: number; offset: number; cursor?: string } {
  const [limit, offset] = windowOf(request);
  return { limit, offset, cursor: request.query.cursor as string | undefined };
}

export const pageV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/pages',
    rules: {
      access: { list: true, resource: 'page', refs: placeRefs },
      subtree: true,
    },
    options: {
      id: 'pages.list',
      description: 'Pages the caller may see, without content',
      validate: {
        query: paging({
          workspace_id: id(),
          parent_id: id(),
          kind: Joi.valid('page', 'file', 'folder', 'collection'),
          updated_since: timestamp(),
          trashed: toggle().default(false),
          cursor: cursor(),
        }),
      },
      response: { schema: Joi.array().items(pageSchema) },
    },
    handler: async (request, h) => {
      const { workspace_id, parent_id, kind, updated_since, trashed } = request.query as Record<string, never>;
      const filter = { workspaceId: workspace_id, parentId: parent_id, kind, updatedSince: updated_since, trashed };
      return pagedAnswer(request, h, await listPages(request.ctx, filter, partOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages',
    rules: { access: { member: true, refs: newPageRefs }, subtree: true },
    options: {
      id: 'pages.create',
      description: 'Create a page from blocks or Markdown',
      validate: {
        payload: Joi.object({
          workspace_id: id(),
          parent_id: id().allow(null),
          title: title().required(),
          page_icon: lookFields.page_icon,
          ...body,
        })
          .meta(oneForm)
          .required(),
      },
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) => {
      const values = request.payload as NewPageBody & { page_icon?: string };
      const workspaceId = await workspaceOfNewPage(request, values);
      await checkIcon(request.ctx, workspaceId, values.page_icon);
      const page = await createWhole(request.ctx, {
        workspaceId,
        parentId: values.parent_id ?? null,
        title: values.title,
        icon: values.page_icon,
        blocks: await bodyOfRequest(request.ctx, { workspace_id: workspaceId }, values),
      });
      return versioned(request, h, page);
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}',
    rules: { access: can(pagePolicies.read, 'id'), subtree: true },
    options: {
      id: 'pages.get',
      description: 'One page with its content',
      validate: one,
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) =>
      versioned(request, h, presentWhole(await withFlushedContent(request.ctx, loaded<PageRow>(request, 'id')))),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/pages/{id}',
    rules: { access: can(pagePolicies.edit, 'id'), subtree: true },
    options: {
      id: 'pages.update',
      description: 'Change title, icon or cover',
      validate: { ...one, payload: Joi.object({ title: title(), ...lookFields }).required() },
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) => {
      const change = request.payload as Options;
      const page = await changePage(request.ctx, pageId(request), change, expectedVersion(request));
      return versioned(request, h, await wholePage(request.ctx, page));
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}',
    rules: { access: can(pagePolicies.trashOrDelete, 'id'), subtree: true },
    options: {
      id: 'pages.delete',
      description: 'Move a page to the trash, or remove a page in the trash permanently',
      validate: { ...one, query: permanentQuery() },
      response: { schema: ok },
      plugins: { api: { versioned: 'taken' } },
    },
    handler: async (request) => {
      const { ctx } = request;
      if (request.query.permanent) {
        await removePage(ctx, pageId(request));
      } else {
        if (loaded<PageRow>(request, 'id').deleted_at) throw notFound();
        await trashPage(ctx, pageId(request), expectedVersion(request));
      }
      return { ok: true } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/children',
    rules: { access: can(pagePolicies.view, 'id'), subtree: true },
    options: {
      id: 'pages.children',
      description: 'Pages directly below a page',
      validate: { ...one, query: paging({ cursor: cursor() }) },
      response: { schema: Joi.array().items(pageSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, await listChildren(request.ctx, loaded<PageRow>(request, 'id'), partOf(request))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/move',
    rules: { access: can(pagePolicies.move, 'id'), subtree: true },
    options: {
      id: 'pages.place',
      description:
        'Move a page with all below it, also into another workspace; nothing is published unless `publish` says so',
      validate: {
        ...one,
        payload: moveBody,
      },
      response: { schema: wholePageSchema },
      plugins: { api: { versioned: true } },
    },
    handler: async (request, h) => {
      const page = await movePage(request.ctx, pageId(request), moveOf(request));
      return versioned(request, h, await wholePage(request.ctx, page));
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/pages/{id}/lock',
    rules: { access: can(pagePolicies.lock, 'id'), subtree: true },
    options: {
      id: 'pages.set-lock',
      description: 'Lock a page',
      validate: one,
      response: { schema: lockSchema },
      plugins: { api: { versioned: 'taken' } },
    },
    handler: (request) => lockPage(request.ctx, pageId(request), true, expectedVersion(request)) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}/lock',
    rules: { access: can(pagePolicies.lock, 'id'), subtree: true },
    options: {
      id: 'pages.clear-lock',
      description: 'Unlock a page',
      validate: one,
      response: { schema: lockSchema },
      plugins: { api: { versioned: 'taken' } },
    },
    handler: (request) => lockPage(request.ctx, pageId(request), false, expectedVersion(request)) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/trash',
    rules: { access: can(pagePolicies.trash, 'id'), subtree: true },
    options: {
      id: 'pages.discard',
      description: 'Put a page and all below it into the trash',
      validate: one,
      response: { schema: ok },
      plugins: { api: { versioned: 'taken' } },
    },
    handler: async (request) => {
      await trashPage(request.ctx, pageId(request), expectedVersion(request));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/restore',
    rules: { access: can(pagePolicies.restore, 'id'), subtree: true },
    options: {
      id: 'pages.bring-back',
      description: 'Bring a page back from the trash',
      validate: one,
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) => {
      const page = await restorePage(request.ctx, pageId(request));
      return versioned(request, h, await wholePage(request.ctx, page));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/pages/{id}/options',
    rules: { access: can(pagePolicies.edit, 'id'), subtree: true },
    options: {
      id: 'pages.set-options',
      description: 'Layout of a page',
      validate: { ...one, payload: layout().required() },
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) => {
      const options = optionsOf(request);
      const page = await changePage(request.ctx, pageId(request), options, expectedVersion(request));
      return versioned(request, h, await wholePage(request.ctx, page));
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/backlinks',
    rules: { access: can(pagePolicies.view, 'id'), subtree: true },
    options: {
      id: 'pages.backlinks',
      description: 'Pages that link here',
      validate: { ...one, query: paging() },
      response: { schema: Joi.array().items(pageSchema) },
    },
    handler: async (request, h) => {
      const visible = await visibleIds(request.ctx, await linkStore.backlinks(request.ctx, pageId(request)));
      const { items, total } = windowIn(
        request,
        [...visible].sort((a, b) => a - b),
      );
      const rows: PageRow[] = await pageStore.query(request.ctx).whereIn('pages.id', items).orderBy('pages.id');
      return pagedAnswer(request, h, { items: rows.map(presentPage), total });
    },
  }),
];
