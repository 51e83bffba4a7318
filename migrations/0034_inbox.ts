// Who watches which page, how each person wants their digest and their quiet hours, and what waits for the one or a later day.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.alterTable('notifications', (table) => {
    dialect.flag(table, 'digest_due');
    dialect.timestamp(table, 'snoozed_until');
  });
  await trx.schema.alterTable('notification_preferences', (table) => {
    dialect.flag(table, 'digest');
  });
  await trx.schema.createTable('watches', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.text('level').notNullable();
    dialect.flag(table, 'subtree');
    dialect.timestamp(table, 'created_at').notNullable();
    table.primary(['user_id', 'page_id']);
  });
  await trx.schema.createTable('notification_settings', (table) => {
    table.integer('user_id').primary().references('users.id').onDelete('CASCADE');
    table.text('digest').notNullable().defaultTo('off').index();
    table.integer('hour').notNullable();
    table.integer('weekday').notNullable();
    table.integer('quiet_from');
    table.integer('quiet_to');
    // From when on a digest is wanted: what was due before is not made up for.
    dialect.timestamp(table, 'since').notNullable();
    dialect.timestamp(table, 'sent_at');
  });
  await trx.schema.alterTable('mail_outbox', (table) => {
    table.text('unsubscribe_url').notNullable().defaultTo('');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('mail_outbox', (table) => void table.dropColumn('unsubscribe_url'));
  for (const table of ['notification_settings', 'watches']) await trx.schema.dropTable(table);
  await trx.schema.alterTable('notification_preferences', (table) => void table.dropColumn('digest'));
  await trx.schema.alterTable('notifications', (table) => void table.dropColumns('digest_due', 'snoozed_until'));
};

export default { up, down } satisfies Migration;
