// How queries of other plugins reach databases and what rows name.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';

export interface DatabaseJoins {
  /** joins to a query the database that a column names: its page is `collections.page_id` */
  joinDatabase(query: Knex.QueryBuilder, column: string): void;
  /** the same, looked up for each row that the query has so far, and never the other way round */
  followDatabase(ctx: Ctx, query: Knex.QueryBuilder, column: string): void;
  /** joins what rows say in the property that a column names: `row_value.row_id`, and whom or what as `row_value.ref_id` */
  joinCells(query: Knex.QueryBuilder, column: string): void;
}

export const databaseJoins: DatabaseJoins = {
  joinDatabase: (query, column) => void query.join('collections', 'collections.id', column),
  followDatabase: (ctx, query, column) => ctx.dialect.followByKey(query, 'collections', { id: column }),
  joinCells: (query, column) => void query.join('row_value', 'row_value.property_id', column),
};
