// Addresses count once they are proved; before, whoever registered under an address took what was meant for it.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.alterTable('users', (table) => void dialect.timestamp(table, 'email_confirmed_at'));
  // Whoever is here was let in by the rules of their day.
  await trx.raw('update users set email_confirmed_at = created_at');
  await trx.schema.createTable('email_confirmations', (table) => {
    table.increments('id');
    // One at a time: another link voids the one before.
    table.integer('user_id').notNullable().unique().references('users.id').onDelete('CASCADE');
    // That of the account, or the one it is to have.
    table.text('email').notNullable();
    table.text('email_key').notNullable();
    table.text('token_hash').notNullable().unique();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'expires_at').notNullable();
  });
  // Whether guests may share what they may edit with addresses that are new there.
  await trx.raw('alter table workspaces add column guests_invite integer not null default 0');
};

const down: Migration['down'] = async (trx) => {
  await trx.raw('alter table workspaces drop column guests_invite');
  await trx.schema.dropTable('email_confirmations');
  await trx.raw('alter table users drop column email_confirmed_at');
};

export default { up, down } satisfies Migration;
