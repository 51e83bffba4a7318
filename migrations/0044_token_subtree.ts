// The page that a token is limited to, with all that lies below it; the token goes with the page.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.alterTable('api_tokens', (table) => {
    table.integer('root_page_id').references('pages.id').onDelete('CASCADE').index();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('api_tokens', (table) => {
    table.dropForeign('root_page_id');
    table.dropColumn('root_page_id');
  });
};

export default { up, down };
