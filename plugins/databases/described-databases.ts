// Databases for those who keep a copy of what a reader sees: with properties and views, and what copies of rows need.

import { notFound } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type DescribedDatabase, type NewRow, type RowInput, readValue, type Value } from './contract.ts';
import { rowTemplatePolicies } from './policies.ts';
import { presentCollection } from './present.ts';
import { displayValue, loadDisplayNames } from './rows/value-display.ts';
import { shownProperties } from './schema/formula-properties.ts';
import { collectionStore } from './schema/store.ts';
import { type RowTemplate, startRow } from './templates/row-templates.ts';
import { visibleViews } from './views/views.ts';
import { visibleSchemaById, visibleSchemaOf } from './visibility/visible-schema.ts';

/** Of these pages, those that are databases; the caller has checked that the actor sees them. */
export async function describeDatabases(ctx: Ctx, pageIds: number[]): Promise<DescribedDatabase[]> {
  const found: DescribedDatabase[] = [];
  for (const row of pageIds.length ? await collectionStore.ofPages(ctx, pageIds) : [])
    found.push({
      ...presentCollection(row),
      properties: shownProperties((await visibleSchemaOf(ctx, row)).properties),
      views: await visibleViews(ctx, row.id),
    });
  return found;
}

/** @throws Problem not_found for a template that the actor does not see, or of another database */
export async function rowFromTemplate(
  ctx: Ctx,
  id: number,
  input: RowInput,
  templateId?: number | null,
): Promise<NewRow> {
  if (!templateId) return startRow(ctx, id, input, templateId as null | undefined);
  const { row } = await ctx.app.access.require(ctx, rowTemplatePolicies.use, templateId);
  const template = row as RowTemplate;
  if (template.collection_id !== id) throw notFound();
  return startRow(ctx, id, input, template);
}

export async function valueTexts(ctx: Ctx, id: number, values: Record<string, unknown>): Promise<Map<number, string>> {
  const { properties } = await visibleSchemaById(ctx, id);
  const named = properties.filter((property) => property.id in values);
  const read: Record<string, Value> = {};
  for (const property of named) {
    const value = readValue(property, values[property.id]);
    if (value !== undefined) read[property.id] = value;
  }
  const known = await loadDisplayNames(ctx, named, [{ values: read }]);
  return new Map(
    named.flatMap((one) =>
      one.id in read ? [[one.id, displayValue(ctx, one, read[one.id] ?? null, known).text]] : [],
    ),
  );
}
