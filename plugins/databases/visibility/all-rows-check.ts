// Changes of a schema that take values from rows: only whoever sees all rows knows what would be lost.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { CollectionRow } from '../schema/store.ts';
import { hidesRows } from './per-reader-rollups.ts';

const REFUSALS = {
  convert: 'Only people who see every row of the database can change the types of its properties.',
  delete: 'Only people who see every row of the database can delete its properties and options.',
};

/** @throws Problem forbidden when rows of the database are hidden from the actor */
export async function requireAllRows(ctx: Ctx, collection: CollectionRow, doing: keyof typeof REFUSALS): Promise<void> {
  if (await hidesRows(ctx, collection)) throw new Problem('forbidden', REFUSALS[doing]);
}
