// What workspaces do for accounts: their first one, invitations, and whom somebody knows.
import { closedTo } from '../../core/access/workspace-conditions.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Addition, adding } from '../../core/kernel/plugin.ts';
import {
  accountCreated,
  accountLeaving,
  accountRemoval,
  addressConfirmed,
  addressInvited,
  invitationCheck,
  knownUsers,
} from '../auth/contract.ts';
import { deleteLoneWorkspaces } from './lone-workspaces.ts';
import { findInvitation, requireOtherOwners, takeInvitations, welcome } from './members.ts';
import { invitationStore, memberStore } from './store.ts';

export const workspaceAccountAdditions: Addition[] = [
  adding(accountCreated, welcome),
  adding(accountLeaving, requireOtherOwners),
  adding(accountRemoval, deleteLoneWorkspaces),
  adding(addressConfirmed, takeInvitations),
  adding(addressInvited, async (ctx, email) => (await invitationStore.openTo(ctx, uniqueKey(email))).length > 0),
  adding(invitationCheck, async (ctx, token) => (await findInvitation(ctx, token))?.email),
  adding(knownUsers, async (ctx, query) => {
    const { actor } = ctx;
    // Visitors of what is published know nobody.
    if (actor.type === 'anonymous') query.whereRaw('1 = 0');
    for (const one of actor.type === 'user' ? [actor, actor.seenBy] : [])
      if (one && !one.isAdmin)
        memberStore.narrowUsers(ctx, query, one.id, (await closedTo(ctx, one))?.workspaceIds ?? []);
  }),
];
