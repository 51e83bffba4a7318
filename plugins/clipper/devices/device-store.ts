// SQL of paired devices and of pairings that are on their way.
import type { Ctx } from '../../../core/kernel/context.ts';

export interface PairedDeviceRow {
  id: number;
  user_id: number;
  extension_name: string;
  device_id: string;
  device_name: string;
  scopes: string;
  last_used_at: string | null;
  created_at: string;
  revoked: number;
}

export interface PairingRow {
  id: number;
  challenge: string;
  extension_name: string;
  device_id: string;
  device_name: string;
  ip_address: string;
  user_id: number | null;
  state: 'waiting' | 'allowed' | 'denied';
  tries: number;
  created_at: string;
  expires_at: string;
}

type NewDevice = Pick<PairedDeviceRow, 'user_id' | 'extension_name' | 'device_id' | 'device_name'> & {
  token_hash: string;
};
type NewPairing = Omit<PairingRow, 'id' | 'user_id' | 'state' | 'tries' | 'created_at'> & {
  user_code_hash: string;
  poll_hash: string;
};

const columns = [
  ...['id', 'user_id', 'extension_name', 'device_id', 'device_name'],
  ...['scopes', 'last_used_at', 'created_at', 'revoked'],
];

export const pairedDeviceStore = {
  /** A device that is paired again gets another credential, and the one before ends. */
  async pair(ctx: Ctx, device: NewDevice): Promise<PairedDeviceRow> {
    const [made] = await ctx
      .db('extension_devices')
      .insert({ ...device, created_at: ctx.now(), last_used_at: null, revoked: 0 })
      .onConflict(['user_id', 'extension_name', 'device_id'])
      .merge()
      .returning(columns);
    return made as PairedDeviceRow;
  },
  byHash: (ctx: Ctx, token_hash: string): Promise<PairedDeviceRow | undefined> =>
    ctx.db('extension_devices').where({ token_hash }).first(columns),
  byId: (ctx: Ctx, id: number): Promise<PairedDeviceRow | undefined> =>
    ctx.db('extension_devices').where({ id }).first(columns),
  /** those that may call, last paired first */
  of: (ctx: Ctx, userId: number): Promise<PairedDeviceRow[]> =>
    ctx.db('extension_devices').where({ user_id: userId, revoked: 0 }).orderBy('id', 'desc').select(columns),
  async counts(ctx: Ctx, userIds: number[]): Promise<Map<number, number>> {
    const rows: { user_id?: number; total?: number | string }[] = await ctx
      .db('extension_devices')
      .whereIn('user_id', userIds)
      .where({ revoked: 0 })
      .groupBy('user_id')
      .select('user_id')
      .count({ total: '*' });
    return new Map(rows.map((row) => [Number(row.user_id), Number(row.total)]));
  },
  /** of everybody, for commands */
  all: (ctx: Ctx): Promise<(PairedDeviceRow & { login: string })[]> =>
    ctx
      .db('extension_devices')
      .join('users', 'users.id', 'extension_devices.user_id')
      .where({ revoked: 0 })
      .orderBy('extension_devices.id')
      .select([...columns.map((name) => `extension_devices.${name}`), 'users.login']),
  used: (ctx: Ctx, id: number): Promise<number> =>
    ctx.db('extension_devices').where({ id }).update({ last_used_at: ctx.now() }),
  revoke: (ctx: Ctx, id: number): Promise<number> => ctx.db('extension_devices').where({ id }).update({ revoked: 1 }),
  revokeAll: (ctx: Ctx, userId: number): Promise<number> =>
    ctx.db('extension_devices').where({ user_id: userId, revoked: 0 }).update({ revoked: 1 }),
  /** whose last use, or pairing, is before that */
  revokeUnused: (ctx: Ctx, before: string): Promise<number> =>
    ctx
      .db('extension_devices')
      .where({ revoked: 0 })
      .whereRaw('COALESCE(last_used_at, created_at) < ?', [before])
      .update({ revoked: 1 }),
};

export const pairingStore = {
  insert: (ctx: Ctx, row: NewPairing) => ctx.db('extension_pairings').insert({ ...row, created_at: ctx.now() }),
  byCode: (ctx: Ctx, user_code_hash: string): Promise<PairingRow | undefined> =>
    ctx.db('extension_pairings').where({ user_code_hash }).where('expires_at', '>', ctx.now()).first(),
  /** held until the transaction ends: its credential is given once */
  hold: (ctx: Ctx, poll_hash: string): Promise<PairingRow | undefined> =>
    ctx.db('extension_pairings').where({ poll_hash }).where('expires_at', '>', ctx.now()).forUpdate().first(),
  /** false: somebody was sooner */
  async decide(ctx: Ctx, id: number, change: Pick<PairingRow, 'state' | 'user_id'>): Promise<boolean> {
    return (await ctx.db('extension_pairings').where({ id, state: 'waiting' }).update(change)) > 0;
  },
  missed: (ctx: Ctx, id: number): Promise<number> => ctx.db('extension_pairings').where({ id }).increment('tries'),
  remove: (ctx: Ctx, id: number): Promise<number> => ctx.db('extension_pairings').where({ id }).delete(),
  purge: (ctx: Ctx): Promise<number> => ctx.db('extension_pairings').where('expires_at', '<=', ctx.now()).delete(),
};
