// A database that comes under other people's rights: whoever takes it there must see all of it, or they would open it.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { fullSchema } from '../schema/schema.ts';
import { collectionStore } from '../schema/store.ts';
import { visibleSchemaOf } from './visible-schema.ts';

/** @throws Problem forbidden when one of these pages is a database with properties that are hidden from the actor */
export async function refuseHidden(ctx: Ctx, pageIds: number[]): Promise<void> {
  for (const collection of await collectionStore.ofPages(ctx, pageIds)) {
    const [seen, whole] = [await visibleSchemaOf(ctx, collection), await fullSchema(ctx, collection)];
    if (seen.properties.length < whole.properties.length)
      throw new Problem('forbidden', 'A database here has properties that you do not see, so it stays where it is.');
  }
}
