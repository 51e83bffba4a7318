// Tags in the public API: those of the caller, and those of the caller on a page.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowIn, windowOf } from '../../../core/http/pagination.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { tagInPath, tagPolicies } from '../policies.ts';
import { tagSchema } from '../present.ts';
import {
  changeTag,
  createTag,
  listTags,
  NO_COLOR,
  presentTag,
  removeTag,
  tagPage,
  tagsOnPage,
  untagPage,
} from '../service.ts';
import type { TagRow } from '../store.ts';
import { givenIn, newTagBody, tagBody, tagInput } from './schemas.ts';

const own = can(tagPolicies.manage, 'id');
const one = { params: params({ id: id() }) };
const ok = Joi.object({ ok: Joi.valid(true).required() });
const idOf = (request: Request): number => Number(request.params.id);

async function untag(request: Request) {
  await untagPage(request.ctx, idOf(request), Number(request.params.tag_id ?? request.query.tag_id));
  return { ok: true } as never;
}

export const tagV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/tags',
    rules: { access: { list: true, resource: 'tag' } },
    options: {
      id: 'tags.list',
      description: "The caller's tags by name, with how many visible pages carry each",
      validate: { query: paging() },
      response: { schema: Joi.array().items(tagSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, await listTags(request.ctx, ...windowOf(request))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/tags',
    rules: { access: { member: true } },
    options: {
      id: 'tags.create',
      description: 'Create a tag; names are unique for each person, whatever their case',
      validate: { payload: newTagBody },
      response: { schema: tagSchema },
      plugins: { api: { statuses: [409] } },
    },
    handler: async (request) => {
      const { name, color } = tagInput(request);
      return (await createTag(request.ctx, name, color)) as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tags/{id}',
    rules: { access: own },
    options: {
      id: 'tags.get',
      description: "One of the caller's tags",
      validate: one,
      response: { schema: tagSchema },
    },
    handler: async (request) => (await presentTag(request.ctx, loaded<TagRow>(request, 'id'))) as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/tags/{id}',
    rules: { access: own },
    options: {
      id: 'tags.update',
      description: 'Rename or recolour a tag',
      validate: { ...one, payload: tagBody },
      response: { schema: tagSchema },
      plugins: { api: { statuses: [409] } },
    },
    handler: async (request) => (await changeTag(request.ctx, idOf(request), givenIn(request))) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/tags/{id}',
    rules: { access: own },
    options: {
      id: 'tags.delete',
      description: 'Delete a tag; pages only lose it',
      validate: one,
      response: { schema: ok },
    },
    handler: async (request) => {
      await removeTag(request.ctx, idOf(request));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/tags',
    rules: { access: can(tagPolicies.listOfPage, 'id') },
    options: {
      id: 'page-tags.list',
      description: "The caller's tags on a page, by name",
      validate: { ...one, query: paging() },
      response: { schema: Joi.array().items(tagSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, windowIn(request, await tagsOnPage(request.ctx, idOf(request)))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/tags',
    rules: { access: can(tagPolicies.addToPage, 'id') },
    options: {
      id: 'page-tags.add',
      description: 'Put a tag on a page by its name, creating it when it is new',
      validate: { ...one, payload: newTagBody },
      response: { schema: tagSchema },
    },
    handler: async (request) => {
      const { name, color } = tagInput(request);
      return (await tagPage(request.ctx, idOf(request), name, color ?? NO_COLOR)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}/tags',
    rules: { access: can(tagPolicies.removeFromPage, 'id', { refs: [inQuery('tag_id', tagPolicies.manage)] }) },
    options: {
      id: 'page-tags.remove',
      description: 'Take a tag off a page, named by `tag_id`',
      validate: { ...one, query: Joi.object({ tag_id: id().required() }) },
      response: { schema: ok },
    },
    handler: untag,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}/tags/{tag_id}',
    rules: { access: can(tagPolicies.removeFromPage, 'id', { refs: [tagInPath] }) },
    options: {
      id: 'page-tags.delete',
      description: 'Take a tag off a page',
      validate: { params: params({ id: id(), tag_id: id() }) },
      response: { schema: ok },
    },
    handler: untag,
  }),
];
