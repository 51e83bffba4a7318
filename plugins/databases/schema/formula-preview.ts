// A formula while it is written: what is wrong with it and where, or its results for the first rows.
import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Value } from '../contract.ts';
import { type FormulaFault, programKind } from '../formula/index.ts';
import { formulaRows, presentRows } from '../present.ts';
import { listRows } from '../query/list-rows.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { checkedFormula, circumstancesOf, evaluateForReader } from './formula-properties.ts';
import { resultOf } from './types/formula/index.ts';

/** More rows say no more. */
const PREVIEWED_ROWS = 3;

export interface FormulaTrial {
  expression: string;
  /** the property that would have it; absent for a new one */
  property_id?: number;
}

/** `start` and `end` in characters (UTF-16) of the formula; `message` in the language of the reader. */
interface ShownFault {
  message: string;
  start: number;
  end: number;
}

export interface FormulaPreview {
  fault: ShownFault | null;
  /** kind of the results, null where there is a fault */
  result: string | null;
  rows: { id: number; title: string; value: Value; fault: ShownFault | null }[];
}

function shownFault(ctx: Ctx, error: FormulaFault | 'circle', expression: string): ShownFault {
  const { messages } = ctx.app;
  if (error === 'circle')
    return { message: messages.text(ctx.locale, 'databases.formula.circle'), start: 0, end: expression.length };
  const { key, values, start, end } = error;
  return { message: messages.text(ctx.locale, key, values), start, end };
}

/** Nothing is stored. @throws Problem not_found */
export async function previewFormula(ctx: Ctx, collectionId: number, trial: FormulaTrial): Promise<FormulaPreview> {
  const { expression, property_id } = trial;
  const schema = await visibleSchemaById(ctx, collectionId);
  if (property_id !== undefined && !schema.byId.has(property_id)) throw notFound();
  const checked = checkedFormula(schema, expression, property_id);
  if (!checked.ok) return { fault: shownFault(ctx, checked.error, expression), result: null, rows: [] };
  const { program } = checked;
  const { records } = await listRows(ctx, schema, {}, { limit: PREVIEWED_ROWS });
  const rows = await presentRows(ctx, schema, records);
  const circumstances = circumstancesOf(ctx);
  const seen = (await formulaRows(ctx, schema, rows, records)).map((row) =>
    evaluateForReader(schema, program, row, circumstances),
  );
  return {
    fault: null,
    result: resultOf(programKind(program)),
    rows: rows.map(({ id, title }, index) => {
      const evaluated = seen[index];
      const error = evaluated?.ok === false ? shownFault(ctx, evaluated.error, expression) : null;
      return { id, title, value: evaluated?.ok ? (evaluated.value as Value) : null, fault: error };
    }),
  };
}
