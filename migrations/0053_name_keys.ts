// Names of people as they are sorted and searched, the same on both engines.

import type { Migration } from '../core/database/migrate.ts';
import { sortKey } from '../core/i18n/text-normalization.ts';

/** So many people are read at once. */
const BATCH = 500;

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.alterTable('users', (table) => {
    dialect.folded(table, 'name_key').notNullable().defaultTo('');
  });
  for (let last = 0; ; ) {
    const people = await trx('users').where('id', '>', last).orderBy('id').limit(BATCH).select('id', 'full_name');
    for (const { id, full_name } of people)
      await trx('users')
        .where({ id })
        .update({ name_key: sortKey(full_name) });
    if (people.length < BATCH) return;
    last = people[people.length - 1].id;
  }
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('users', (table) => {
    table.dropColumn('name_key');
  });
};

export default { up, down } satisfies Migration;
