// What a row says beside its text: its values as blocks, so that they are found and their files are read with the page.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import type { Block } from '../../blocks/block.ts';
import { files } from '../../files/contract.ts';
import type { Value } from '../contract.ts';
import { isRowNumber } from '../schema/property-traits.ts';
import { fullSchemaById, type Schema } from '../schema/schema.ts';
import type { PropertyType, ValueNames } from '../schema/types/property-type.ts';
import { propertyTypeOf, typeNamed } from '../schema/types/registry.ts';
import { idsOf } from './relations.ts';
import type { EditedRow } from './row-edit.ts';
import { parseRowValues, rowStore } from './store.ts';

const key = (pageId: number): string => `belonging:${pageId}`;

/** Puts the blocks of rows, as they are now, within reach of the save that announces them. */
export async function rememberBelonging(ctx: Ctx, schema: Schema, rows: EditedRow[]): Promise<void> {
  const all = rows.map(({ stored, values }) => ({ id: stored.page_id, number: stored.number, values }));
  const names = await namesOf(
    ctx,
    schema,
    all.map(({ values }) => values),
  );
  for (const { id, number, values } of all) ctx.memo.set(key(id), blocksOf(schema, number, values, names));
}

function blocksOf(schema: Schema, number: number, values: Record<string, Value>, names: ValueNames): Block[] {
  const blocks: Block[] = [];
  const said: string[] = [];
  for (const property of schema.properties) {
    // Whoever finds the row would read it.
    if (schema.restricted.has(property.id)) continue;
    const value = isRowNumber(property) ? number : (values[property.id] ?? null);
    if (value === null) continue;
    // Related rows and computed values are found where they are written; the title is found with the page.
    if (!typeNamed(property.type).isUnsearched) said.push(propertyTypeOf(property).words(value, property, names));
    if (typeNamed(property.type).names === 'files')
      for (const fileId of idsOf(value)) blocks.push({ id: `f${fileId}`, type: 'file', data: { fileId, name: '' } });
  }
  // Each a block: an excerpt tells where one value ends.
  const texts = said.filter(Boolean);
  const paragraph = (text: string, at: number): Block => ({
    ...{ id: `v${at}`, type: 'paragraph', data: {} },
    content: [{ type: 'text', text }],
  });
  return [...texts.map(paragraph), ...blocks];
}

/** Names of the people and files in these values, whoever may see them: they are part of the text of a row. */
async function namesOf(ctx: Ctx, schema: Schema, all: Record<string, Value>[]): Promise<ValueNames> {
  const of = (kind: PropertyType['names']) => {
    const wanted = schema.properties.filter(({ type }) => typeNamed(type).names === kind && typeNamed(type).refs);
    return [...new Set(all.flatMap((values) => wanted.flatMap(({ id }) => idsOf(values[id]))))];
  };
  const [people, stored] = [of('people'), of('files')];
  const users = people.length ? await ctx.use(accounts).byIds(ctx, people) : [];
  const named = stored.length ? await ctx.use(files).byIds(ctx, stored) : [];
  const byId = new Map(users.map(({ id, full_name }) => [id, full_name]));
  const fileNames = new Map(named.map(({ id, name }) => [id, name]));
  return { user: (id) => byId.get(id), file: (id) => fileNames.get(id), row: () => undefined };
}

/** The same for the saves of rows that are there. */
export async function rowsBelonging(ctx: Ctx, pageIds: number[]): Promise<Map<number, Block[]>> {
  const found = new Map<number, Block[]>();
  for (const id of pageIds) {
    const known = ctx.memo.get(key(id)) as Block[] | undefined;
    if (known) found.set(id, known);
  }
  const rows = await rowStore.byIds(
    ctx,
    pageIds.filter((id) => !found.has(id)),
  );
  for (const [home, some] of Map.groupBy(rows, ({ collection_id }) => collection_id)) {
    const schema = await fullSchemaById(ctx, home);
    const values = some.map((row) => parseRowValues(row, schema));
    const names = await namesOf(ctx, schema, values);
    for (const [at, { page_id, number }] of some.entries())
      found.set(page_id, blocksOf(schema, number, values[at] as Record<string, Value>, names));
  }
  return found;
}
