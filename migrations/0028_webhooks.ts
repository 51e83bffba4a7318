// What other programs are told of: their addresses, each attempt to tell them, and what led to an event or a notice.
import type { Knex } from 'knex';
import type { Migration } from '../core/database/migrate.ts';

/** Each of these read every type with a cursor of its own, and goes on with one for all. */
const READERS = { comments: 'told', databases: 'done', permissions: 'told', reminders: 'rows' };

async function joinCursors(trx: Knex.Transaction): Promise<void> {
  for (const [plugin, stream] of Object.entries(READERS)) {
    const before = () => trx('event_cursors').whereLike('name', `${plugin}:%`);
    const rows: { position: number; updated_at: string }[] = await before().orderBy('position');
    const [first] = rows;
    if (!first) continue;
    const { position, updated_at } = first;
    await trx('event_cursors')
      .insert({ name: `${plugin}.${stream}`, position, updated_at })
      .onConflict('name')
      .ignore();
    await before().delete();
  }
}

const up: Migration['up'] = async (trx, dialect) => {
  await joinCursors(trx);
  await trx.schema.alterTable('domain_events', (table) => {
    // The automations that led to an event; `depth` is how many they are.
    table.text('chain').notNullable().defaultTo('[]');
  });
  await trx.schema.alterTable('notifications', (table) => {
    // What is told of something that is no page.
    table.text('text');
  });
  await trx.schema.createTable('webhooks', (table) => {
    table.increments('id');
    // Null: of the whole service.
    table.integer('workspace_id').references('workspaces.id').onDelete('CASCADE').index();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('name').notNullable();
    table.text('url').notNullable();
    table.text('events').notNullable();
    table.integer('collection_id').references('collections.id').onDelete('CASCADE').index();
    table.text('filter');
    table.text('payload').notNullable().defaultTo('thin');
    dialect.flag(table, 'include_imports');
    table.text('headers_encrypted');
    table.text('signing').notNullable().defaultTo('hmac');
    table.text('secret_encrypted').notNullable();
    table.text('previous_secret_encrypted');
    dialect.timestamp(table, 'previous_until');
    dialect.flag(table, 'enabled');
    table.text('disabled_reason');
    dialect.timestamp(table, 'disabled_at');
    // How the last attempt ended: well, failed, or slow where nothing came in time.
    table.text('health').notNullable().defaultTo('well');
    dialect.timestamp(table, 'last_success_at');
    dialect.timestamp(table, 'failing_since');
    // When the owner was told that messages no longer arrive; null again once one does.
    dialect.timestamp(table, 'told_at');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('webhook_deliveries', (table) => {
    table.increments('id');
    table.integer('webhook_id').notNullable().references('webhooks.id').onDelete('CASCADE');
    table.text('event_id').notNullable();
    // Set where a thing that happened is told of for the first time: it is noted once, however often it is read.
    table.text('cause').unique();
    table.text('event').notNullable();
    table.integer('page_id').index();
    table.text('status').notNullable().defaultTo('pending');
    table.integer('attempt').notNullable().defaultTo(0);
    table.text('payload').notNullable().defaultTo('{}');
    table.text('sent_headers').notNullable().defaultTo('{}');
    table.integer('http_code');
    table.text('error');
    table.text('answer');
    table.integer('duration_ms');
    table.integer('next_retry_at');
    table.text('lease_owner');
    dialect.timestamp(table, 'lease_until');
    dialect.timestamp(table, 'created_at').notNullable().index();
    table.index(['webhook_id', 'status', 'next_retry_at'], 'webhook_deliveries_due');
    table.index(['webhook_id', 'event_id'], 'webhook_deliveries_event');
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['webhook_deliveries', 'webhooks']) await trx.schema.dropTable(table);
  await trx.schema.alterTable('notifications', (table) => table.dropColumn('text'));
  await trx.schema.alterTable('domain_events', (table) => table.dropColumn('chain'));
};

export default { up, down } satisfies Migration;
