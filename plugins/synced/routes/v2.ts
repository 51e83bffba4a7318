// Synced blocks in the public API.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { expectedVersion, pagedAnswer, versioned, windowIn, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import type { Block } from '../../blocks/block.ts';
import { writeBlocks } from '../../blocks/codec/codec.ts';
import { type Page, pagePolicies, parseBody } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { SyncedBlock } from '../contract.ts';
import { flushSyncedBlock } from '../live-document.ts';
import { syncedBlockPolicies } from '../policies.ts';
import { presentSynced, syncedService } from '../service.ts';
import { type SyncedRow, syncedStore } from '../store.ts';

const one = params({ id: id() });
const blocksField = Joi.alternatives(Joi.array(), Joi.object()).description(
  'block list: an envelope, a bare array, Editor.js blocks or an editor document',
);
const titleField = Joi.string().allow('').max(500);
const maybeId = () => Joi.number().integer().required().allow(null);

const syncedSchema = Joi.object({
  id: Joi.number().integer().required().example(3),
  title: Joi.string().required().allow('').example('Office hours'),
  content: Joi.array().required().description('block list: the source of truth').example([]),
  created_by: maybeId(),
  workspace: Joi.string().required().allow('').description('slug; empty for one that serves all workspaces'),
  workspace_id: maybeId(),
  page_id: maybeId().description('origin page, whose rights apply; null once it is gone'),
  sync_version: Joi.number().integer().required().example(1),
  created_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
  updated_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
}).meta({ title: 'SyncedBlock' });

/** Its blocks may be sent under the name that pages take, or under the one that its record has. */
const bodyKeys = { blocks: blocksField, content: blocksField };
const oneName = { exclusive: ['blocks', 'content'] };

interface Body {
  blocks?: unknown;
  content?: unknown;
}

interface NewSynced extends Body {
  title?: string;
  page_id?: number;
  workspace_id?: number | null;
}

/** @throws Problem validation_failed for both names, or for blocks that fit neither */
function blocksIn({ blocks, content }: Body): Block[] | undefined {
  if (blocks === undefined) return content === undefined ? undefined : parseBody(content, 'content');
  if (content === undefined) return parseBody(blocks, 'blocks');
  throw invalid(['body', 'content'], 'cannot be sent together with blocks', 'extra_forbidden');
}

/** With the text of its blocks for Editor.js-style clients too, as bodies of pages come (contract 5). */
const shown = (block: SyncedBlock): SyncedBlock => ({ ...block, content: writeBlocks(block.content) });

/** The workspace of a new one: that of its origin page, the named one, or the active one. */
async function homeOf(request: Request, { page_id, workspace_id }: NewSynced): Promise<number | null> {
  const { ctx } = request;
  const home = page_id ? loaded<Page>(request, 'page_id').workspace_id : undefined;
  if (home !== undefined && workspace_id !== undefined && workspace_id !== home)
    throw invalid(['body', 'workspace_id'], 'is not the workspace of the page', 'value_error', workspace_id);
  if (home !== undefined || workspace_id) return home ?? (workspace_id as number);
  if (workspace_id === null) {
    if (ctx.actor.type === 'user' && ctx.actor.isAdmin) return null;
    throw new Problem('forbidden', 'Only administrators make synced blocks for all workspaces.');
  }
  return ctx.use(workspaces).home(ctx, request);
}

export const syncedBlockV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/synced-blocks',
    rules: {
      access: {
        list: true,
        resource: 'synced-block',
        refs: [inQuery('workspace_id', syncedBlockPolicies.listInWorkspace)],
      },
    },
    options: {
      id: 'synced-blocks.list',
      description: 'Synced blocks the caller may see',
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(syncedSchema) },
    },
    handler: async (request, h) => {
      const [limit, offset] = windowOf(request);
      const { workspace_id } = request.query as { workspace_id?: number };
      const { rows, total } = await syncedStore.list(request.ctx, { workspaceId: workspace_id, limit, offset });
      return pagedAnswer(request, h, { items: rows.map((row) => shown(presentSynced(row))), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/synced-blocks',
    rules: {
      access: {
        member: true,
        refs: [inBody('page_id', pagePolicies.edit), inBody('workspace_id', syncedBlockPolicies.addToWorkspace)],
      },
    },
    options: {
      id: 'synced-blocks.create',
      description: 'Keep a list of blocks once, to be shown on many pages; `page_id` is the page whose rights apply',
      validate: {
        payload: Joi.object({
          title: titleField,
          ...bodyKeys,
          page_id: id(),
          workspace_id: id().allow(null),
        })
          .meta(oneName)
          .required(),
      },
      response: { schema: syncedSchema },
    },
    handler: async (request, h) => {
      const values = request.payload as NewSynced;
      const blocks = blocksIn(values);
      if (!blocks) throw invalid(['body', 'blocks'], 'Field required', 'missing');
      const made = await syncedService.create(request.ctx, {
        title: values.title,
        blocks,
        workspaceId: await homeOf(request, values),
        pageId: values.page_id ?? null,
      });
      return versioned(request, h, shown(made));
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/synced-blocks/{id}',
    rules: { access: can(syncedBlockPolicies.view, 'id') },
    options: {
      id: 'synced-blocks.get',
      description: 'One synced block with its blocks',
      validate: { params: one },
      response: { schema: syncedSchema },
    },
    handler: async (request, h) => {
      const row = await flushSyncedBlock(request.ctx, loaded<SyncedRow>(request, 'id'));
      return versioned(request, h, shown(presentSynced(row)));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/synced-blocks/{id}',
    rules: { access: can(syncedBlockPolicies.edit, 'id') },
    options: {
      id: 'synced-blocks.update',
      description: 'Change title or blocks; every page that shows the block follows',
      validate: {
        params: one,
        payload: Joi.object({ title: titleField, ...bodyKeys })
          .meta(oneName)
          .min(1)
          .required(),
      },
      response: { schema: syncedSchema },
      plugins: { api: { versioned: true } },
    },
    handler: async (request, h) => {
      const { title, ...body } = request.payload as Body & { title?: string };
      const changed = await syncedService.change(request.ctx, Number(request.params.id), {
        title,
        blocks: blocksIn(body),
        expected: expectedVersion(request),
      });
      return versioned(request, h, shown(changed));
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/synced-blocks/{id}',
    rules: { access: can(syncedBlockPolicies.delete, 'id') },
    options: {
      id: 'synced-blocks.delete',
      description: 'Remove a synced block; pages that show it say that it is gone',
      validate: { params: one },
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async (request) => {
      await syncedService.remove(request.ctx, Number(request.params.id));
      return { ok: true };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/synced-blocks/{id}/references',
    rules: { access: can(syncedBlockPolicies.view, 'id') },
    options: {
      id: 'synced-blocks.references',
      description: 'Pages that show the block, of those the caller may see',
      validate: { params: one, query: paging() },
      response: {
        schema: Joi.array().items(
          Joi.object({
            page_id: Joi.number().integer().required(),
            title: Joi.string().required().allow(''),
            block_index: Joi.number().integer().required(),
          }).meta({ title: 'SyncedReference' }),
        ),
      },
    },
    handler: async (request, h) =>
      pagedAnswer(
        request,
        h,
        windowIn(request, await syncedService.references(request.ctx, Number(request.params.id))),
      ),
  }),
];
