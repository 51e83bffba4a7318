// How access loads pages, walks their access roots, and knows who reads the files they refer to.
import type { AccessTree, ResourceType, Subject } from '../../core/access.ts';
import type { Ctx } from '../../core/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { visibleIds } from './reading.ts';
import { type PageRow, pageColumns } from './store.ts';

/** `columns` beyond those of lists, e.g. the content. */
function pageResource(columns: string[]): ResourceType {
  return {
    async load(ctx, id) {
      const query = ctx
        .db('pages')
        .where('pages.id', Number(id))
        .first(...pageColumns, ...columns);
      ctx.use(workspaces).joinEpoch(query, 'pages.workspace_id');
      const row = (await query) as (PageRow & { epoch: number }) | undefined;
      return row && subject(row);
    },
  };
}

function subject({ epoch, ...row }: PageRow & { epoch: number }): Subject {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    epoch,
    rootId: row.access_root_id,
    trashed: row.deleted_at !== null,
    lock: row.is_locked ? { by: row.locked_by } : null,
    row,
  };
}

export const pageResources: Record<string, ResourceType> = {
  page: pageResource([]),
  /** the same with its body, for routes that answer it */
  'page-content': pageResource(['pages.content']),
};

export const pageTree: AccessTree = {
  async node(ctx, id) {
    const row = await ctx
      .db('pages')
      .leftJoin('pages as parents', 'parents.id', 'pages.parent_id')
      .where('pages.id', id)
      .first('pages.id', 'pages.workspace_id', 'pages.permission_type', 'pages.created_by', {
        parent_root: 'parents.access_root_id',
      });
    return (
      row && {
        id: row.id,
        workspaceId: row.workspace_id,
        permissionType: row.permission_type,
        createdBy: row.created_by,
        parentRootId: row.parent_root,
      }
    );
  },
  async roots(ctx, workspaceIds) {
    const query = ctx
      .db('pages')
      .whereRaw('pages.access_root_id = pages.id')
      .select('id', { workspaceId: 'workspace_id' });
    return (workspaceIds === 'all' ? query : query.whereIn('workspace_id', workspaceIds)) as never;
  },
};

export const readersOfFiles = (ctx: Ctx, pageIds: number[]): Promise<Set<number>> => visibleIds(ctx, pageIds);
