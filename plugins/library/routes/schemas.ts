// What requests of the library carry.
import Joi from 'joi';
import { inQuery } from '../../../core/http/policy.ts';
import type { Access } from '../../../core/http/route.ts';
import { id, name } from '../../../core/http/schema-fields.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { ACTS } from '../bulk.ts';
import { LISTS, REVERSED_SORTS, SORTS, TABS } from '../tabs.ts';

export const libraryTabSchema = Joi.valid(...TABS);
export const libraryListSchema = Joi.valid(...LISTS);
const text = () => Joi.string().allow('').max(200);
const TAG_MAX = 100;
const KINDS = ['page', 'collection', 'file', 'folder'];

export const tagField = (): Joi.StringSchema =>
  name(TAG_MAX)
    .pattern(/^[^,]*$/)
    .messages({ 'string.pattern.base': '{{#label}} must be one line of text without commas' });

/** What a tab is narrowed to. */
export const narrowing = {
  owner: text().default(''),
  repo: text().default(''),
  workspace_id: id(),
  tag: id().description('a tag of yours'),
  with_tag: id().description('another tag that they carry, too'),
  kind: Joi.valid(...KINDS),
  q: text().trim().description('words of the title'),
  sort: Joi.valid(...SORTS, ...REVERSED_SORTS).description('with a minus sign before it, turned round'),
};

export const window = {
  page: Joi.number().integer().min(1).max(100_000).default(1),
  limit: Joi.number().integer().min(1).max(100).default(50),
};

/** The lists are those of the actor; a workspace that is named is one that they see. */
export const listAccess: Access = {
  list: true,
  resource: 'page',
  refs: [inQuery('workspace_id', workspacePolicies.view)],
};

export const filterBody = Joi.object({
  name: name(100).required(),
  query: Joi.object({ tab: libraryTabSchema.required(), ...narrowing }).required(),
});

export const bulkBody = Joi.object({
  action: Joi.valid(...ACTS).required(),
  page_ids: Joi.array().items(id()).min(1).max(100).unique().required(),
  tag: tagField().description('needed to add or remove a tag'),
});
