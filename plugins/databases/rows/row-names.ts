// What the routes of rows share where clients call properties and options by their names (contract 13).
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { toggle } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Row, RowInput } from '../contract.ts';
import { rowsByName } from '../schema/names-to-ids.ts';
import type { Schema } from '../schema/schema.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { makeOptions } from './new-options.ts';

/** Answers give ids unless a client asks for names. */
export const namesQuery = {
  names: toggle().default(false).description('values by the names of properties, options by theirs'),
};
export const optionKeys = {
  create_options: Joi.boolean().description('make the options that are named and not there yet'),
};

/** Rows as the request wants them. */
export const applyNames = <One extends Row>(request: Request, schema: Schema, rows: One[]): One[] =>
  request.query.names ? rowsByName(schema, rows) : rows;

/** The same where the schema is read only if it is needed. */
export const applyNamesById = async (request: Request, collectionId: number, rows: Row[]): Promise<Row[]> =>
  request.query.names ? rowsByName(await visibleSchemaById(request.ctx, collectionId), rows) : rows;

export const namedOne = async (request: Request, row: Row): Promise<Row> =>
  (await applyNamesById(request, row.collection_id, [row]))[0] as Row;

/** Writes rows, with the options that they name if the request asks for that: both or neither. */
export function withOptions<Made>(
  request: Request,
  collectionId: number,
  rows: RowInput[],
  write: (ctx: Ctx) => Promise<Made>,
): Promise<Made> {
  const { create_options } = (request.payload ?? {}) as { create_options?: boolean };
  if (!create_options) return write(request.ctx);
  return request.ctx.tx(async (tx) => {
    await makeOptions(tx, await visibleSchemaById(tx, collectionId), rows);
    return write(tx);
  });
}
