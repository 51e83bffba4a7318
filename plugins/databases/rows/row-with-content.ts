// One row as every answer shows it that is no list: the fields of its page with their content, and its values.
import Joi from 'joi';
import type { Ctx } from '../../../core/kernel/context.ts';
import { serialize, wholePage } from '../../pages/contract.ts';
import type { NewRow, Row } from '../contract.ts';
import { rowSchema } from '../present.ts';

export const wholeRowSchema = rowSchema
  .keys({ content: Joi.string().required().allow('') })
  .meta({ title: 'RowWithContent' });

/** A row that was made just now holds what it was made of: that is not read again. */
export const newWholeRow = (row: Row, { blocks = [] }: NewRow): Row & { content: string } => ({
  ...row,
  content: serialize(blocks, row.updated_at),
});

export async function wholeRow(ctx: Ctx, row: Row): Promise<Row & { content: string }> {
  const { content } = await wholePage(ctx, row);
  return { ...row, content };
}
