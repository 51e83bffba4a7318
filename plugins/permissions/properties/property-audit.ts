// What is noted of rights on single properties, also when the people and groups that have them go.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type PermissionChange, recordPermissionChange } from '../audit.ts';
import { groupStore } from '../groups/group-store.ts';
import { type PropertyGrant, propertyGrantStore } from './property-store.ts';

export async function notePropertyRight(
  tx: Ctx,
  workspaceId: number,
  { property_id, user_id: userId, group_id: groupId }: PropertyGrant,
  before: string | null,
  after: string | null,
): Promise<void> {
  const name = groupId === null ? undefined : (await groupStore.byId(tx, groupId))?.name;
  const action = after === null ? 'revoke' : 'grant';
  const resource: PermissionChange['resource'] = ['property', property_id];
  await recordPermissionChange(tx, { workspaceId, resource, action, userId, groupId, name, before, after });
}

/** Takes their rights from people and groups that go, in the transaction of their going; what was closed stays closed. */
export async function leaveProperties(tx: Ctx, workspaceId: number, rows: PropertyGrant[]): Promise<void> {
  for (const row of rows) {
    await propertyGrantStore.change(tx, row.id, { user_id: null, group_id: null });
    await notePropertyRight(tx, workspaceId, row, row.role, null);
  }
}
