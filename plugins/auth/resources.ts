// How access loads people, sessions and tokens.
import type { ResourceType } from '../../core/access/access-control.ts';
import { knownUsers } from './contract.ts';
import { sessions, type TokenRow, tokens, type UserRow, users } from './store.ts';

const outside = { workspaceId: null, epoch: 0, rootId: null };

export const authResources: Record<string, ResourceType> = {
  /** Oneself and those with whom one shares a workspace; administrators know everybody. */
  user: {
    async load(ctx, id) {
      const query = users.query(ctx).where('users.id', id).first();
      for (const only of ctx.app.contributions(knownUsers)) await only(ctx, query as never);
      const row = (await query) as UserRow | undefined;
      return row && { ...outside, id: row.id, ownerId: row.id, row };
    },
    role: async (ctx, subject) => (ctx.actor.type === 'user' && ctx.actor.id === subject.id ? 'owner' : 'viewer'),
  },
  session: {
    async load(ctx, id) {
      const row = await sessions.byId(ctx, String(id));
      return row && !row.revoked ? { ...outside, id: row.id, ownerId: row.user_id, row } : undefined;
    },
  },
  token: {
    title: ({ row }) => (row as TokenRow).name,
    async load(ctx, id) {
      const row = await tokens.byId(ctx, Number(id));
      return row && { ...outside, id: row.id, ownerId: row.user_id, row };
    },
  },
};
