// A formula from its text to its results: read once, then evaluated for as many rows as there are.
import { checkFormula, type FormulaProperty, type PropertyReference, propertiesNamed } from './checker.ts';
import { type Closure, compiled, MAX_STEPS } from './compiler.ts';
import { FormulaError, type FormulaFault, formulaFault, type SourceSpan } from './errors.ts';
import type { Circumstance, Circumstances } from './functions/definition.ts';
import type { ValueKind } from './kind.ts';
import { type Token, tokenize } from './lexer.ts';
import { parseTree } from './parser.ts';
import { propertyTerm } from './property-term.ts';
import { type Plain, plainValue, toFormulaValue } from './value.ts';

export interface Program {
  readonly source: string;
  readonly kind: ValueKind;
  readonly properties: ReadonlySet<number>;
  readonly references: readonly PropertyReference[];
  readonly circumstances: ReadonlySet<Circumstance>;
  readonly run: Closure;
  readonly slots: number;
  readonly kinds: ReadonlyMap<number, ValueKind>;
}

export type ParseResult = { ok: true; program: Program } | { ok: false; error: FormulaFault };
export type EvaluationResult = { ok: true; value: Plain } | { ok: false; error: FormulaFault };

/** Values of a row by the ids of its properties, as the kinds of the schema have them. */
export type FormulaRow = Readonly<Record<number, unknown>>;

/** Runs what may throw a fault; that of depth beyond the stack of the machine cannot come, since trees are shallow. */
function attempted<T>(source: string, work: () => T): { ok: true; made: T } | { ok: false; error: FormulaFault } {
  try {
    return { ok: true, made: work() };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, error: formulaFault(source, error) };
    throw error;
  }
}

/** Reads a formula; properties stand in it by name or as `@id`. */
export function parseFormula(source: string, schema: FormulaProperty[]): ParseResult {
  const result = attempted(source, (): Program => {
    const { tree, properties, references, circumstances, slots } = checkFormula(parseTree(source), schema);
    const used = schema.filter(({ id }) => properties.has(id));
    const kinds = new Map(used.map(({ id, kind }) => [id, kind]));
    return { source, kind: tree.kind, properties, references, circumstances, slots, kinds, run: compiled(tree) };
  });
  return result.ok ? { ok: true, program: result.made } : result;
}

/** The result for one row. Never throws, and never gives what JSON or a database has no number for. */
export function evaluateFormula(program: Program, row: FormulaRow, circumstances: Circumstances): EvaluationResult {
  const result = attempted(program.source, () =>
    plainValue(
      program.run({
        circumstances,
        property: (id) => toFormulaValue(row[id], program.kinds.get(id) as ValueKind, circumstances.zone),
        slots: new Array(program.slots).fill(null),
        left: MAX_STEPS,
      }),
    ),
  );
  return result.ok ? { ok: true, value: result.made } : result;
}

/** The kind of the results. */
export const programKind = (program: Program): ValueKind => program.kind;

/** What a result must be computed anew for: these properties of the row, or a change of these circumstances. */
export const dependencies = ({ properties, circumstances }: Program) => ({
  properties: [...properties].sort((one, other) => one - other),
  circumstances: [...circumstances].sort(),
});

/** The text with other words in place of parts of it. */
function rewritten(source: string, parts: (SourceSpan & { text: string })[]): string {
  let made = '';
  let copied = 0;
  for (const { start, end, text } of parts.toSorted((one, other) => one.start - other.start)) {
    made += source.slice(copied, start) + text;
    copied = end;
  }
  return made + source.slice(copied);
}

/** The formula as it is stored: properties by id, so that renaming one changes nothing. */
export const storedFormula = ({ source, references }: Program): string =>
  rewritten(
    source,
    references.map(({ start, end, id }) => ({ start, end, text: `@${id}` })),
  );

/** Names that let() gives; a property of the same name must be told apart from them. */
const variablesIn = (tokens: Token[]): Set<string> =>
  new Set(
    tokens.flatMap((token, at) => {
      const name = tokens[at + 2];
      const isLet = token.type === 'name' && token.value.toLowerCase() === 'let';
      return isLet && name?.type === 'name' ? [name.value] : [];
    }),
  );

/** A stored formula as people read it: properties by the names that they have now, where those leave no doubt. */
export function readableFormula(stored: string, schema: FormulaProperty[]): string {
  const tokens = tokenize(stored);
  const local = variablesIn(tokens);
  const parts = tokens.flatMap((token) => {
    const property = token.type === 'property' && schema.find(({ id }) => id === token.value);
    if (!property) return [];
    const { name } = property;
    if (propertiesNamed(schema, name).length > 1) return [];
    return [{ start: token.start, end: token.end, text: propertyTerm(name, local) }];
  });
  return rewritten(stored, parts);
}
