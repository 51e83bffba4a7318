// What permissions offer to other plugins: people of groups, and pages that people opened to one another.

import type { App } from '../../core/kernel/app.ts';
import { userOf } from '../../core/kernel/context.ts';
import { propertyRights } from '../databases/contract.ts';
import { groupPeople, type SharedPages, sharedPages } from './contract.ts';
import { groupStore } from './groups/group-store.ts';
import { rightsOnProperties } from './properties/property-grants.ts';
import { grantStore } from './store.ts';

const pagesShared: SharedPages = {
  ofActor: (ctx) => grantStore.shared(ctx, userOf(ctx).id),
  givers: (ctx, pageIds) => grantStore.givers(ctx, userOf(ctx).id, pageIds),
};

export function provideSharing(app: App): void {
  app.provide(groupPeople, { of: groupStore.people, known: groupStore.within });
  app.provide(sharedPages, pagesShared);
  app.provide(propertyRights, rightsOnProperties);
}
