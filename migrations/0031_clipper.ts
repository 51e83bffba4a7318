// What browser extensions have clipped, how they came to be let in, and what a person keeps for clipping.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('extension_devices', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('extension_name').notNullable().defaultTo('clipper');
    table.text('device_id').notNullable();
    table.text('device_name').notNullable().defaultTo('');
    table.text('token_hash').notNullable().unique();
    table.text('scopes').notNullable().defaultTo('read,write');
    dialect.timestamp(table, 'last_used_at');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.flag(table, 'revoked');
    table.unique(['user_id', 'extension_name', 'device_id'], { indexName: 'extension_devices_once' });
  });
  await trx.schema.createTable('extension_pairings', (table) => {
    table.increments('id');
    // What the person sees and compares, and what the extension asks with; neither is kept as it is.
    table.text('user_code_hash').notNullable().unique();
    table.text('poll_hash').notNullable().unique();
    // Hash of a secret that never leaves the extension before it asks.
    table.text('challenge').notNullable();
    table.text('extension_name').notNullable();
    table.text('device_id').notNullable();
    table.text('device_name').notNullable();
    table.text('ip_address').notNullable();
    table.integer('user_id').references('users.id').onDelete('CASCADE').index();
    table.text('state').notNullable().defaultTo('waiting');
    table.integer('tries').notNullable().defaultTo(0);
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'expires_at').notNullable().index();
  });
  await trx.schema.createTable('extension_clips', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.integer('device_id').references('extension_devices.id').onDelete('SET NULL').index();
    // What the extension calls the clip; it is made once, however often it is sent.
    table.text('client_id');
    table.text('clip_type').notNullable().defaultTo('article');
    table.text('source_url').notNullable();
    // Of the address without what changes from one visit to the next.
    table.text('url_key').notNullable();
    table.text('title').notNullable();
    table.integer('target_page_id').references('pages.id').onDelete('SET NULL').index();
    table.integer('target_workspace_id').references('workspaces.id').onDelete('SET NULL').index();
    // It was put into a page that was there before.
    dialect.flag(table, 'is_part');
    // Ids of the blocks that were put into such a page, or that wait for their text.
    table.text('added_json');
    // Pictures that are still to be fetched, each with the block that stands for it.
    table.text('missing_json');
    // reading while the service fetches the page itself, then done or failed.
    table.text('state').notNullable().defaultTo('done');
    table.text('error').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['user_id', 'client_id'], { indexName: 'extension_clips_once' });
    table.index(['user_id', 'url_key'], 'extension_clips_address');
    table.index(['state', 'created_at'], 'extension_clips_state');
  });
  await trx.schema.createTable('clip_settings', (table) => {
    table.integer('user_id').primary().references('users.id').onDelete('CASCADE');
    // Where clips go that name no place: below a page, or into a database.
    table.integer('home_page_id').references('pages.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('clip_templates', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.integer('position').notNullable();
    table.text('template_json').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['user_id', 'position'], { indexName: 'clip_templates_order' });
  });
  await trx.schema.createTable('clip_highlights', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('source_url').notNullable();
    table.text('url_key').notNullable();
    table.text('exact').notNullable();
    table.text('prefix').notNullable().defaultTo('');
    table.text('suffix').notNullable().defaultTo('');
    table.text('note').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
    table.index(['user_id', 'url_key'], 'clip_highlights_address');
  });
};

const down: Migration['down'] = async (trx) => {
  const made = ['clip_highlights', 'clip_templates', 'clip_settings', 'extension_clips'];
  for (const table of [...made, 'extension_pairings', 'extension_devices']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
