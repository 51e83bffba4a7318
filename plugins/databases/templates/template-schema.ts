// The properties of a template of databases as a program writes them down: read as they would be for a new database.
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { NewProperty, Property } from '../contract.ts';
import { shownProperties } from '../schema/formula-properties.ts';
import { readProperty } from '../schema/properties.ts';
import { faultAt, type PropertyInput } from '../schema/property-input.ts';
import { isPressedProperty } from '../schema/property-traits.ts';
import { emptySchema, schemaFrom } from '../schema/schema.ts';
import type { CollectionRow } from '../schema/store.ts';

/** What leads out of a database, or counts what others say, is no part of a template. */
export const isTemplated = (one: Pick<Property, 'type'>): boolean =>
  one.type !== 'relation' && one.type !== 'rollup' && !isPressedProperty(one);

/** A property as a new one is described. */
export const asGiven = ({ name, type, config, validation, group_name }: Property): NewProperty => {
  const { result: _result, is_volatile: _volatile, ...own } = config;
  return { name, type, config: own, validation, group_name };
};

/** Nothing is written: it is of no database yet. */
const NOWHERE = { id: 0 } as CollectionRow;

/** In the order in which they are given. @throws Problem validation_failed, said of the place in the list */
export async function readTemplateSchema(ctx: Ctx, given: PropertyInput[]): Promise<NewProperty[]> {
  const named = given.find(({ type }) => type === 'title');
  const title = named ?? { name: ctx.app.messages.in(ctx.locale)('databases.name'), type: 'title' as const };
  // The title first, as for a database; the others may look at it.
  const order = [title, ...given.filter((one) => one !== named)];
  let read: Property[] = [];
  for (const input of order) {
    const at = given.includes(input) ? given.indexOf(input) : undefined;
    const property = await readOne(ctx, read, input).catch((error) => Promise.reject(faultAt(error, 'schema', at)));
    read = [...read, property];
  }
  const shown = shownProperties(read);
  return given.map((input) => asGiven(shown[order.indexOf(input)] as Property));
}

async function readOne(ctx: Ctx, before: Property[], input: PropertyInput): Promise<Property> {
  if (!isTemplated(input)) throw invalid(['body', 'type'], 'is no part of a template', 'value_error', input.type);
  const schema = before.length ? schemaFrom(NOWHERE, before) : emptySchema(NOWHERE);
  const { two_way: _two, reverse_name: _name, ...made } = await readProperty(ctx, schema, input);
  return { id: before.length + 1, ...made };
}
