// Comments in threads with reactions, who is mentioned where, and what people are told of in the product and by mail.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('comments', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.integer('parent_id').references('comments.id').onDelete('CASCADE').index();
    table.text('block_id');
    table.text('quote').notNullable().defaultTo('');
    table.text('body').notNullable();
    table.integer('author_id').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'resolved_at');
    table.integer('resolved_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'deleted_at');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('comment_reactions', (table) => {
    table.integer('comment_id').notNullable().references('comments.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('emoji').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    table.primary(['comment_id', 'user_id', 'emoji']);
  });
  await trx.schema.createTable('mentions', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.text('block_id');
    table.integer('comment_id').references('comments.id').onDelete('CASCADE').index();
    table.integer('actor_id').references('users.id').onDelete('SET NULL').index();
    dialect.flag(table, 'told');
    dialect.timestamp(table, 'created_at').notNullable();
  });
  await trx.schema.createTable('notifications', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('type').notNullable();
    table.text('cause').notNullable();
    table.text('topic').notNullable();
    table.text('url').notNullable();
    table.integer('page_id').references('pages.id').onDelete('CASCADE').index();
    table.integer('actor_id').references('users.id').onDelete('SET NULL').index();
    dialect.flag(table, 'in_app');
    dialect.flag(table, 'mail_due');
    dialect.timestamp(table, 'read_at').index();
    dialect.timestamp(table, 'created_at').notNullable().index();
    table.unique(['user_id', 'cause'], { indexName: 'notifications_once' });
    table.index(['cause'], 'notifications_cause');
    table.index(['topic'], 'notifications_topic');
  });
  await trx.schema.createTable('notification_preferences', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('kind').notNullable();
    dialect.flag(table, 'in_app');
    dialect.flag(table, 'email');
    table.primary(['user_id', 'kind']);
  });
  await trx.schema.createTable('notification_readers', (table) => {
    table.integer('user_id').primary().references('users.id').onDelete('CASCADE');
    table.text('locale').notNullable();
  });
};

const down: Migration['down'] = async (trx) => {
  const tables = ['notification_readers', 'notification_preferences', 'notifications', 'mentions'];
  for (const table of [...tables, 'comment_reactions', 'comments']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
