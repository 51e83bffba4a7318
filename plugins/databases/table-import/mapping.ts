// Where each column of a table goes: into a property that is there, into a new one, or nowhere.

import { invalid } from '../../../core/http/problem.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { NewProperty, Property } from '../contract.ts';
import type { Schema } from '../schema/schema.ts';
import { OPTIONS_MAX } from '../schema/types/bases/options.ts';
import { typeNamed } from '../schema/types/registry.ts';
import { type ColumnType, type ParsedColumn, parseTable, type Table } from './index.ts';

/** null: the column is left out */
export type ColumnTarget = { property: number } | { type: ColumnType['type']; name: string } | null;

export interface TableFormat {
  separator?: string;
  has_header?: boolean;
}

export const readTextTable = (ctx: Ctx, text: string, { separator, has_header }: TableFormat): Table =>
  parseTable(text, {
    separator,
    hasHeader: has_header,
    unnamed: (place) => ctx.app.messages.text(ctx.locale, 'databases.intake.column', { place }),
  });

/** Whether cells of a table can be read as its values. */
export const isTaken = ({ type }: Property): boolean => typeNamed(type).fromColumn?.isTaken === true;

/** What each column goes into unless somebody says otherwise: properties of the same name, and the title of the rows. */
export function suggested({ properties, title, readOnly }: Schema, { columns, title: named }: Table): ColumnTarget[] {
  const byName = new Map(
    properties.filter((one) => isTaken(one) && !readOnly.has(one.id)).map((one) => [uniqueKey(one.name), one]),
  );
  const found = columns.map((column) => byName.get(uniqueKey(column.name)));
  const titled = found.includes(title) ? -1 : named;
  return columns.map((column, at): ColumnTarget => {
    const property = found[at];
    if (at === titled) return { property: title.id };
    return property ? { property: property.id } : { type: column.kind.type, name: column.name };
  });
}

/** @throws Problem validation_failed for a column too much, unknown properties, and one that two columns go into */
export function checkTargets({ byId, readOnly }: Schema, { columns }: Table, targets: ColumnTarget[]): void {
  if (targets.length !== columns.length)
    throw invalid(['body', 'columns'], `has ${targets.length} places for ${columns.length} columns`);
  const seen = new Set<number>();
  for (const [at, target] of targets.entries()) {
    if (!target || !('property' in target)) continue;
    const property = byId.get(target.property);
    const takes = property !== undefined && isTaken(property) && !readOnly.has(property.id);
    const fault = takes ? 'is named twice' : 'names no property that takes texts';
    if (!takes || seen.has(property.id))
      throw invalid(['body', 'columns', at, 'property'], fault, 'value_error', target.property);
    seen.add(property.id);
  }
}

/** A property for a column, of the type that was chosen for it. */
export function propertyForColumn(
  { kind }: ParsedColumn,
  { type, name }: { type: ColumnType['type']; name: string },
): NewProperty {
  const options =
    'options' in kind ? kind.options.slice(0, OPTIONS_MAX).map((one) => ({ name: one.slice(0, 100) })) : [];
  if (type === 'select' || type === 'multi_select') return { name, type, config: { options } };
  if (type !== 'number' || kind.type !== 'number') return { name, type };
  const { decimal: _, ...config } = kind.style;
  return { name, type, config };
}

/** How the cells of a column are read for a property. */
export const kindFor = (property: Property, { kind }: ParsedColumn, cells: string[]): ColumnType =>
  typeNamed(property.type).fromColumn?.fit?.(property, kind, cells) ?? { type: 'text' };
