// The local workspace as a file explorer: folders and pages of the active workspace, one level at a time.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded } from '../../../core/access.ts';
import type { Ctx } from '../../../core/context.ts';
import { id } from '../../../core/fields.ts';
import { type Route, route } from '../../../core/route.ts';
import { type ItemKey, type Page, pages, type TreeItem } from '../../pages/contract.ts';
import { type Workspace, workspaces } from '../../workspaces/contract.ts';
import { agoText } from '../ago.ts';
import { namesOf } from '../people.ts';

const folderRef = { in: 'query', name: 'folder', resource: 'page', role: 'viewer' } as const;
const SORTS = ['position', 'name', 'changed', 'kind'] as const;
type Sort = (typeof SORTS)[number];
const SHOWN = 500;
const KIND_ORDER = ['folder', 'page', 'collection', 'file'];

const orders: Record<Sort, (a: ItemKey, b: ItemKey, compare: Intl.Collator) => number> = {
  position: (a, b) => a.position - b.position,
  name: (a, b, { compare }) => compare(a.title, b.title),
  changed: (a, b) => b.updated_at.localeCompare(a.updated_at),
  kind: (a, b, { compare }) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || compare(a.title, b.title),
};

interface Wanted {
  sort: Sort;
  page: number;
}

async function rowsOf(ctx: Ctx, workspaceId: number, folder: Page | null, { sort, page }: Wanted) {
  const collator = new Intl.Collator(ctx.locale, { numeric: true, sensitivity: 'base' });
  const { items, total } = await ctx.use(pages).items(ctx, workspaceId, folder?.id ?? null, {
    compare: (a, b) => orders[sort](a, b, collator),
    limit: SHOWN,
    offset: (page - 1) * SHOWN,
  });
  const uploads = items.filter(({ kind }) => kind === 'file').map(({ id: upload }) => upload);
  const [names, pictures] = await Promise.all([
    namesOf(
      ctx,
      items.map(({ updated_by }) => updated_by),
    ),
    ctx.use(pages).pictures(ctx, uploads),
  ]);
  const rows = items.map((item) => ({
    ...item,
    sign: item.page_icon,
    picture: pictures.get(item.id),
    href: item.kind === 'folder' ? `/local-workspace?folder=${item.id}` : `/pages/${item.id}`,
    at: agoText(ctx, item.updated_at),
    by: names.get(item.updated_by ?? 0) ?? '',
  }));
  return { rows, total };
}

/** Addresses of the windows beside the one that is shown; null where none of them is needed. */
function turns(folder: Page | null, { sort, page }: Wanted, total: number) {
  if (total <= SHOWN) return null;
  const address = (to: number) => {
    const query = new URLSearchParams({ ...(folder && { folder: String(folder.id) }), sort, page: String(to) });
    return `/local-workspace?${query}`;
  };
  return {
    first: (page - 1) * SHOWN + 1,
    last: Math.min(page * SHOWN, total),
    before: page > 1 ? address(page - 1) : '',
    after: page * SHOWN < total ? address(page + 1) : '',
  };
}

interface Branch extends TreeItem {
  depth: number;
  open: boolean;
}

/** What holds other things, opened along the folder that is shown. */
async function folders(ctx: Ctx, workspaceId: number, trail: number[]): Promise<Branch[]> {
  const service = ctx.use(pages);
  const levels = await Promise.all(
    [null, ...trail].map(async (parent) => [parent, await service.children(ctx, workspaceId, parent)] as const),
  );
  const byParent = new Map(levels);
  const branch = (parent: number | null, depth: number): Branch[] =>
    (byParent.get(parent) ?? [])
      .filter(({ kind, has_children }) => kind === 'folder' || has_children)
      .flatMap((item) => {
        const open = item.id === trail[depth];
        return [{ ...item, depth: Math.min(depth, 6), open }, ...(open ? branch(item.id, depth + 1) : [])];
      });
  return branch(null, 0);
}

async function roleIn(ctx: Ctx, workspaceId: number, active: Workspace | null): Promise<Workspace['role'] | null> {
  if (active?.id === workspaceId) return active.role;
  return (await ctx.use(workspaces).mine(ctx)).find((one) => one.id === workspaceId)?.role ?? null;
}

async function view(request: Request) {
  const { ctx } = request;
  const { messages } = ctx.app;
  const folder = request.query.folder ? loaded<Page>(request, 'folder') : null;
  const active = await ctx.use(workspaces).active(ctx, request);
  const workspaceId = folder?.workspace_id ?? active?.id;
  if (workspaceId === undefined) return null;
  const wanted = request.query as unknown as Wanted;
  const steps = folder ? await ctx.use(pages).breadcrumb(ctx, folder) : [];
  const trail = steps.map((step) => step.id);
  const [{ rows, total }, branches, role] = await Promise.all([
    rowsOf(ctx, workspaceId, folder, wanted),
    folders(ctx, workspaceId, trail),
    roleIn(ctx, workspaceId, active),
  ]);
  const all = messages.text(ctx.locale, 'web.explorer.all');
  return {
    title: folder ? folder.title : all,
    folder,
    workspaceId,
    items: rows,
    total,
    turns: turns(folder, wanted, total),
    branches,
    sort: wanted.sort,
    sorts: SORTS,
    isOwner: role === 'owner',
    canEdit: role !== null && atLeast(role, 'editor'),
    uploadMb: ctx.app.settings.UPLOAD_MAX_MB,
    breadcrumb: [
      folder ? { title: all, href: '/local-workspace' } : { title: all },
      ...steps.map((step) =>
        step.id === folder?.id
          ? { title: step.title }
          : { title: step.title, href: `/local-workspace?folder=${step.id}` },
      ),
    ],
  };
}

export const explorerRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/local-workspace',
    rules: { access: { list: true, resource: 'page', refs: [folderRef] }, html: true },
    options: {
      id: 'web.local-workspace',
      validate: {
        query: Joi.object({
          folder: id(),
          // An order nobody knows is no reason to refuse a page.
          sort: Joi.string()
            .custom((given) => (SORTS.includes(given) ? given : 'position'))
            .default('position'),
          page: Joi.number().integer().min(1).max(100_000).default(1).failover(1),
        }),
      },
    },
    handler: async (request, h) => {
      const values = await view(request);
      if (values) return h.view('web/local-workspace', values);
      const { app, locale } = request.ctx;
      return h.view('web/no-workspace', { title: app.messages.text(locale, 'web.none.title') });
    },
  }),
];
