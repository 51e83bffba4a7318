// Sessions and tokens of everybody, as administrators see and end them.
import type { DeviceKind } from '../contract.ts';
import { type SessionRow, sessions, tokens } from '../store.ts';
import { revokeToken } from '../tokens.ts';
import { sessionDeviceStore } from './device-store.ts';
import { sessionsSince } from './sessions.ts';
import { describeUserAgent } from './user-agent.ts';

const sessionName = ({ user_agent, ip_address }: SessionRow): string =>
  [describeUserAgent(user_agent), ip_address].filter(Boolean).join(' · ');

export const sessionKind: DeviceKind = {
  kind: 'session',
  label: 'auth.devices.sessions',
  list: async (ctx, userId) =>
    (await sessions.live(ctx, userId, ...sessionsSince(ctx))).map((row) => ({
      ...{ id: row.id, name: sessionName(row), created_at: row.created_at, last_used_at: row.last_seen_at },
    })),
  counts: (ctx, userIds) => sessionDeviceStore.sessionCounts(ctx, userIds, sessionsSince(ctx)),
  async end(tx, userId, id) {
    const row = await sessions.byId(tx, id);
    if (row?.user_id !== userId || row.revoked) return false;
    await sessions.revoke(tx, id);
    return true;
  },
};

export const tokenKind: DeviceKind = {
  kind: 'token',
  label: 'auth.devices.tokens',
  list: async (ctx, userId) =>
    (await sessionDeviceStore.tokens(ctx, userId)).map(({ id, name, token_prefix, created_at, last_used_at }) => ({
      ...{ id: String(id), name: `${name} · ${token_prefix}…`, created_at, last_used_at },
    })),
  counts: (ctx, userIds) => sessionDeviceStore.tokenCounts(ctx, userIds),
  async end(tx, userId, id) {
    const row = /^[1-9]\d{0,9}$/.test(id) ? await tokens.byId(tx, Number(id)) : undefined;
    if (row?.user_id !== userId || row.revoked) return false;
    await revokeToken(tx, row.id);
    return true;
  },
};
