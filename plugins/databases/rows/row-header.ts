// The properties of a row under the title of its page, in their groups.
import type { Request } from '@hapi/hapi';
import { subjectOf } from '../../../core/access/access-control.ts';
import { cookieValue } from '../../../core/http/preferences.ts';
import { type Property, RATING_MAX } from '../model.ts';
import { collectionPolicies } from '../policies.ts';
import { presentRows } from '../present.ts';
import { isDateProperty, isPressedProperty } from '../schema/property-traits.ts';
import { startsRulesOnly } from '../schema/types/button/press-right.ts';
import { propertyTypeOf, typeNamed } from '../schema/types/registry.ts';
import { writableRows } from '../visibility/editable-rows.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { rowStore } from './store.ts';
import { type DisplayValue, displayNamesOf, displayValue, facesOf, namesInRows } from './value-display.ts';

interface ShownProperty extends DisplayValue {
  id: number;
  name: string;
  icon: string;
  isWritable: boolean;
  button?: string | undefined;
  /** so many stars there are to be pressed */
  offered?: number | undefined;
  /** without a value it may stand back */
  isFolded: boolean;
}

export interface ShownGroup {
  /** empty: those without one, which stand first */
  name: string;
  properties: ShownProperty[];
  /** what has no value, when it is too much of it */
  folded: ShownProperty[];
}

/** So many properties of a row stay in sight whatever they say, and fewer empty ones than that are not worth a fold. */
const [STAYING, FOLD_FROM] = [4, 3];
/** Whether somebody unfolded them last. */
export const UNFOLDED_COOKIE = 'empty_values';

function groupOf(name: string, shown: ShownProperty[]): ShownGroup {
  const folded = shown.filter(({ isFolded }) => isFolded);
  if (folded.length < FOLD_FROM) return { name, properties: shown, folded: [] };
  return { name, properties: shown.filter(({ isFolded }) => !isFolded), folded };
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
  const staying = new Set(properties.slice(0, STAYING));
  const show = (property: Property) => {
    const display = displayValue(ctx, property, shownRow.values[property.id] ?? null, known);
    const isEmpty = !display.text && display.kind !== 'check' && !isPressedProperty(property);
    return {
      ...display,
      ...told(property),
      isFolded: isEmpty && !property.validation.required && !staying.has(property),
    };
  };
  const told = (property: Property) => ({
    id: property.id,
    name: property.name,
    icon: typeNamed(property.type).icon,
    ...facesOf(property, shownRow.values[property.id] ?? null, names),
    isWritable: !propertyTypeOf(property).computed && !schema.readOnly.has(property.id),
    ...(typeNamed(property.type).display === 'stars' && { offered: property.config.max ?? RATING_MAX }),
    ...(isPressedProperty(property) && {
      button: isEditable || startsRulesOnly(property) ? property.config.label : '',
    }),
  });
  const groups = Map.groupBy(properties, ({ group_name }) => group_name);
  const named = [...groups].map(([name, list]) => groupOf(name, list.map(show)));
  return {
    rowHead: {
      id: page.id,
      collectionId: record.collection_id,
      databaseId: schema.collection.page_id,
      addsProperties: await ctx.app.access.allows(ctx, collectionPolicies.edit, record.collection_id),
      isUnfolded: cookieValue(request, UNFOLDED_COOKIE) === 'open',
      hasDate: properties.some(isDateProperty),
      names: JSON.stringify(names),
      groups: named.sort((a, b) => Number(Boolean(a.name)) - Number(Boolean(b.name))),
      editable: isEditable,
    },
  };
}
