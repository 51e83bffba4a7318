// SQL of the table of settings: a text under each name, for what an installation keeps in one value.
import type { Knex } from 'knex';
import type { Ctx } from '../kernel/context.ts';

export const settingRows = {
  async read(db: Knex, key: string): Promise<string | undefined> {
    return (await db('settings').where({ key }).first('value'))?.value;
  },
  /** of these names, those that have a value */
  async readMany(db: Knex, keys: string[]): Promise<Map<string, string>> {
    const rows: { key: string; value: string }[] = await db('settings').whereIn('key', keys).select('key', 'value');
    return new Map(rows.map(({ key, value }) => [key, value]));
  },
  write: (ctx: Ctx, key: string, value: string) =>
    ctx.db('settings').insert({ key, value, updated_at: ctx.now() }).onConflict('key').merge(),
  remove: (ctx: Ctx, key: string) => ctx.db('settings').where({ key }).delete(),
};
