// What may be done to pages from a list or the tree, by the policies that the routes behind its menus go by.
import { membershipSource, type Subject } from '../../../core/access/access-control.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';

const { edit, addBelow, move, trash } = pagePolicies;
const ACTIONS = { rename: edit, add: addBelow, move, trash };

export type PageAction = keyof typeof ACTIONS;

/** What rights on a live page rest on. */
export type RightsRow = Pick<PageRow, 'id' | 'kind' | 'access_root_id' | 'is_locked' | 'locked_by'>;

/** What is not its own: it has the rights of the workspace, and nobody locks it. */
const PLAIN: RightsRow = { id: 0, kind: 'page', access_root_id: null, is_locked: 0, locked_by: null };

export const hasOwnRights = ({ kind, access_root_id, is_locked }: RightsRow): boolean =>
  kind === 'file' || access_root_id !== null || Boolean(is_locked);

export interface PageActions {
  /** on all pages that are not in `own` */
  plain: PageAction[];
  own: Map<number, PageAction[]>;
}

/** The actor sees these pages of a workspace. */
export async function pageActions(ctx: Ctx, workspaceId: number, rows: RightsRow[]): Promise<PageActions> {
  const { actor } = ctx;
  const homes = actor.type === 'user' ? await ctx.app.use(membershipSource).homes(ctx, actor.id) : [];
  const epoch = homes.find((home) => home.workspaceId === workspaceId)?.epoch ?? 0;
  const subject = ({ id, access_root_id: rootId, is_locked, locked_by: by }: RightsRow): Subject => ({
    ...{ id, workspaceId, epoch, rootId, lock: is_locked ? { by } : null, row: {} },
    ...(id && { pageId: id }),
  });
  const others = rows.filter(hasOwnRights);
  const [plain = [], ...found] = await ctx.app.access.permitted(ctx, ACTIONS, [PLAIN, ...others].map(subject));
  const own = others.map(({ id, kind }, at): [number, PageAction[]] => {
    const open = found[at] ?? [];
    // Nothing lies below a file.
    return [id, kind === 'file' ? open.filter((name) => name !== 'add') : open];
  });
  return { plain, own: new Map(own) };
}

export const actionsOn = ({ plain, own }: PageActions, id: number): PageAction[] => own.get(id) ?? plain;
