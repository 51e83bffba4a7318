// Time: occurrences that differ from their rule, whom rows remind and when, and calendars that other programs follow.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  // RFC 5545 text of when a row takes place, with what is cancelled and moved. Not by knex, which would rebuild the table.
  await trx.raw("alter table collection_rows add column calendar_text text not null default ''");
  await trx.schema.createTable('reminder_log', (table) => {
    table.integer('row_id').notNullable().references('pages.id').onDelete('CASCADE');
    // The day, and the zone where it is another moment for people elsewhere.
    table.text('occurrence').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    table.primary(['row_id', 'occurrence']);
  });
  // When each row that reminds is to be looked at next, and since when what is due was not told.
  await trx.schema.createTable('row_reminders', (table) => {
    table.integer('row_id').primary().references('pages.id').onDelete('CASCADE');
    dialect.timestamp(table, 'next_at').notNullable().index();
    dialect.timestamp(table, 'checked_at').notNullable();
  });
  // Who has been told that a row is theirs.
  await trx.schema.createTable('row_assignees', (table) => {
    table.integer('row_id').notNullable().references('pages.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.primary(['row_id', 'user_id']);
  });
  await trx.raw(
    `insert into row_assignees (row_id, user_id)
     select distinct row_value.row_id, row_value.ref_id from row_value
     join collection_properties on collection_properties.id = row_value.property_id
     join users on users.id = row_value.ref_id where collection_properties.type = 'person'`,
  );
  await trx.schema.createTable('calendar_feeds', (table) => {
    table.increments('id');
    table.integer('view_id').notNullable().references('collection_views.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('secret_hash').notNullable().unique();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['view_id', 'user_id'], { indexName: 'calendar_feeds_once' });
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['calendar_feeds', 'row_assignees', 'row_reminders', 'reminder_log'])
    await trx.schema.dropTable(table);
  await trx.raw('alter table collection_rows drop column calendar_text');
};

export default { up, down } satisfies Migration;
