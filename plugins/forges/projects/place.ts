// Which pages belong to a linked repository, for lists that are asked for by its owner and name.
import type { Ctx } from '../../../core/kernel/context.ts';
import { importRuns } from '../../importers/contract.ts';
import type { ProjectPlace } from '../../library/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { projectStore } from './store.ts';
import { projectImportPlace, SOURCE } from './sync.ts';

/** Undefined for one that is not linked with a workspace of the actor. */
export async function placeOfProject(ctx: Ctx, owner: string, name: string): Promise<ProjectPlace | undefined> {
  const mine = (await ctx.use(workspaces).mine(ctx)).map(({ id }) => id);
  const isNamed = (one: { owner: string; name: string }): boolean =>
    one.owner.toLowerCase() === owner.toLowerCase() && one.name.toLowerCase() === name.toLowerCase();
  const project = (await projectStore.of(ctx, mine)).find(isNamed);
  if (!project?.workspace_id) return undefined;
  const pages = ctx.use(importRuns).pagesFrom(ctx, project.workspace_id, SOURCE, projectImportPlace(project));
  // The folder itself came from nowhere.
  return {
    workspaceId: project.workspace_id,
    pages: pages.unionAll(ctx.db.raw('select ? as page_id', [project.page_id])),
  };
}
