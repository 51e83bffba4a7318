// What administrators were told last of the end of a certificate; and clocks that differ are not of SAML alone.
import type { Migration } from '../core/database/migrate.ts';

const migration: Migration = {
  async up(trx) {
    await trx.schema.alterTable('sso_config', (table) => {
      table.text('certificate_warning').notNullable().defaultTo('');
    });
    await trx('sso_history').where({ reason: 'saml_clock' }).update({ reason: 'clock' });
  },

  async down(trx) {
    await trx('sso_history').where({ reason: 'clock' }).update({ reason: 'saml_clock' });
    await trx.schema.alterTable('sso_config', (table) => {
      table.dropColumn('certificate_warning');
    });
  },
};
export default migration;
