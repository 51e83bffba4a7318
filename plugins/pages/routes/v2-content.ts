// Bodies of pages in the public API: as blocks and as Markdown, in and out.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { expectedVersion, versioned } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params, title } from '../../../core/http/schema-fields.ts';
import { blocksFromMarkdown } from '../content/custom-emoji.ts';
import { withFlushedContent } from '../content/live-document.ts';
import { pageContent } from '../content/page-body.ts';
import { bodyMarkdown, type MarkdownPatch, patchMarkdown } from '../content/page-markdown.ts';
import { type Save, savePage } from '../content/update-page.ts';
import { pagePolicies } from '../policies.ts';
import { wholePage, wholePageSchema } from '../present.ts';
import type { PageRow } from '../store.ts';
import { body, bodyOfRequest, oneForm, PAGE_BODY_MAX } from './browser.ts';

const one = { params: params({ id: id() }) };
const pageId = (request: Request): number => Number(request.params.id);
const pageOf = (request: Request): PageRow => loaded<PageRow>(request, 'id');

const contentSchema = Joi.object({
  id: Joi.number().integer().required(),
  title: Joi.string().required().allow(''),
  blocks: Joi.array().items(Joi.object().unknown()).required(),
  sync_version: Joi.number().integer().required(),
}).meta({ title: 'PageContent' });

const markdown = () => Joi.string().allow('').max(PAGE_BODY_MAX);

async function save(request: Request, h: Parameters<typeof versioned>[1], change: Omit<Save, 'expected'>) {
  const page = await savePage(request.ctx, pageId(request), { ...change, expected: expectedVersion(request) });
  return versioned(request, h, await wholePage(request.ctx, page));
}

export const contentRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/content',
    rules: { access: can(pagePolicies.read, 'id'), subtree: true },
    options: {
      id: 'content.get',
      description: 'Title and blocks of a page',
      validate: one,
      response: { schema: contentSchema },
    },
    handler: async (request, h) => {
      const row = await withFlushedContent(request.ctx, pageOf(request));
      return versioned(request, h, pageContent(row) as never);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/pages/{id}/content',
    rules: { access: can(pagePolicies.editContent, 'id'), subtree: true },
    options: {
      id: 'content.put',
      description: 'Save the body of a page as one version',
      payload: { maxBytes: PAGE_BODY_MAX },
      validate: {
        ...one,
        payload: Joi.object({ title: title(), note: Joi.string().allow('').max(500), ...body })
          .meta(oneForm)
          .required(),
      },
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) => {
      const {
        title: name,
        note,
        ...rest
      } = request.payload as { title?: string; note?: string; blocks?: unknown; markdown?: string };
      return save(request, h, { title: name, note, blocks: await bodyOfRequest(request.ctx, pageOf(request), rest) });
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/markdown',
    rules: { access: can(pagePolicies.read, 'id'), subtree: true },
    options: {
      id: 'markdown.get',
      description: 'The body as Markdown (text/markdown)',
      validate: one,
      plugins: { api: { versioned: true, produces: 'text/markdown' } },
    },
    handler: async (request, h) => {
      const row = await withFlushedContent(request.ctx, pageOf(request));
      delete request.headers['if-none-match'];
      return h
        .response(await bodyMarkdown(request.ctx, row))
        .type('text/markdown')
        .header('etag', `"v${row.sync_version}"`);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/pages/{id}/markdown',
    rules: { access: can(pagePolicies.editContent, 'id'), subtree: true },
    options: {
      id: 'markdown.put',
      description: 'Replace the body by Markdown',
      payload: { maxBytes: PAGE_BODY_MAX },
      validate: {
        ...one,
        payload: Joi.object({ markdown: markdown().required(), note: Joi.string().allow('').max(500) }).required(),
      },
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) => {
      const { markdown: text, note } = request.payload as { markdown: string; note?: string };
      return save(request, h, { note, blocks: await blocksFromMarkdown(request.ctx, pageOf(request), text) });
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/pages/{id}/markdown',
    rules: { access: can(pagePolicies.editContent, 'id'), subtree: true },
    options: {
      id: 'markdown.patch',
      description:
        'Add Markdown before or after the body, replace it, or find words and replace them; all but `replace` keep the ids of blocks',
      payload: { maxBytes: PAGE_BODY_MAX },
      validate: {
        ...one,
        payload: Joi.object({
          append: markdown(),
          prepend: markdown(),
          replace: markdown().description('the whole body'),
          find: Joi.string().min(1).max(10_000).description('words within one block, to the letter'),
          with: Joi.string()
            .allow('')
            .max(100_000)
            .description('plain text in their place, with `find`; empty: they go'),
          all: Joi.boolean().description('every place, not only the first'),
          note: Joi.string().allow('').max(500),
        })
          .required()
          .example({ append: '## Decisions\n\n- We begin on Monday' }),
      },
      response: { schema: wholePageSchema },
    },
    handler: async (request, h) => {
      const { note, ...patch } = request.payload as MarkdownPatch & { note?: string };
      const expected = expectedVersion(request);
      const page = await patchMarkdown(request.ctx, pageOf(request), patch, { note, expected });
      return versioned(request, h, await wholePage(request.ctx, page));
    },
  }),
];
