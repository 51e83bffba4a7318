// People as SCIM shows them: what the directory said, whether the account is active, and their groups.
import type { Ctx } from '../../../core/kernel/context.ts';
import { scimMemberStore } from './group-store.ts';
import type { Resource } from './protocol/attribute.ts';
import { USER_URN, userKind } from './protocol/user-schema.ts';
import { resourceVersion } from './resource-version.ts';
import type { ScimUserRow } from './user-store.ts';

export const SCIM_PATH = '/scim/v2';

/** What the directory may change. */
export const keptUser = ({ resource_json, is_active }: ScimUserRow): Resource => ({
  ...(JSON.parse(resource_json) as Resource),
  active: is_active === 1,
});

function presentUserResource(ctx: Ctx, row: ScimUserRow, groups: { id: string; display_name: string }[]): Resource {
  const kept = keptUser(row);
  const home = `${ctx.app.baseUrl}${SCIM_PATH}`;
  const shown: Resource = {
    schemas: [USER_URN, ...userKind.extensions.map(({ id }) => id).filter((id) => id in kept)],
    id: row.id,
    ...kept,
    ...(groups.length
      ? {
          groups: groups.map(({ id, display_name }) => ({
            value: id,
            $ref: `${home}/Groups/${id}`,
            display: display_name,
            type: 'direct',
          })),
        }
      : {}),
  };
  const meta = {
    resourceType: 'User',
    created: row.created_at,
    lastModified: row.updated_at,
    location: `${home}/Users/${row.id}`,
    version: resourceVersion(shown),
  };
  return { ...shown, meta };
}

/** In their order, with their groups. */
export async function presentUserResources(ctx: Ctx, rows: ScimUserRow[]): Promise<Resource[]> {
  const groups = await scimMemberStore.groupsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentUserResource(ctx, row, groups.get(row.id) ?? []));
}

export const versionIn = ({ meta }: Resource): string => (meta as { version: string }).version;
