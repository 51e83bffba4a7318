// Groups as SCIM shows them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type ScimGroupRow, type ScimMember, scimMemberStore } from './group-store.ts';
import type { Resource } from './protocol/attribute.ts';
import { GROUP_URN } from './protocol/group-schema.ts';
import { SCIM_PATH } from './user-resource.ts';

export const groupVersion = ({ version }: ScimGroupRow): string => `W/"${version}"`;

export const keptGroup = ({ display_name, external_id }: ScimGroupRow, members: ScimMember[]): Resource => ({
  displayName: display_name,
  ...(external_id ? { externalId: external_id } : {}),
  ...(members.length ? { members: members.map(({ id }) => ({ value: id })) } : {}),
});

/** @param withMembers whether anybody asks for them: there may be ten thousand */
export async function presentGroupResources(ctx: Ctx, rows: ScimGroupRow[], withMembers = true): Promise<Resource[]> {
  const ids = withMembers ? rows.map(({ id }) => id) : [];
  const members = await scimMemberStore.of(ctx, ids);
  const home = `${ctx.app.baseUrl}${SCIM_PATH}`;
  return rows.map((row) => {
    const people = members.get(row.id) ?? [];
    return {
      schemas: [GROUP_URN],
      id: row.id,
      ...keptGroup(row, []),
      ...(people.length
        ? {
            members: people.map(({ id, full_name }) => ({
              value: id,
              $ref: `${home}/Users/${id}`,
              display: full_name,
              type: 'User',
            })),
          }
        : {}),
      meta: {
        resourceType: 'Group',
        created: row.created_at,
        lastModified: row.updated_at,
        location: `${home}/Groups/${row.id}`,
        version: groupVersion(row),
      },
    };
  });
}
