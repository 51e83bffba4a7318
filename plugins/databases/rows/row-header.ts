// The properties of a row under the title of its page, in their groups.
import type { Request } from '@hapi/hapi';
import { subjectOf } from '../../../core/access/access-control.ts';
import type { Property } from '../model.ts';
import { presentRows } from '../present.ts';
import { isDateProperty, isPressedProperty } from '../schema/property-traits.ts';
import { startsRulesOnly } from '../schema/types/button/press-right.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { writableRows } from '../visibility/editable-rows.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { rowStore } from './store.ts';
import { type DisplayValue, displayNamesOf, displayValue, facesOf, namesInRows } from './value-display.ts';

export interface ShownGroup {
  /** empty: those without one, which stand first */
  name: string;
  properties: (DisplayValue & { id: number; name: string; isWritable: boolean; button?: string | undefined })[];
}

export async function rowHeaderSection(request: Request): Promise<Record<string, unknown>> {
  const { ctx } = request;
  const page = request.app.shown;
  if (!page || ctx.actor.type !== 'user' || request.route.settings.id !== 'pages.view') return {};
  const row = subjectOf(request, 'page_id').row as { collection_id: number | null; is_locked: number };
  if (row.collection_id === null) return {};
  const [record] = await rowStore.records(ctx, [page.id]);
  if (!record) return {};
  const schema = await visibleSchemaById(ctx, record.collection_id);
  const [shownRow] = await presentRows(ctx, schema, [record]);
  const properties = schema.properties.filter(({ type, config }) => type !== 'title' && !config.hidden);
  if (!shownRow) return {};
  const names = await namesInRows(ctx, properties, [shownRow]);
  const known = displayNamesOf(names);
  const isEditable = !row.is_locked && (await writableRows(ctx, schema, [record])).length > 0;
  const show = (property: Property) => ({
    id: property.id,
    name: property.name,
    ...displayValue(ctx, property, shownRow.values[property.id] ?? null, known),
    ...facesOf(property, shownRow.values[property.id] ?? null, names),
    isWritable: !propertyTypeOf(property).computed && !schema.readOnly.has(property.id),
    ...(isPressedProperty(property) && {
      button: isEditable || startsRulesOnly(property) ? property.config.label : '',
    }),
  });
  const groups = Map.groupBy(properties, ({ group_name }) => group_name);
  const named = [...groups].map(([name, list]): ShownGroup => ({ name, properties: list.map(show) }));
  return {
    rowHead: {
      id: page.id,
      collectionId: record.collection_id,
      hasDate: properties.some(isDateProperty),
      names: JSON.stringify(names),
      groups: named.sort((a, b) => Number(Boolean(a.name)) - Number(Boolean(b.name))),
      editable: isEditable,
    },
  };
}
