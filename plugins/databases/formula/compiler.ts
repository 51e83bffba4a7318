// Turns a checked tree into closures, which count what they do so that no formula works for ever.
import type { TypedNode } from './checker.ts';
import { FormulaError } from './errors.ts';
import type { Circumstances, DeferredValue, ItemFunction } from './functions/definition.ts';
import type { FormulaValue } from './value.ts';

/** One evaluation. */
export interface Evaluation {
  circumstances: Circumstances;
  property(id: number): FormulaValue;
  slots: FormulaValue[];
  /** steps that may still be taken */
  left: number;
}

export type Closure = (run: Evaluation) => FormulaValue;
type Called = (
  circumstances: Circumstances,
  ...args: (FormulaValue | DeferredValue | ItemFunction | undefined)[]
) => FormulaValue;

/** A step is a call, a part of a list, or a few characters of a text. */
export const MAX_STEPS = 200_000;
const CHARACTERS = 16;

function spend(run: Evaluation, value: FormulaValue): FormulaValue {
  run.left -= typeof value === 'string' ? 1 + value.length / CHARACTERS : 1;
  if (run.left < 0) throw new FormulaError('too_much_work');
  if (Array.isArray(value)) for (const one of value) spend(run, one);
  return value;
}

export function compiled(tree: TypedNode): Closure {
  if (tree.type === 'value') return () => tree.value;
  if (tree.type === 'property') return (run) => run.property(tree.id);
  if (tree.type === 'variable') return (run) => run.slots[tree.slot] as FormulaValue;
  if (tree.type === 'list') {
    const items = tree.items.map(compiled);
    return (run) => items.map((item) => item(run));
  }
  if (tree.type === 'let') {
    const [value, result] = [compiled(tree.value), compiled(tree.result)];
    return (run) => {
      run.slots[tree.slot] = value(run);
      return result(run);
    };
  }
  return placed(tree, call(tree));
}

/** A fault knows what is wrong; where, it learns from the innermost call. */
function placed(tree: TypedNode & { type: 'call' }, inner: Closure): Closure {
  return (run) => {
    try {
      return spend(run, inner(run));
    } catch (error) {
      if (error instanceof FormulaError) error.span ??= { start: tree.start, end: tree.end };
      throw error;
    }
  };
}

function call({ called, args, slot }: TypedNode & { type: 'call' }): Closure {
  const closures = args.map(compiled);
  const run = called.run as Called;
  if (called.lazy) return (at) => run(at.circumstances, ...closures.map((one) => () => one(at)));
  if (called.each) return each(run, closures as [Closure, Closure], slot);
  const needed = called.takesEmpty ? 0 : closures.length;
  return (at) => {
    const values = closures.map((one) => spend(at, one(at)));
    for (let index = 0; index < needed; index++) if (values[index] === null) return null;
    return run(at.circumstances, ...values);
  };
}

function each(run: Called, [list, part]: [Closure, Closure], slot: number): Closure {
  return (at) => {
    const values = spend(at, list(at));
    if (values === null) return null;
    return run(at.circumstances, values, (current: FormulaValue, index: number) => {
      at.left -= 1;
      at.slots[slot] = current;
      at.slots[slot + 1] = index;
      return part(at);
    });
  };
}
