// How access loads groups, the people a page may be opened to, and who may decide whom a page is open to.
import { atLeast, type ResourceType } from '../../core/access/access-control.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { accounts, type User } from '../auth/contract.ts';
import type { Page } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { type GroupRow, groupStore } from './groups/group-store.ts';
import { grantStore } from './store.ts';

/** Those whom the actor knows, and guests of the actor's workspaces. */
async function knownPerson(ctx: Ctx, id: number): Promise<User | undefined> {
  const [known] = await ctx.use(accounts).known(ctx, [id]);
  if (known) return known;
  const mine = new Set((await ctx.use(workspaces).mine(ctx)).map((one) => one.id));
  const homes: number[] = await grantStore.homes(ctx, id).pluck('pages.workspace_id');
  return homes.some((home) => mine.has(home)) ? ctx.use(accounts).byId(ctx, id) : undefined;
}

/** Whoever made a thing and may edit it decides whom it is open to, as its owners do. */
const rightsOf = (resource: 'page' | 'collection'): ResourceType => ({
  load: (ctx, id) => ctx.app.resource(resource).load(ctx, id),
  async role(ctx, subject) {
    const role = await ctx.app.access.roleOn(ctx, subject);
    const { created_by } = subject.row as Page;
    return atLeast(role, 'editor') && created_by !== null && created_by === actorId(ctx) ? 'owner' : role;
  },
});

/** Those of pages and databases rest on the roles of these. */
export const permissionResources: Record<string, ResourceType> = {
  group: {
    title: ({ row }) => (row as GroupRow).name,
    async load(ctx, id) {
      const found = await groupStore.withEpoch(ctx, Number(id), ctx.use(workspaces).joinEpoch);
      if (!found) return undefined;
      const { epoch, ...row } = found;
      return { id: row.id, workspaceId: row.workspace_id, epoch, rootId: null, row };
    },
  },
  grantee: {
    async load(ctx, id) {
      const person = await knownPerson(ctx, Number(id));
      return person?.is_active ? { id: person.id, workspaceId: null, epoch: 0, rootId: null, row: person } : undefined;
    },
    role: async () => 'viewer',
  },
  'page-rights': rightsOf('page'),
  'collection-rights': rightsOf('collection'),
};
