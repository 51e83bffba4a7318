// Databases with their properties and views, for those who keep a copy of what a reader sees.
import type { Ctx } from '../../core/kernel/context.ts';
import type { DescribedDatabase } from './contract.ts';
import { presentCollection } from './present.ts';
import { shownProperties } from './schema/formula-properties.ts';
import { collectionStore } from './schema/store.ts';
import { viewsOf } from './views/views.ts';
import { visibleSchemaOf } from './visibility/visible-schema.ts';

/** Of these pages, those that are databases; the caller has checked that the actor sees them. */
export async function describeDatabases(ctx: Ctx, pageIds: number[]): Promise<DescribedDatabase[]> {
  const found: DescribedDatabase[] = [];
  for (const row of pageIds.length ? await collectionStore.ofPages(ctx, pageIds) : [])
    found.push({
      ...presentCollection(row),
      properties: shownProperties((await visibleSchemaOf(ctx, row)).properties),
      views: await viewsOf(ctx, row.id),
    });
  return found;
}
