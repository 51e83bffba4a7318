// Rows as JSON: the only way accounts, sessions and tokens leave this plugin.
import Joi from 'joi';
import type { UserActor } from '../../core/kernel/context.ts';
import type { User } from './contract.ts';
import { describeUserAgent } from './sessions/user-agent.ts';
import type { SessionRow, TokenRow, UserRow } from './store.ts';

export const colors = ['#7a5af8', '#0e7490', '#b45309', '#15803d', '#be185d', '#4338ca', '#a16207', '#9f1239'];

/** Colour of people who chose none: always the same for one account. */
export const colorOf = (row: Pick<UserRow, 'id' | 'avatar_color'>): string =>
  row.avatar_color || (colors[row.id % colors.length] as string);

export const avatarUrl = (row: UserRow): string =>
  `/api/settings/avatar/${row.avatar_file ?? `initials-${row.id}.svg`}`;

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  login: row.login,
  email: row.email,
  full_name: row.full_name,
  timezone: row.timezone,
  avatar_url: avatarUrl(row),
  avatar_color: colorOf(row),
  is_admin: row.is_admin === 1,
  is_active: row.is_active === 1,
  created_at: row.created_at,
  last_login_at: row.last_login_at,
});

/** People as lists show them and fields in which they are chosen, by name. */
export const personChoices = (people: User[], locale: string) =>
  people
    .map(({ id, full_name, login, email, avatar_url }) => ({
      ...{ id, avatar_url, name: full_name || login },
      about: `@${login} · ${email}`,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));

/** The actor that an account is. */
export const actorOf = (user: User): UserActor => ({
  type: 'user',
  id: user.id,
  login: user.login,
  fullName: user.full_name,
  email: user.email,
  timezone: user.timezone,
  isAdmin: user.is_admin,
});

export const userSchema = Joi.object({
  id: Joi.number().integer().required().example(1),
  login: Joi.string().required().example('ann'),
  email: Joi.string().required().example('ann@example.org'),
  full_name: Joi.string().required().allow('').example('Ann Example'),
  timezone: Joi.string().required().allow('').description('IANA name; empty means UTC').example('Europe/Berlin'),
  avatar_url: Joi.string().required().example('/api/settings/avatar/initials-1.svg'),
  avatar_color: Joi.string().required().example('#0e7490'),
  is_admin: Joi.boolean().required(),
  is_active: Joi.boolean().required(),
  created_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
  last_login_at: Joi.string().required().allow(null),
}).meta({ title: 'User' });

export type TokenJson = Omit<TokenRow, 'parent_id'>;

export const presentToken = ({ parent_id: _, ...row }: TokenRow): TokenJson => row;

export const tokenSchema = Joi.object({
  id: Joi.number().integer().required(),
  user_id: Joi.number().integer().required(),
  name: Joi.string().required().allow('').example('API token'),
  token_prefix: Joi.string().required().allow('').example('cp_3fQ2'),
  scopes: Joi.string().required().example('read,write'),
  mcp_outward: Joi.valid(0, 1).required().description('whether tools that reach outside are offered at /mcp'),
  root_page_id: Joi.number()
    .integer()
    .required()
    .allow(null)
    .description('the token only works for this page and its subpages'),
  expires_at: Joi.string().required().allow(null),
  last_used_at: Joi.string().required().allow(null),
  revoked: Joi.valid(0, 1).required(),
  created_at: Joi.string().required(),
}).meta({ title: 'Token' });
export const newTokenSchema = tokenSchema
  .keys({ token: Joi.string().required().example('cp_…') })
  .meta({ title: 'NewToken' });

export const presentSession = (row: SessionRow, currentId: string | undefined) => ({
  id: row.id,
  current: row.id === currentId,
  ip_address: row.ip_address,
  user_agent: row.user_agent,
  device: describeUserAgent(row.user_agent),
  last_seen_at: row.last_seen_at,
  created_at: row.created_at,
});
