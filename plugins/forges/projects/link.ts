// Linking a repository with a workspace: a folder is made for its pages, which a job fills and keeps in step.
import { randomSecret } from '../../../core/boot/secrets.ts';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { adapterOf } from '../adapters/adapter-list.ts';
import { notConnected, problemOf, withForge } from '../connection/access-token.ts';
import { requireForge } from '../connection/connection.ts';
import { connectionStore } from '../connection/store.ts';
import { sealForgeSecret } from '../registration/registration.ts';
import { type ForgeRow, forgeStore } from '../registration/store.ts';
import { type ProjectRow, projectStore, type Sync } from './store.ts';

export interface LinkInput {
  /** key of the forge */
  provider: string;
  owner: string;
  name: string;
  workspace_id: number;
  /** page below which the folder is made; null: on top */
  folder: number | null;
  path: string;
  ref: string;
  sync: Sync;
}

export const SYNC_JOB = 'forges.sync';

/** Has its pages brought up to date soon: once for all who ask before it begins, and once more for who asks meanwhile. */
export async function requestSync(tx: Ctx, { id }: Pick<ProjectRow, 'id'>): Promise<void> {
  const runs = (await projectStore.byId(tx, id))?.runs ?? 0;
  await tx.enqueue(SYNC_JOB, { id }, { uniqueKey: `forges-sync:${id}:${runs}` });
}

/** The same for somebody who asks by hand: also what was refused is fetched once more. */
export async function requestSyncAnew(tx: Ctx, project: Pick<ProjectRow, 'id'>): Promise<void> {
  await projectStore.update(tx, project.id, { refused_commit: '', refused_reason: '' });
  await requestSync(tx, project);
}

async function refuseTwice(ctx: Ctx, { type, id, name: forge }: ForgeRow, { owner, name }: LinkInput): Promise<void> {
  const known = await projectStore.named(ctx, type, owner, name);
  if (!known) return;
  const where = known.forge_id === id ? forge : 'a forge that was here before';
  throw new Problem('conflict', `${known.owner}/${known.name} of ${where} is linked already.`);
}

/**
 * Links a repository that the caller sees with their own token. Asks the forge first, outside of a transaction.
 * @throws Problem not_found, conflict, validation_failed, unavailable
 */
export async function linkRepository(ctx: Ctx, input: LinkInput): Promise<{ project: ProjectRow; secret: string }> {
  const forge = await requireForge(ctx, input.provider);
  const above = input.folder === null ? undefined : await ctx.use(pages).byId(ctx, input.folder);
  if (above && above.workspace_id !== input.workspace_id)
    throw invalid(['body', 'folder'], 'must be a page of this workspace');
  const found = await withForge(ctx, forge, userOf(ctx).id, (api) =>
    adapterOf(forge).repository(api, input.owner, input.name),
  ).catch((error: unknown) => {
    throw problemOf(error, forge);
  });
  const { private: _, ...shown } = found;
  const secret = randomSecret();
  return ctx.tx(async (tx) => {
    // The name as the forge writes it.
    await refuseTwice(tx, forge, { ...input, ...shown });
    const page = await tx.use(pages).create(tx, {
      workspaceId: input.workspace_id,
      parentId: input.folder,
      kind: 'folder',
      title: found.name,
    });
    const project = await projectStore.insert(tx, {
      ...shown,
      ...{ proj_type: forge.type, forge_id: forge.id, workspace_id: page.workspace_id, page_id: page.id },
      ...{ user_id: userOf(tx).id, ref: input.ref || found.default_branch, path: input.path, sync: input.sync },
      push_secret_encrypted: sealForgeSecret(tx, secret),
    });
    await requestSync(tx, project);
    return { project, secret };
  });
}

export interface ProjectChange {
  sync?: Sync;
  ref?: string;
  /** the token of the caller reads it from now on */
  reader?: 'me';
}

/** @throws Problem conflict for who has no token that could read it */
async function requireConnection(ctx: Ctx, { forge_id }: ProjectRow, userId: number): Promise<void> {
  const forge = forge_id === null ? undefined : await forgeStore.byId(ctx, forge_id);
  if (!forge) throw new Problem('conflict', 'The code hosting service of this repository is no longer registered.');
  if (!(await connectionStore.one(ctx, userId, forge.id))) throw notConnected(forge);
}

/** Changes how a repository is kept in step, and asks for it where that may bring other files. */
export const changeProject = (
  ctx: Ctx,
  project: ProjectRow,
  { reader, ...change }: ProjectChange,
): Promise<ProjectRow> =>
  ctx.tx(async (tx) => {
    const me = userOf(tx).id;
    if (reader) await requireConnection(tx, project, me);
    const changed = { ...change, ...(reader && { user_id: me }) };
    if (!Object.keys(changed).length) return project;
    await projectStore.update(tx, project.id, changed);
    await requestSyncAnew(tx, project);
    return { ...project, ...changed };
  });

/** Another secret for its pushes; the one before is good no more. */
export const renewPushSecret = (ctx: Ctx, { id }: ProjectRow): Promise<string> =>
  ctx.tx(async (tx) => {
    const secret = randomSecret();
    await projectStore.update(tx, id, { push_secret_encrypted: sealForgeSecret(tx, secret) });
    return secret;
  });

/** Its pages stay, and nothing is fetched for them any more. */
export const unlinkRepository = (ctx: Ctx, { id }: ProjectRow): Promise<void> =>
  ctx.tx(async (tx) => void (await projectStore.remove(tx, id)));
