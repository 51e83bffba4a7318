// What speaks of a page: links with the sentences around them, and mentions that could become links; and its preview.

import Joi from 'joi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import { can, inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import { blocksPlainText } from '../../blocks/plain-text.ts';
import { linkableIn, linkedFrom, linkMentionIn, unlinkedMentions } from '../content/backlinks.ts';
import { storedBlocks } from '../content/page-body.ts';
import { embeddedSource } from '../extension-points.ts';
import { coverImage } from '../files/cover-address.ts';
import { picturesOf } from '../files/file-preview.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { show } from '../tree/sidebar.ts';
import { pagePath } from './browser.ts';

const LINES = 4;
const LINE_MAX = 200;

export const linkRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/pages/{page_id}/links',
    rules: { access: can(pagePolicies.view, 'page_id'), html: true },
    options: { id: 'pages.links', validate: { params: pagePath, query: Joi.object({}) } },
    handler: async (request, h) => {
      const { ctx } = request;
      const row = loaded<PageRow>(request, 'page_id');
      const { breadcrumb } = await show(request, row);
      const [linked, named, shown = []] = await Promise.all([
        linkedFrom(ctx, row.id),
        unlinkedMentions(ctx, row),
        ctx.find(embeddedSource)?.shownOn(ctx, row.id),
      ]);
      const title = ctx.app.messages.text(ctx.locale, 'pages.links.title');
      return h.view('pages/links', {
        title: `${title}: ${row.title}`,
        breadcrumb: [
          ...breadcrumb.map((step) => ({ ...step, href: step.href || `/pages/${row.id}` })),
          { title, href: '' },
        ],
        page: row,
        editable: atLeast(await roleHere(request, 'page_id'), 'editor'),
        linked,
        shown: shown.flat(),
        named,
        writable: await linkableIn(ctx, named),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/links',
    rules: {
      access: can(pagePolicies.view, 'page_id', { refs: [inBody('source_page_id', pagePolicies.edit)] }),
      form: true,
      html: true,
    },
    options: {
      id: 'pages.link-mention',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: { params: pagePath, payload: Joi.object({ source_page_id: id().required(), csrf }) },
    },
    handler: async (request, h) => {
      const row = loaded<PageRow>(request, 'page_id');
      await linkMentionIn(request.ctx, row, (request.payload as { source_page_id: number }).source_page_id);
      return h.redirect(`/pages/${row.id}/links`).code(303);
    },
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/preview',
    rules: { access: can(pagePolicies.read, 'page_id') },
    options: {
      id: 'pages.preview',
      description: 'Title, icon, a small picture and first lines of a page, for a preview of a link to it',
      validate: { params: pagePath },
    },
    handler: async (request) => {
      const row = loaded<PageRow>(request, 'page_id');
      const lines = blocksPlainText(storedBlocks(row)).split('\n').slice(0, LINES);
      const { id: page, title, kind, page_icon, cover_url } = row;
      const picture = kind === 'file' ? (await picturesOf(request.ctx, [page])).get(page) : coverImage(cover_url, 320);
      return {
        id: page,
        title,
        kind,
        page_icon,
        picture: picture ?? '',
        lines: lines.map((line) => line.slice(0, LINE_MAX)),
      };
    },
  }),
];
