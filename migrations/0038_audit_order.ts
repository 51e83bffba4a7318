// The records of what somebody answers for are read by their moments, and by who did it.
import type { Migration } from '../core/database/migrate.ts';

const migration: Migration = {
  async up(trx) {
    await trx.schema.alterTable('permission_audit', (table) => {
      table.index(['created_at', 'id'], 'permission_audit_order');
      table.index(['performed_by', 'created_at'], 'permission_audit_actor');
    });
    await trx.schema.alterTable('user_sessions', (table) => {
      table.index(['created_at', 'id'], 'user_sessions_order');
    });
  },

  async down(trx) {
    await trx.schema.alterTable('user_sessions', (table) => table.dropIndex([], 'user_sessions_order'));
    await trx.schema.alterTable('permission_audit', (table) => {
      table.dropIndex([], 'permission_audit_actor');
      table.dropIndex([], 'permission_audit_order');
    });
  },
};
export default migration;
