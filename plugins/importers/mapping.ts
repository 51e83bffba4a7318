// What a person says of columns, as requests and files have it.
import Joi from 'joi';
import { invalid } from '../../core/http/problem.ts';
import { MAPPED_TYPES } from '../databases/contract.ts';
import type { ColumnMapping } from './contract.ts';

const column = Joi.object({
  name: Joi.string().trim().min(1).max(100),
  type: Joi.valid(...MAPPED_TYPES),
  skip: Joi.boolean(),
  dates: Joi.valid('dmy', 'mdy').description('what comes first in dates that could be read both ways, day or month'),
});

export const mappingSchema = Joi.object<ColumnMapping>()
  .pattern(Joi.string().max(500), Joi.object().pattern(Joi.string().max(500), column))
  .description('database of the source → column → name and type here, or skip; what is not named stays as found');

/** @throws Problem validation_failed for anything else */
export function readMapping(text: string): ColumnMapping {
  try {
    const { value, error } = mappingSchema.validate(JSON.parse(text));
    if (!error) return value as ColumnMapping;
    throw invalid(['body', 'mapping', ...(error.details[0]?.path ?? [])], error.message, 'value_error');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid(['body', 'mapping'], `is no JSON: ${error.message}`, 'value_error');
  }
}
