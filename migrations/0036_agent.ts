// What people ask the agent: conversations with their messages and notes, runs, and the acts of each run.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('agent_conversations', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.integer('workspace_id').references('workspaces.id').onDelete('SET NULL').index();
    // The page that it was begun at.
    table.integer('page_id').references('pages.id').onDelete('SET NULL').index();
    table.text('title').notNullable().defaultTo('');
    table.text('mode').notNullable().defaultTo('approve');
    dialect.flag(table, 'memory_enabled');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    table.index(['user_id', 'updated_at'], 'agent_conversations_recent');
  });
  await trx.schema.createTable('agent_runs', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    // Null: what an agent of another program did with this token within half an hour.
    table.integer('conversation_id').references('agent_conversations.id').onDelete('CASCADE');
    table.integer('token_id');
    table.text('status').notNullable().defaultTo('running');
    // Why it failed, as one word and in words.
    table.text('code').notNullable().defaultTo('');
    table.text('detail').notNullable().defaultTo('');
    table.text('model').notNullable().defaultTo('');
    table.integer('tokens_in').notNullable().defaultTo(0);
    table.integer('tokens_out').notNullable().defaultTo(0);
    // Of the call that is on its way: at most as many as it may use.
    table.integer('tokens_reserved').notNullable().defaultTo(0);
    table.integer('steps').notNullable().defaultTo(0);
    dialect.flag(table, 'private_read');
    dialect.flag(table, 'tainted');
    // The process that works on it, and until when it is believed to.
    table.text('owner');
    dialect.timestamp(table, 'lease_until');
    // In UTC, by which tokens are counted.
    table.text('day').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'ended_at');
    table.index(['conversation_id', 'id'], 'agent_runs_conversation');
    table.index(['user_id', 'day'], 'agent_runs_day');
    table.index(['token_id', 'id'], 'agent_runs_token');
    table.index(['status', 'lease_until'], 'agent_runs_status');
  });
  // One at a time in a conversation.
  await trx.raw(
    "create unique index agent_runs_open on agent_runs (conversation_id) where status in ('running', 'waiting') and conversation_id is not null",
  );
  await trx.schema.createTable('agent_messages', (table) => {
    table.increments('id');
    table.integer('conversation_id').notNullable().references('agent_conversations.id').onDelete('CASCADE');
    table.integer('run_id').references('agent_runs.id').onDelete('CASCADE').index();
    // user, assistant or tool.
    table.text('role').notNullable();
    table.text('text').notNullable().defaultTo('');
    // What the assistant called, and of a tool which call it answers.
    table.text('calls_json');
    table.text('call_id');
    table.text('tool');
    table.text('sources_json');
    dialect.timestamp(table, 'created_at').notNullable();
    table.index(['conversation_id', 'id'], 'agent_messages_conversation');
  });
  await trx.schema.createTable('agent_actions', (table) => {
    table.increments('id');
    table.integer('run_id').notNullable().references('agent_runs.id').onDelete('CASCADE');
    table.text('call_id').notNullable();
    table.text('tool').notNullable();
    table.text('args_json').notNullable();
    table.text('preview_json');
    table.text('status').notNullable().defaultTo('proposed');
    // How it was allowed: once, run, or by the mode of the conversation.
    table.text('allowed');
    table.text('detail').notNullable().defaultTo('');
    // What was changed, the version that it had and the one that it was left at.
    table.integer('page_id');
    table.integer('version_before');
    table.integer('version_after');
    table.text('undo_json');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'decided_at');
    table.index(['run_id', 'id'], 'agent_actions_run');
    table.index(['page_id', 'version_after'], 'agent_actions_page');
  });
  await trx.schema.createTable('agent_notes', (table) => {
    table.increments('id');
    table.integer('conversation_id').notNullable().references('agent_conversations.id').onDelete('CASCADE');
    table.text('text').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    table.index(['conversation_id', 'id'], 'agent_notes_conversation');
  });
  // What whoever watches a run is told, to be told again after a lost connection.
  await trx.schema.createTable('agent_run_events', (table) => {
    table.increments('id');
    table.integer('run_id').notNullable().references('agent_runs.id').onDelete('CASCADE');
    table.text('type').notNullable();
    table.text('data_json').notNullable();
    dialect.timestamp(table, 'created_at').notNullable().index();
    table.index(['run_id', 'id'], 'agent_run_events_run');
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['run_events', 'notes', 'actions', 'messages', 'runs', 'conversations'])
    await trx.schema.dropTable(`agent_${table}`);
};

export default { up, down };
