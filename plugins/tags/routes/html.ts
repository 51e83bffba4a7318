// Tags for people: all of one's own with their colours, and forms that work without scripts.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { can, inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import { mergeTags } from '../merging.ts';
import { nextTone, paletteTone, TAG_COLORS } from '../palette-color.ts';
import { tagPolicies } from '../policies.ts';
import { changeTag, createTag, ownTagNamed, ownTags, removeTag, tagPage, untagPage } from '../service.ts';
import type { TagRow } from '../store.ts';
import { tagColor, tagName, tidyName } from '../tag.ts';

const own = can(tagPolicies.manage, 'tag_id');
const tagPath = params({ tag_id: id() });
const form = { allow: ['application/x-www-form-urlencoded'] };
const csrf = Joi.string().allow('');
const tagId = (request: Request): number => Number(request.params.tag_id);
/** To the list, at one of its tags. */
const toTags = (h: ResponseToolkit, at?: number) => h.redirect(at ? `/tags#tag-${at}` : '/tags').code(303);
/** So many are found at a glance. */
const UNSEARCHED = 8;
const SORTS = ['name', 'count'] as const;

interface Asked {
  q?: string;
  sort?: (typeof SORTS)[number];
  merged?: number;
}

interface View {
  message?: string;
  faults?: Record<string, string>;
  typed?: Record<string, string>;
  /** a tag was to have the name of another one, with which it can be merged */
  merging?: { from: TagRow; into: TagRow };
}

async function list(request: Request, h: ResponseToolkit, shown: View = {}) {
  const { ctx } = request;
  const title = ctx.app.messages.text(ctx.locale, 'tags.title');
  const all = (await ownTags(ctx)).map((tag) => ({ ...tag, tone: paletteTone(tag.color) }));
  const { q = '', sort = 'name', merged } = request.query as Asked;
  const found = all.filter(({ name }) => uniqueKey(name).includes(uniqueKey(q)));
  const tags = sort === 'count' ? found.sort((a, b) => b.count - a.count) : found;
  const search = {
    q,
    sort,
    sorts: SORTS,
    left: all.find(({ id: one }) => one === merged),
    total: all.length,
    isSearched: q !== '' || all.length > UNSEARCHED,
  };
  const colours = { palette: TAG_COLORS, toneOf: paletteTone, fresh: nextTone(all.map(({ color }) => color)) };
  const { message = '', faults = {}, typed = {}, merging } = shown;
  const said = { message, faults, typed, merging };
  return h.view('tags/list', { title, tags, ...search, ...colours, ...said });
}

/** A refused change of a known tag says why above the list; a refused new one beside its field. */
const again: ShowAgain = async (request, h, { message, faults, typed }) => {
  if (!request.params.tag_id) return list(request, h, { message, faults, typed });
  const from = loaded<TagRow>(request, 'tag_id');
  const into = typed.name ? await ownTagNamed(request.ctx, tidyName(typed.name)) : undefined;
  // What else is wrong is mended first.
  const merging = into && into.id !== from.id && !faults.color ? { from, into } : undefined;
  return list(request, h, { message: message || `${typed.name}: ${faults.name ?? faults.color ?? ''}`, merging });
};

export const tagPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/tags',
    rules: { access: { list: true, resource: 'tag' }, html: true },
    options: {
      id: 'tags.page',
      validate: {
        query: Joi.object({
          q: Joi.string().allow('').max(200).description('words of the name'),
          sort: Joi.valid(...SORTS),
          merged: id().description('what is left of two tags'),
        }),
      },
    },
    handler: (request, h) => list(request, h),
  }),
  route({
    method: 'POST',
    path: '/tags',
    rules: { access: { member: true }, form: true, html: true, refused: again },
    options: {
      id: 'tags.add-by-form',
      payload: form,
      validate: { payload: Joi.object({ name: tagName().required(), color: tagColor(), csrf }).required() },
    },
    handler: async (request, h) => {
      const { name, color } = request.payload as { name: string; color?: string };
      const { id: made } = await createTag(request.ctx, tidyName(name), color);
      return toTags(h, made);
    },
  }),
  route({
    method: 'POST',
    path: '/tags/{tag_id}',
    rules: { access: own, form: true, html: true, refused: again },
    options: {
      id: 'tags.change-by-form',
      payload: form,
      validate: {
        params: tagPath,
        payload: Joi.object({
          name: tagName().required(),
          color: tagColor().required(),
          from: Joi.valid('pages').description('the page of its pages'),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { name, color, from } = request.payload as { name: string; color: string; from?: 'pages' };
      await changeTag(request.ctx, tagId(request), { name: tidyName(name), color });
      return from ? h.redirect(`/tags/${tagId(request)}`).code(303) : toTags(h, tagId(request));
    },
  }),
  route({
    method: 'POST',
    path: '/tags/{tag_id}/merge',
    rules: {
      access: can(tagPolicies.manage, 'tag_id', { refs: [inBody('into', tagPolicies.manage)] }),
      form: true,
      html: true,
    },
    options: {
      id: 'tags.merge-by-form',
      payload: form,
      validate: { params: tagPath, payload: Joi.object({ into: id().required(), csrf }).required() },
    },
    handler: async (request, h) => {
      const { into } = request.payload as { into: number };
      await mergeTags(request.ctx, tagId(request), into);
      return h.redirect(`/tags?merged=${into}#tag-${into}`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/tags/{tag_id}/delete',
    rules: { access: own, form: true, html: true },
    options: { id: 'tags.delete-by-form', payload: form, validate: { params: tagPath } },
    handler: async (request, h) => {
      await removeTag(request.ctx, tagId(request));
      return toTags(h);
    },
  }),
  route({
    method: 'POST',
    path: '/tags/pages/{page_id}',
    rules: { access: can(tagPolicies.addToPage, 'page_id'), form: true, html: true },
    options: {
      id: 'tags.put-by-form',
      payload: form,
      validate: {
        params: params({ page_id: id() }),
        payload: Joi.object({ name: tagName().required(), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const pageId = Number(request.params.page_id);
      await tagPage(request.ctx, pageId, tidyName((request.payload as { name: string }).name));
      return h.redirect(`/pages/${pageId}`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/tags/pages/{page_id}/remove',
    rules: {
      access: can(tagPolicies.removeFromPage, 'page_id', { refs: [inBody('tag_id', tagPolicies.manage)] }),
      form: true,
      html: true,
    },
    options: {
      id: 'tags.take-off-by-form',
      payload: form,
      validate: {
        params: params({ page_id: id() }),
        payload: Joi.object({ tag_id: id().required(), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const pageId = Number(request.params.page_id);
      await untagPage(request.ctx, pageId, (request.payload as { tag_id: number }).tag_id);
      return h.redirect(`/pages/${pageId}`).code(303);
    },
  }),
];
