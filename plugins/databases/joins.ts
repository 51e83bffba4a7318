// How queries of other plugins reach databases and what rows name, as the contract says.
import type { Databases } from './contract.ts';

type Joins = Pick<Databases, 'joinDatabase' | 'followDatabase' | 'joinCells'>;

export const databaseJoins: Joins = {
  joinDatabase: (query, column) => void query.join('collections', 'collections.id', column),
  followDatabase: (ctx, query, column) => ctx.dialect.followByKey(query, 'collections', { id: column }),
  joinCells: (query, column) => void query.join('row_value', 'row_value.property_id', column),
};
