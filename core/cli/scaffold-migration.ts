// The text of a new migration step.

/**
 * A step that makes a table of that name.
 * @param own whether it becomes a file of the program itself; those of plugins import by the package's name
 */
export const migrationFile = (name: string, own: boolean): string => `// Adds ${name}: say here what for.
import type { Migration } from '${own ? '../core/database/migrate.ts' : 'commonplace/migrate'}';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('${name}', (table) => {
    table.increments('id');
    table.text('name').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('${name}');
};

export default { up, down } satisfies Migration;
`;
