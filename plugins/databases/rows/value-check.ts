// A value that is to be set later: taken or refused now, in the words of the property, as writing it to a row would.
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { caught, type RowFault } from './row-errors.ts';
import { checkReferences, type RowValueDraft } from './value-parsing.ts';
import { ruleFaults } from './value-validation.ts';

type Path = (string | number)[];

/** Options by their ids; anything else as it was given. @throws Problem validation_failed */
export async function checkValue(ctx: Ctx, id: number, propertyId: number, value: unknown, at: Path): Promise<unknown> {
  const property = (await visibleSchemaById(ctx, id)).byId.get(propertyId);
  if (!property) throw invalid(['body', ...at], 'names no property of the database', 'value_error', propertyId);
  const draft: RowValueDraft = { before: null, values: new Map() };
  const faults: RowFault[] = [];
  try {
    const read = propertyTypeOf(property).read(value, property);
    draft.values.set(property, read);
    faults.push(...ruleFaults(property, read));
    await checkReferences(ctx, [draft], faults);
  } catch (error) {
    faults.push(caught(property, error));
  }
  const [first] = faults;
  if (first) throw invalid(['body', ...at], first.detail, 'value_error', value);
  return property.config.options ? draft.values.get(property) : value;
}
