// Where a page came from, said below its title: the repository, the path there and the commit.
import type { Request } from '@hapi/hapi';
import { importRuns } from '../../importers/contract.ts';
import { repositoryAddress } from '../repositories/markdown-view.ts';
import { forgeOf } from './present.ts';
import { projectStore } from './store.ts';
import { projectImportPlace, SOURCE } from './sync.ts';

const COMMIT_SHOWN = 7;
/** Of pages in a workspace that has projects. */
export const PROJECT_MARK = 'projects';

export async function originSection(request: Request): Promise<Record<string, unknown>> {
  const { ctx } = request;
  const { shown } = request.app;
  if (!shown || ctx.actor.type !== 'user' || request.route.settings.id !== 'pages.view') return {};
  // Most workspaces have none, and are asked nothing more.
  if (!shown.marks.has(PROJECT_MARK)) return {};
  const [origin, projects] = await Promise.all([
    ctx.use(importRuns).originOf(ctx, shown.id, SOURCE),
    projectStore.of(ctx, [shown.workspaceId]),
  ]);
  const project = origin && projects.find((one) => projectImportPlace(one) === origin.place);
  if (!origin || !project) return {};
  const { id, owner, name, path, ref, commit_id } = project;
  const whole = [path, origin.path].filter(Boolean).join('/').replace(/\/$/, '');
  const forge = await forgeOf(ctx, project);
  return {
    repositoryOrigin: {
      ...{ label: `${owner}/${name}`, path: whole, commit: commit_id.slice(0, COMMIT_SHOWN) },
      project: `/workspace/projects/${id}`,
      href: forge ? repositoryAddress(forge.key, { owner, repo: name, path: whole, ref }) : '',
    },
  };
}
