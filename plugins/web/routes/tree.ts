// The tree of the active workspace as a page, and its trash.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access.ts';
import { id } from '../../../core/fields.ts';
import { momentText } from '../../../core/moment.ts';
import { type Route, route } from '../../../core/route.ts';
import { type Page, pages } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';

const TRASH = 200;
const folderRef = { in: 'query', name: 'folder', resource: 'page', role: 'viewer' } as const;

const active = (request: Request) => request.ctx.use(workspaces).active(request.ctx, request);
const editable = (role: string | undefined): boolean => role === 'editor' || role === 'owner';

export const treeRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/local-workspace',
    rules: { access: { list: true, resource: 'page', refs: [folderRef] }, html: true },
    options: { id: 'web.local-workspace', validate: { query: Joi.object({ folder: id() }) } },
    handler: async (request, h) => {
      const { ctx } = request;
      const folder = request.query.folder ? loaded<Page>(request, 'folder') : null;
      const workspace = await active(request);
      if (!folder && !workspace) return h.view('web/no-workspace', { title: 'No workspace' });
      const service = ctx.use(pages);
      const workspaceId = folder?.workspace_id ?? (workspace?.id as number);
      const [items, steps] = await Promise.all([
        service.children(ctx, workspaceId, folder?.id ?? null),
        folder ? service.breadcrumb(ctx, folder) : [],
      ]);
      return h.view('web/local-workspace', {
        title: folder?.title ?? workspace?.name ?? 'Pages',
        folder,
        items,
        canEdit: editable(workspace?.role),
        breadcrumb: [
          { title: 'All pages', href: '/local-workspace' },
          ...steps.map((step) => ({ title: step.title, href: `/local-workspace?folder=${step.id}` })),
        ],
      });
    },
  }),
  route({
    method: 'GET',
    path: '/trash',
    rules: { access: { list: true, resource: 'page' }, html: true },
    options: {
      id: 'web.trash',
      validate: {
        query: Joi.object({
          owner: Joi.string().allow('').max(200).default(''),
          repo: Joi.string().allow('').max(200).default(''),
        }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { owner, repo } = request.query as { owner: string; repo: string };
      const workspace = await active(request);
      // Until forges come, the only project is the active workspace; any other name is an empty list.
      const known = !owner && !repo ? true : repo === workspace?.slug;
      const list = workspace && known ? await ctx.use(pages).trashed(ctx, workspace.id, TRASH) : [];
      return h.view('web/trash', {
        title: 'Trash',
        days: ctx.app.settings.TRASH_DAYS,
        canEdit: editable(workspace?.role),
        isOwner: workspace?.role === 'owner',
        pages: list.map((page) => ({ ...page, at: momentText(ctx, page.deleted_at ?? page.updated_at) })),
      });
    },
  }),
];
