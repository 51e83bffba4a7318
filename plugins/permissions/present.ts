// Grants, groups, shares and audit records as JSON, and their schemas for the API document.
import Joi from 'joi';
import { roles } from '../../core/http/route.ts';
import { ACTIONS, RESOURCES } from './audit.ts';
import type { GroupMemberRow, GroupRow } from './groups/group-store.ts';
import { PROPERTY_ROLES } from './properties/property-grants.ts';
import { RULE_ROLES } from './row-rules/row-rules.ts';
import { SHARE_LEVELS } from './shares.ts';
import type { GrantRow } from './store.ts';

const TYPES = ['inherit', 'restricted', 'private'] as const;

const int = () => Joi.number().integer().required();
const maybeInt = () => int().allow(null);
const text = () => Joi.string().required().allow('');
const moment = () => Joi.string().required().example('2026-11-21T09:00:00.000Z');

export const okSchema = Joi.object({ ok: Joi.valid(true).required() });
export const roleSchema = () => Joi.valid(...roles);
export const propertyRole = () => Joi.valid(...PROPERTY_ROLES);
export const ruleRole = () => Joi.valid(...RULE_ROLES);
export const shareLevelSchema = () => Joi.valid(...SHARE_LEVELS);
export const permissionType = () => Joi.valid(...TYPES);

export type Permission = Omit<GrantRow, 'email'>;

export const presentGrant = ({ email: _, ...row }: GrantRow): Permission => ({
  id: row.id,
  page_id: row.page_id,
  user_id: row.user_id,
  group_id: row.group_id,
  role: row.role,
  grant_type: row.grant_type,
  granted_by: row.granted_by,
  created_at: row.created_at,
});

const permissionKeys = {
  id: int().example(7),
  user_id: maybeInt().example(3),
  group_id: maybeInt(),
  role: roleSchema().required(),
  grant_type: Joi.valid('explicit', 'group').required(),
  granted_by: maybeInt(),
  created_at: moment(),
};

export const permissionSchema = Joi.object({ ...permissionKeys, page_id: int().example(12) }).meta({
  title: 'Permission',
});

export const collectionPermissionSchema = Joi.object({ ...permissionKeys, collection_id: int().example(3) }).meta({
  title: 'CollectionPermission',
});

export const propertyPermissionSchema = collectionPermissionSchema
  .keys({
    property_id: int().example(21),
    role: propertyRole().required(),
    user_id: maybeInt().description('null, as is group_id: for somebody who is gone'),
  })
  .meta({ title: 'PropertyPermission' });

export const rowRuleSchema = Joi.object({
  id: int().example(2),
  collection_id: int().example(3),
  property_id: maybeInt().example(21).description('null: whoever made the row'),
  role: ruleRole().required(),
  granted_by: maybeInt(),
  created_at: moment(),
}).meta({ title: 'RowRule' });

export const shareSchema = Joi.object({
  id: int().example(7),
  kind: Joi.valid('user', 'group', 'email').required(),
  user_id: maybeInt().example(3),
  group_id: maybeInt(),
  group_name: text().allow(null),
  email: text().allow(null).example('ann@example.org'),
  access: shareLevelSchema().required(),
  created_at: moment(),
}).meta({ title: 'Share' });

export const typeSchema = Joi.object({
  ok: Joi.valid(true).required(),
  permission_type: permissionType().required(),
}).meta({ title: 'PermissionType' });

export const explanationSchema = Joi.object({
  user_id: int(),
  role: roleSchema().required().allow(null),
  because: Joi.valid(
    ...['administrator', 'workspace_owner', 'user_grant', 'group_grant', 'creator', 'rule'],
    ...['restricted', 'private', 'workspace_role', 'stranger'],
  ).required(),
  decided_by: maybeInt().description('the page whose rights decided; null when none did or the caller may not see it'),
  workspace_role: roleSchema().required().allow(null),
  steps: Joi.array()
    .items(
      Joi.object({
        page_id: maybeInt(),
        title: text().allow(null),
        permission_type: permissionType().required(),
        grants: Joi.array()
          .items(Joi.object({ role: roleSchema().required(), via: Joi.valid('user', 'group', 'rule').required() }))
          .required(),
      }),
    )
    .required()
    .description('pages with rights of their own, from this one upwards'),
}).meta({ title: 'Access' });

export const presentGroup = (row: GroupRow, members: number) => ({
  id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  description: row.description,
  members,
  created_by: row.created_by,
  created_at: row.created_at,
});

export const groupSchema = Joi.object({
  id: int().example(4),
  workspace_id: int().example(1),
  name: text().example('Editors'),
  description: text(),
  members: int().description('how many there are').example(5),
  created_by: maybeInt(),
  created_at: moment(),
}).meta({ title: 'Group' });

export const presentMember = ({ user_id, full_name, email, added_at }: GroupMemberRow) => ({
  user_id,
  full_name,
  email,
  added_at,
});

export const groupMemberSchema = Joi.object({
  user_id: int(),
  full_name: text(),
  email: text(),
  added_at: moment(),
}).meta({ title: 'GroupMember' });

export const auditSchema = Joi.object({
  id: int(),
  resource_type: Joi.valid(...RESOURCES).required(),
  resource_id: int(),
  action: Joi.valid(...ACTIONS).required(),
  target_user_id: maybeInt(),
  target_group_id: maybeInt(),
  old_role: text().allow(null),
  new_role: text().allow(null),
  performed_by: maybeInt(),
  target_name: text().description('an address without account, a group, or the property of a rule; else empty'),
  ip_address: text(),
  created_at: moment(),
}).meta({ title: 'PermissionAuditRecord' });
