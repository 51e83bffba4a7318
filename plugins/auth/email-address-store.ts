// SQL of addresses that wait for their link to be opened, and of accounts whose address is proved.

import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export interface ConfirmationRow {
  user_id: number;
  email: string;
  email_key: string;
}

const columns = ['user_id', 'email', 'email_key'];

export const confirmations = {
  /** in place of the one that the account had */
  put: (
    ctx: Ctx,
    row: { user_id: number; email: string; token_hash: string; created_at: string; expires_at: string },
  ): Promise<unknown> =>
    ctx
      .db('email_confirmations')
      .insert({ ...row, email_key: uniqueKey(row.email) })
      .onConflict('user_id')
      .merge(),
  usable: (ctx: Ctx, hash: string): Promise<ConfirmationRow | undefined> =>
    ctx.db('email_confirmations').where({ token_hash: hash }).where('expires_at', '>', ctx.now()).first(columns),
  of: (ctx: Ctx, userId: number): Promise<ConfirmationRow | undefined> =>
    ctx.db('email_confirmations').where({ user_id: userId }).first(columns),
  remove: (ctx: Ctx, userId: number): Promise<number> =>
    ctx.db('email_confirmations').where({ user_id: userId }).delete(),
  purge: (ctx: Ctx): Promise<number> => ctx.db('email_confirmations').where('expires_at', '<', ctx.now()).delete(),
  /** of these accounts, those whose address is proved */
  proved: (ctx: Ctx, userIds: number[]): Promise<number[]> =>
    ctx.db('users').whereIn('id', userIds).whereNotNull('email_confirmed_at').pluck('id'),
};
