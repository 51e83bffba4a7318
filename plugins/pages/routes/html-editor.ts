// Writing pages without scripts: forms that take Markdown and never lose what was typed.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, title } from '../../../core/http/schema-fields.ts';
import { blocksToMarkdown } from '../../blocks/markdown/serialize.ts';
import { blocksFromMarkdown } from '../content/custom-emoji.ts';
import { linksFor } from '../content/link-resolver.ts';
import { withFlushedContent } from '../content/live-document.ts';
import { startOf } from '../content/new-page-content.ts';
import { storedBlocks } from '../content/page-body.ts';
import { savePage } from '../content/update-page.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { activeWorkspace, typedParent } from '../tree/new-page-place.ts';
import { createPage } from '../tree/page-tree.ts';
import { catalogText, show, sidebarTitle } from '../tree/sidebar.ts';
import { PAGE_BODY_MAX, pageId, pagePath } from './browser.ts';
import { toPage } from './html-forms.ts';

const markdownField = () => Joi.string().allow('').max(PAGE_BODY_MAX);
const formBody = { maxBytes: PAGE_BODY_MAX, allow: ['application/x-www-form-urlencoded'] };

interface NewForm extends Partial<Pick<Refusal, 'message' | 'faults'>> {
  parent: PageRow | null;
  kind: string;
  name?: string;
  text?: string;
}

async function newForm(request: Request, h: ResponseToolkit, { parent, ...form }: NewForm) {
  if (parent) await show(request, parent);
  return h.view('pages/new', {
    title: catalogText(request.ctx, form.kind === 'folder' ? 'pages.new_folder' : 'pages.new_page'),
    name: '',
    text: '',
    message: '',
    faults: {},
    ...form,
    parent,
  });
}

const newAgain: ShowAgain = async (request, h, { message, faults, typed }) => {
  return newForm(request, h, {
    parent: await typedParent(request.ctx, typed.parent_id),
    kind: typed.kind === 'folder' ? 'folder' : 'page',
    name: typed.title,
    text: typed.markdown,
    message,
    faults,
  });
};

async function editForm(request: Request, h: ResponseToolkit, row: PageRow, refusal?: Refusal) {
  const { ctx } = request;
  const blocks = storedBlocks(row);
  const { breadcrumb } = await show(request, row);
  const saved = blocksToMarkdown(blocks, await linksFor(ctx, row.workspace_id, blocks));
  const conflict = refusal?.problem.code === 'version_conflict';
  return h.view('pages/edit', {
    title: `${sidebarTitle(ctx, row)} · ${catalogText(ctx, 'pages.edit_title')}`,
    page: row,
    name: refusal?.typed.title ?? row.title,
    text: refusal?.typed.markdown ?? saved,
    theirs: conflict ? saved : null,
    // After a conflict both texts are on the page, so the next save is meant for the version shown beside it.
    version: conflict ? row.sync_version : (refusal?.typed.sync_version ?? row.sync_version),
    message: conflict ? catalogText(ctx, 'pages.edit_conflict') : (refusal?.message ?? ''),
    faults: refusal?.faults ?? {},
    breadcrumb,
  });
}

/** Also for a page that was locked in the meantime: what was typed must stay within reach. */
const editAgain: ShowAgain = async (request, h, refusal) => {
  const row = await withFlushedContent(request.ctx, loaded<PageRow>(request, 'page_id'));
  return editForm(request, h, row, refusal);
};

export const writingRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/pages/new',
    rules: { access: { member: true, refs: [inQuery('parent_id', pagePolicies.addBelow)] }, html: true },
    options: {
      id: 'pages.new-form',
      validate: { query: Joi.object({ parent_id: id(), kind: Joi.valid('page', 'folder').default('page') }) },
    },
    handler: (request, h) => {
      const parent = request.query.parent_id ? loaded<PageRow>(request, 'parent_id') : null;
      return newForm(request, h, { parent, kind: String(request.query.kind) });
    },
  }),
  route({
    method: 'POST',
    path: '/pages/new',
    rules: {
      access: { member: true, refs: [inBody('parent_id', pagePolicies.addBelow)] },
      form: true,
      html: true,
      refused: newAgain,
    },
    options: {
      id: 'pages.new',
      payload: formBody,
      validate: {
        payload: Joi.object({
          parent_id: id().empty(''),
          kind: Joi.valid('page', 'folder').default('page'),
          title: title().required(),
          markdown: markdownField().default(''),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { parent_id, kind, ...typed } = request.payload as {
        parent_id?: number;
        kind: 'page' | 'folder';
        title: string;
        markdown: string;
      };
      const parent = parent_id ? loaded<PageRow>(request, 'parent_id') : null;
      const workspaceId = parent?.workspace_id ?? (await activeWorkspace(ctx, request));
      const place = { parentId: parent?.id ?? null, title: typed.title };
      const isBlank = kind === 'page' && !typed.markdown.trim();
      const blocks =
        (isBlank && (await startOf(ctx, { workspaceId, ...place }))) ||
        (await blocksFromMarkdown(ctx, { workspace_id: workspaceId }, typed.markdown));
      const page = await createPage(ctx, { workspaceId, kind, ...place, blocks });
      return toPage(h, page.id);
    },
  }),
  route({
    method: 'GET',
    path: '/pages/{page_id}/edit',
    rules: { access: can(pagePolicies.editContent, 'page_id'), html: true },
    options: { id: 'pages.edit-form', validate: { params: pagePath } },
    handler: async (request, h) =>
      editForm(request, h, await withFlushedContent(request.ctx, loaded<PageRow>(request, 'page_id'))),
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/edit',
    rules: { access: can(pagePolicies.editContent, 'page_id'), form: true, html: true, refused: editAgain },
    options: {
      id: 'pages.edit',
      payload: formBody,
      validate: {
        params: pagePath,
        payload: Joi.object({
          title: title().required(),
          markdown: markdownField().required(),
          sync_version: Joi.number().integer().required(),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const {
        title: name,
        markdown,
        sync_version,
      } = request.payload as {
        title: string;
        markdown: string;
        sync_version: number;
      };
      const blocks = await blocksFromMarkdown(request.ctx, loaded<PageRow>(request, 'page_id'), markdown);
      const change = { title: name, blocks, expected: sync_version };
      await savePage(request.ctx, pageId(request), change);
      return toPage(h, pageId(request));
    },
  }),
];
