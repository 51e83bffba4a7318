// Joins of others' queries with workspaces, their members and permission epochs.
import type { Knex } from 'knex';

const joinLive = (query: Knex.QueryBuilder, column: string): Knex.QueryBuilder =>
  query.join('workspaces as home', (on) => on.on('home.id', '=', column).andOnNull('home.deleted_at'));

/** Queries of others over rows that carry a workspace id in `column`, as the contract says. */
export const workspaceJoins = {
  joinEpoch: (query: Knex.QueryBuilder, column: string): void =>
    void joinLive(query, column)
      .join('permission_epochs as epochs', 'epochs.workspace_id', column)
      .select({ epoch: 'epochs.epoch' }),
  leftJoinEpoch: (query: Knex.QueryBuilder, column: string): void =>
    void query
      .leftJoin('workspaces as home', 'home.id', column)
      .leftJoin('permission_epochs as epochs', 'epochs.workspace_id', column)
      .whereNull('home.deleted_at')
      .select({ epoch: 'epochs.epoch' }),
  joinMembers: (query: Knex.QueryBuilder, column: string): void =>
    void joinLive(query, column).join('workspace_members as members', 'members.workspace_id', 'home.id'),
};
