// Single sign-on: how it is set up, who came from where, sign-ins on their way, the record of all, and the directory.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  // How a session came about: local, passkey, oidc, saml, or a forge.
  await trx.schema.alterTable('user_sessions', (table) => table.text('via').notNullable().defaultTo('local'));
  await trx.schema.alterTable('pending_logins', (table) => {
    table.text('via').notNullable().defaultTo('local');
    // What whoever began the sign-in wants to be told again once it is complete.
    table.text('carry');
  });
  // Who gave the membership: people (manual) or single sign-on (sso).
  await trx.schema.alterTable('workspace_members', (table) => table.text('source').notNullable().defaultTo('manual'));
  await trx.schema.createTable('login_transactions', (table) => {
    table.text('id_hash').primary();
    // Of the cookie: only the browser that began may end it.
    table.text('browser_hash').notNullable();
    table.text('provider').notNullable();
    table.text('purpose').notNullable();
    table.text('nonce').notNullable().defaultTo('');
    table.text('verifier_encrypted').notNullable().defaultTo('');
    // Of a request of ours that the answer names (SAML).
    table.text('request_id').notNullable().defaultTo('').index();
    table.text('next').notNullable();
    // The session that was there when it began.
    table.text('session_id');
    // What is carried from one step to the next, encrypted.
    table.text('data_encrypted').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'expires_at').notNullable().index();
  });
  await trx.schema.createTable('sso_config', (table) => {
    table.integer('id').primary();
    table.text('config_json').notNullable();
    // By name: {"oidc.client_secret": …}
    table.text('secrets_encrypted').notNullable().defaultTo('');
    table.integer('version').notNullable();
    // The version under which somebody last came in.
    table.integer('proven_version').notNullable().defaultTo(0);
    dialect.timestamp(table, 'updated_at').notNullable();
    table.integer('updated_by').references('users.id').onDelete('SET NULL').index();
  });
  await trx.schema.createTable('sso_identities', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('provider').notNullable();
    table.text('issuer').notNullable();
    table.text('subject').notNullable();
    table.text('email').notNullable().defaultTo('');
    table.text('groups_json').notNullable().defaultTo('[]');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'last_login_at').notNullable();
    table.unique(['provider', 'issuer', 'subject']);
  });
  await trx.schema.createTable('sso_sessions', (table) => {
    table.text('session_id').primary().references('user_sessions.id').onDelete('CASCADE');
    table.integer('identity_id').notNullable().references('sso_identities.id').onDelete('CASCADE').index();
    // How the provider calls the session.
    table.text('sid').notNullable().defaultTo('').index();
    table.text('id_token_encrypted').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
  });
  // Messages that may be taken once, by whichever process.
  await trx.schema.createTable('sso_replays', (table) => {
    table.text('hash').primary();
    dialect.timestamp(table, 'expires_at').notNullable().index();
  });
  // Keys with which this service signs and decrypts (SAML).
  await trx.schema.createTable('sso_keys', (table) => {
    table.increments('id');
    table.text('certificate').notNullable();
    table.text('private_key_encrypted').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    // From then on it is not shown any more; null: the one in use.
    dialect.timestamp(table, 'retires_at');
  });
  // What providers publish of themselves, by address (SAML).
  await trx.schema.createTable('sso_metadata', (table) => {
    table.text('url').primary();
    table.text('document').notNullable();
    table.text('error').notNullable().defaultTo('');
    dialect.timestamp(table, 'fetched_at').notNullable();
  });
  await trx.schema.createTable('sso_history', (table) => {
    table.increments('id');
    dialect.timestamp(table, 'created_at').notNullable().index();
    table.text('provider').notNullable();
    table.text('outcome').notNullable();
    table.text('reason').notNullable().defaultTo('');
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.text('subject').notNullable().defaultTo('');
    table.text('email').notNullable().defaultTo('');
    table.text('ip_address').notNullable().defaultTo('');
    table.text('user_agent').notNullable().defaultTo('');
    table.text('request_id').notNullable().defaultTo('');
  });
  await directory(trx, dialect);
};

/** People and groups as the directory of an organisation tells of them (SCIM). */
async function directory(...[trx, dialect]: Parameters<Migration['up']>): Promise<void> {
  await trx.schema.createTable('scim_tokens', (table) => {
    table.increments('id');
    table.text('name').notNullable();
    table.text('token_hash').notNullable().unique();
    table.text('token_prefix').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'last_used_at');
    dialect.timestamp(table, 'revoked_at');
  });
  await trx.schema.createTable('scim_users', (table) => {
    table.text('id').primary();
    table.integer('user_id').notNullable().unique().references('users.id').onDelete('CASCADE');
    table.text('user_name').notNullable();
    table.text('user_name_key').notNullable().unique();
    table.text('external_id').notNullable().defaultTo('').index();
    // All that the directory says, by the names of its schema.
    table.text('resource_json').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    // The account stays, and may be taken up again by its name.
    dialect.timestamp(table, 'deleted_at');
  });
  await trx.schema.createTable('scim_groups', (table) => {
    table.text('id').primary();
    table.text('display_name').notNullable();
    table.text('display_name_key').notNullable().unique();
    table.text('external_id').notNullable().defaultTo('').index();
    // Counts changes, of members as well.
    table.integer('version').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('scim_members', (table) => {
    table.text('group_id').notNullable().references('scim_groups.id').onDelete('CASCADE');
    table.text('scim_user_id').notNullable().references('scim_users.id').onDelete('CASCADE').index();
    table.primary(['group_id', 'scim_user_id']);
  });
}

const down: Migration['down'] = async (trx) => {
  for (const table of ['scim_members', 'scim_groups', 'scim_users', 'scim_tokens']) await trx.schema.dropTable(table);
  const tables = ['sso_history', 'sso_metadata', 'sso_keys', 'sso_replays', 'sso_sessions', 'sso_identities'];
  for (const table of [...tables, 'sso_config', 'login_transactions']) await trx.schema.dropTable(table);
  await trx.schema.alterTable('workspace_members', (table) => table.dropColumn('source'));
  await trx.schema.alterTable('pending_logins', (table) => table.dropColumns('via', 'carry'));
  await trx.schema.alterTable('user_sessions', (table) => table.dropColumn('via'));
};

export default { up, down } satisfies Migration;
