// The local workspace as a file explorer: folders and pages of the active workspace, one level at a time.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded, roleSuffices, subjectOf } from '../../../core/access/access-control.ts';
import { inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { agoText } from '../../../core/i18n/relative-time.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type ItemKey, type LevelWindow, type Page, pagePolicies, pages, type TreeItem } from '../../pages/contract.ts';
import { type Workspace, workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { personNames } from '../person-names.ts';

const pageRef = (name: string) => inQuery(name, pagePolicies.view);
const SORTS = ['position', 'name', 'changed', 'kind'] as const;
type Sort = (typeof SORTS)[number];
const SHOWN = 100;
/** Of one level in the pane of folders. */
const FOLDERS_SHOWN = 100;
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
  /** words of the titles that are shown */
  q: string;
}

async function rowsOf(ctx: Ctx, workspaceId: number, folder: Page | null, { sort, page, q }: Wanted) {
  const collator = new Intl.Collator(ctx.locale, { numeric: true, sensitivity: 'base' });
  const { items, total } = await ctx.use(pages).items(ctx, workspaceId, folder?.id ?? null, {
    compare: (a, b) => orders[sort](a, b, collator),
    limit: SHOWN,
    offset: (page - 1) * SHOWN,
    q,
  });
  const uploads = items.filter(({ kind }) => kind === 'file').map(({ id: upload }) => upload);
  const [names, pictures] = await Promise.all([
    personNames(
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

const addressOf = (folder: Page | null, { sort, q }: Wanted, more: Record<string, string>): string =>
  `/local-workspace?${new URLSearchParams({ ...(folder && { folder: String(folder.id) }), sort, ...(q && { q }), ...more })}`;

/** Addresses of the windows beside the one that is shown; null where none of them is needed. */
function turns(folder: Page | null, wanted: Wanted, total: number) {
  if (total <= SHOWN) return null;
  const { page } = wanted;
  const address = (to: number) => addressOf(folder, wanted, { page: String(to) });
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

/** A line that leads to other folders of its level. */
interface MoreFolders {
  more: 'earlier' | 'more';
  href: string;
  depth: number;
}

/** Which part of the level inside `parent` is shown: the one that was asked for, or one with the folder that is open. */
async function folderLevel(request: Request, workspaceId: number, parent: number | null, open: number | undefined) {
  const { ctx, query } = request;
  const part = (beside: Partial<LevelWindow>) =>
    ctx.use(pages).level(ctx, workspaceId, parent, { limit: FOLDERS_SHOWN, holders: true, ...beside });
  for (const side of ['after', 'before'] as const) {
    const asked = query[`folders_${side}`] ? loaded<Page>(request, `folders_${side}`) : undefined;
    if (asked?.workspace_id === workspaceId && asked.parent_id === parent) return part({ [side]: asked.id });
  }
  const first = await part({});
  const isOpenLater = open !== undefined && first.hasMore && !first.items.some((item) => item.id === open);
  return isOpenLater ? part({ from: open }) : first;
}

/** What holds other things, opened along the folder that is shown, each level in parts. */
async function folders(request: Request, workspaceId: number, trail: number[]): Promise<(Branch | MoreFolders)[]> {
  const folder = request.query.folder ? loaded<Page>(request, 'folder') : null;
  const wanted = request.query as unknown as Wanted;
  const levels = await Promise.all(
    [null, ...trail].map((parent, depth) => folderLevel(request, workspaceId, parent, trail[depth])),
  );
  const branch = (at: number): (Branch | MoreFolders)[] => {
    const { items = [], hasEarlier, hasMore } = levels[at] ?? {};
    const depth = Math.min(at, 6);
    const beside = (more: MoreFolders['more'], name: string, item: TreeItem | undefined): MoreFolders[] =>
      item ? [{ more, href: addressOf(folder, wanted, { [name]: String(item.id) }), depth }] : [];
    return [
      ...beside('earlier', 'folders_before', hasEarlier ? items[0] : undefined),
      ...items.flatMap((item) => {
        const open = item.id === trail[at];
        return [{ ...item, depth, open }, ...(open ? branch(at + 1) : [])];
      }),
      ...beside('more', 'folders_after', hasMore ? items.at(-1) : undefined),
    ];
  };
  return branch(0);
}

async function roleIn(ctx: Ctx, workspaceId: number, active: Workspace | null): Promise<Workspace['role'] | null> {
  if (active?.id === workspaceId) return active.role;
  return (await ctx.use(workspaces).mine(ctx)).find((one) => one.id === workspaceId)?.role ?? null;
}

/** Into the folder that is shown. */
async function mayAddBelow(request: Request): Promise<boolean> {
  const [open] = await request.ctx.app.access.permitted(request.ctx, { add: pagePolicies.addBelow }, [
    subjectOf(request, 'folder'),
  ]);
  return open?.includes('add') ?? false;
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
    folders(request, workspaceId, trail),
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
    q: wanted.q,
    isFindable: total > SHOWN || wanted.q !== '',
    sorts: SORTS,
    isOwner: role === 'owner',
    canEdit: folder ? await mayAddBelow(request) : roleSuffices(role, workspacePolicies.addContent),
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
    rules: {
      access: { list: true, resource: 'page', refs: ['folder', 'folders_after', 'folders_before'].map(pageRef) },
      html: true,
    },
    options: {
      id: 'web.local-workspace',
      validate: {
        query: Joi.object({
          folder: id(),
          // An order nobody knows is no reason to refuse a page.
          sort: Joi.string()
            .custom((given) => (SORTS.includes(given) ? given : 'position'))
            .default('position'),
          q: Joi.string().trim().allow('').max(200).default(''),
          folders_after: id(),
          folders_before: id(),
          page: Joi.number().integer().min(1).max(100_000).default(1).failover(1),
        }).oxor('folders_after', 'folders_before'),
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
