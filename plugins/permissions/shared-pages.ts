// Pages that people opened to one another, as queries and names for lists of other plugins.
import { userOf } from '../../core/kernel/context.ts';
import type { SharedPages } from './contract.ts';
import { grantStore } from './store.ts';

export const pagesShared: SharedPages = {
  ofActor: (ctx) => grantStore.shared(ctx, userOf(ctx).id),
  givers: (ctx, pageIds) => grantStore.givers(ctx, userOf(ctx).id, pageIds),
};
