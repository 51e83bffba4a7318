// Tags in the browser's JSON: those of the settings, and those of the items of the active workspace.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { can, inBody } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { type MergedTag, mergeTags, takeMergeBack } from '../merging.ts';
import { tagInPath, tagPolicies } from '../policies.ts';
import { changeTag, createTag, ownTags, pagesTagged, removeTag, tagPage, tagsOnPage, untagPage } from '../service.ts';
import { givenIn, mergedBody, newTagBody, tagBody, tagInput } from './schemas.ts';

const own = can(tagPolicies.manage, 'tag_id');
const tagPath = params({ tag_id: id() });
const itemPath = params({ item_id: id() });
const tagId = (request: Request): number => Number(request.params.tag_id);
const itemId = (request: Request): number => Number(request.params.item_id);

async function activeWorkspace(request: Request): Promise<number> {
  const { ctx } = request;
  const active = await ctx.use(workspaces).active(ctx, request);
  if (!active) throw notFound();
  return active.id;
}

export const tagRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/settings/tags/all',
    rules: { access: { list: true, resource: 'tag' } },
    options: { id: 'tags.all', description: 'Your tags, with how many pages you see carry each' },
    handler: async (request) => ({ tags: await ownTags(request.ctx) }),
  }),
  route({
    method: 'POST',
    path: '/api/settings/tags',
    rules: { access: { member: true } },
    options: { id: 'tags.add', description: 'Create a tag of your own', validate: { payload: newTagBody } },
    handler: async (request) => {
      const { name, color } = tagInput(request);
      return { ok: true, ...(await createTag(request.ctx, name, color)) };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/settings/tags/{tag_id}',
    rules: { access: own },
    options: {
      id: 'tags.change',
      description: 'Rename or recolour a tag of yours',
      validate: { params: tagPath, payload: tagBody },
    },
    handler: async (request) => ({ ok: true, ...(await changeTag(request.ctx, tagId(request), givenIn(request))) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/settings/tags/{tag_id}',
    rules: { access: own },
    options: { id: 'tags.remove', description: 'Delete a tag of yours', validate: { params: tagPath } },
    handler: async (request) => {
      await removeTag(request.ctx, tagId(request));
      return { ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/settings/tags/{tag_id}/merge',
    rules: { access: can(tagPolicies.manage, 'tag_id', { refs: [inBody('into', tagPolicies.manage)] }) },
    options: {
      id: 'tags.merge',
      description: 'Make a tag of yours part of another one; `undo` is what takes that back',
      validate: { params: tagPath, payload: Joi.object({ into: id().required() }).required() },
    },
    handler: async (request) => {
      const { into } = request.payload as { into: number };
      return { ok: true, ...(await mergeTags(request.ctx, tagId(request), into)) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/settings/tags/{tag_id}/unmerge',
    // It goes to pages that carry a tag of the caller's, and to no others.
    rules: { access: can(tagPolicies.manage, 'tag_id', { opaque: ['page_ids', 'added_ids'] }) },
    options: {
      id: 'tags.unmerge',
      description: 'Make a tag again that became part of this one, on the pages that it was on',
      validate: { params: tagPath, payload: mergedBody },
    },
    handler: async (request) => ({
      ok: true,
      ...(await takeMergeBack(request.ctx, tagId(request), request.payload as MergedTag)),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/local-workspace/tags',
    rules: { access: { list: true, resource: 'tag' } },
    options: { id: 'items.all-tags', description: 'Your tags, with counts within the active workspace' },
    handler: async (request) => ({
      tags: await ownTags(request.ctx, await activeWorkspace(request)),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/local-workspace/tags/search',
    rules: { access: { list: true, resource: 'page' } },
    options: {
      id: 'items.by-tags',
      description: 'Items of the active workspace that carry all of these tags of yours',
      validate: {
        query: Joi.object({ tags: Joi.string().allow('').max(2000).default('').description('names, comma-separated') }),
      },
    },
    handler: async (request) => {
      const names = String(request.query.tags).split(',');
      return { items: await pagesTagged(request.ctx, names, await activeWorkspace(request)) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/local-workspace/items/{item_id}/tags',
    rules: { access: can(tagPolicies.listOfPage, 'item_id') },
    options: { id: 'items.tags', description: 'Your tags on an item', validate: { params: itemPath } },
    handler: async (request) => ({ tags: await tagsOnPage(request.ctx, itemId(request)) }),
  }),
  route({
    method: 'POST',
    path: '/api/local-workspace/items/{item_id}/tags',
    rules: { access: can(tagPolicies.addToPage, 'item_id') },
    options: {
      id: 'items.tag',
      description: 'Put a tag on an item, creating it when it is new',
      validate: { params: itemPath, payload: newTagBody },
    },
    handler: async (request) => {
      const { name, color } = tagInput(request);
      return { ok: true, ...(await tagPage(request.ctx, itemId(request), name, color)) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/local-workspace/items/{item_id}/tags/{tag_id}',
    rules: { access: can(tagPolicies.removeFromPage, 'item_id', { refs: [tagInPath] }) },
    options: {
      id: 'items.untag',
      description: 'Take a tag off an item',
      validate: { params: params({ item_id: id(), tag_id: id() }) },
    },
    handler: async (request) => {
      await untagPage(request.ctx, itemId(request), tagId(request));
      return { ok: true };
    },
  }),
];
