// Records of files for plugins that the files plugin needs itself, and for queries that show a file; it provides them.
import type { Knex } from 'knex';
import type { Ctx } from '../kernel/context.ts';
import { type Service, service } from '../kernel/plugin.ts';
import type { StoredBlob } from './storage.ts';

export interface FileRecords {
  /** joins to a query the file that a column names, as `files` */
  join(query: Knex.QueryBuilder, column: string): void;
  /** the same where the column may name none */
  leftJoin(query: Knex.QueryBuilder, column: string): void;
  /** makes the record of a blob that belongs to no workspace, such as an avatar; returns its id */
  insert(ctx: Ctx, blob: StoredBlob & { name: string; mime: string; created_by: number }): Promise<number>;
  /** takes such a record away; the blob is left to the caller */
  remove(ctx: Ctx, id: number): Promise<void>;
}

/** Records of files for what is no page, such as avatars, and joins to them. */
export const fileRecords: Service<FileRecords> = service('storage.records');
