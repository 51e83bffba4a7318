// Gives every part of a formula its kind, names their place, and finds what is called by which name.

import { nearest } from './did-you-mean.ts';
import { FormulaError, type SourceSpan } from './errors.ts';
import { allFunctions, type FormulaFunction, functionNamed } from './functions/all.ts';
import type { Circumstance } from './functions/definition.ts';
import { commonKind, kindText, matched, type ValueKind } from './kind.ts';
import type { FormulaNode } from './parser.ts';
import type { FormulaValue } from './value.ts';

/** A property as formulas see it. */
export interface FormulaProperty {
  id: number;
  name: string;
  kind: ValueKind;
}

/** A tree whose parts have kinds. Variables are numbered. */
export type TypedNode = SourceSpan & { kind: ValueKind } & (
    | { type: 'value'; value: FormulaValue }
    | { type: 'property'; id: number }
    | { type: 'variable'; slot: number }
    | { type: 'list'; items: TypedNode[] }
    | { type: 'let'; slot: number; value: TypedNode; result: TypedNode }
    /** `slot` and the one behind it are what `each` fills */
    | { type: 'call'; called: FormulaFunction; args: TypedNode[]; slot: number }
  );

/** Where a formula names a property. */
export interface PropertyReference extends SourceSpan {
  id: number;
}

export interface CheckedFormula {
  tree: TypedNode;
  properties: Set<number>;
  references: PropertyReference[];
  circumstances: Set<Circumstance>;
  slots: number;
}

type Scope = Map<string, { kind: ValueKind; slot: number }>;
type CallNode = FormulaNode & { type: 'call' };

/** @throws FormulaError */
export function checkFormula(node: FormulaNode, schema: FormulaProperty[]): CheckedFormula {
  const checker = new Checker(schema);
  const tree = checker.check(node, new Map());
  return { tree, ...checker };
}

/** The properties that a name may stand for. */
export function propertiesNamed(schema: FormulaProperty[], name: string): FormulaProperty[] {
  const exact = schema.filter((one) => one.name === name);
  return exact.length ? exact : schema.filter((one) => one.name.toLowerCase() === name.toLowerCase());
}

const holdsDate = (kind: ValueKind): boolean => kind === 'date' || (typeof kind === 'object' && holdsDate(kind.list));

class Checker {
  readonly properties = new Set<number>();
  readonly references: PropertyReference[] = [];
  readonly circumstances = new Set<Circumstance>();
  slots = 0;
  readonly #schema: FormulaProperty[];

  constructor(schema: FormulaProperty[]) {
    this.#schema = schema;
  }

  check(node: FormulaNode, scope: Scope): TypedNode {
    const { start, end } = node;
    if (node.type === 'literal') {
      const kind = typeof node.value === 'string' ? 'text' : (typeof node.value as 'number' | 'boolean');
      return { type: 'value', value: node.value, kind, start, end };
    }
    if (node.type === 'property') return this.#byId(node.id, node);
    if (node.type === 'name') return this.#name(node, scope);
    if (node.type === 'list') return this.#list(node, scope);
    const lower = node.name.toLowerCase();
    if (lower === 'prop') return this.#prop(node);
    if (lower === 'let' && node.args.length === 3) return this.#let(node, scope);
    return this.#call(node, scope);
  }

  #property({ id, kind }: FormulaProperty, { start, end }: SourceSpan): TypedNode {
    this.properties.add(id);
    this.references.push({ id, start, end });
    if (holdsDate(kind)) this.circumstances.add('zone');
    return { type: 'property', id, kind, start, end };
  }

  #byId(id: number, span: SourceSpan): TypedNode {
    const property = this.#schema.find((one) => one.id === id);
    if (!property) throw new FormulaError('deleted_property', {}, span);
    return this.#property(property, span);
  }

  #name(node: FormulaNode & { type: 'name' }, scope: Scope): TypedNode {
    const { name, start, end } = node;
    const variable = scope.get(name);
    if (variable) return { type: 'variable', ...variable, start, end };
    const found = propertiesNamed(this.#schema, name);
    if (found.length > 1) throw new FormulaError('ambiguous_property', { name }, node);
    if (found[0]) return this.#property(found[0], node);
    const other = nearest(name, [...scope.keys(), ...this.#schema.map((one) => one.name)]);
    throw other
      ? new FormulaError('suggested_name', { name, other }, node)
      : new FormulaError('unknown_name', { name }, node);
  }

  /** `prop("Unit price")`, for names that are no single word. */
  #prop(node: CallNode): TypedNode {
    const [argument] = node.args;
    if (node.args.length !== 1 || argument?.type !== 'literal' || typeof argument.value !== 'string')
      throw new FormulaError('property_text', {}, node);
    const found = propertiesNamed(this.#schema, argument.value);
    if (found.length > 1) throw new FormulaError('ambiguous_property', { name: argument.value }, argument);
    if (!found[0]) throw new FormulaError('no_property', { name: argument.value }, argument);
    return this.#property(found[0], node);
  }

  #list(node: FormulaNode & { type: 'list' }, scope: Scope): TypedNode {
    const items = node.items.map((item) => this.check(item, scope));
    let list: ValueKind = 'empty';
    for (const item of items) {
      const both = commonKind(list, item.kind);
      if (!both) throw new FormulaError('mixed_list', { wanted: kindText(list), found: kindText(item.kind) }, item);
      list = both;
    }
    return { type: 'list', items, kind: { list }, start: node.start, end: node.end };
  }

  #let({ args, start, end }: CallNode, scope: Scope): TypedNode {
    const [name, given, inner] = args as [FormulaNode, FormulaNode, FormulaNode];
    if (name.type !== 'name') throw new FormulaError('variable_name', {}, name);
    const value = this.check(given, scope);
    const slot = this.slots++;
    const result = this.check(inner, new Map(scope).set(name.name, { kind: value.kind, slot }));
    return { type: 'let', slot, value, result, kind: result.kind, start, end };
  }

  #call(node: CallNode, scope: Scope): TypedNode {
    const called = functionNamed(node.name);
    if (!called) throw this.#unknown(node);
    const slot = this.slots;
    const args = called.each ? this.#eachArgs(node, scope) : node.args.map((one) => this.check(one, scope));
    const { start, end } = node;
    const kind = this.#kindOf(called, node, args);
    for (const one of called.uses ?? []) this.circumstances.add(one);
    if (args.some((one) => holdsDate(one.kind))) this.circumstances.add('zone');
    // A plus between texts is the sign that puts texts together.
    if (called.name === '+' && kind === 'text') {
      return { type: 'call', called: functionNamed('&') as FormulaFunction, args, slot, kind, start, end };
    }
    return { type: 'call', called, args, slot, kind, start, end };
  }

  #eachArgs(node: CallNode, scope: Scope): TypedNode[] {
    const slot = this.slots;
    this.slots += 2;
    const [list, ...rest] = node.args;
    if (!list) return [];
    const first = this.check(list, scope);
    const kind = typeof first.kind === 'object' ? first.kind.list : 'empty';
    const inner = new Map(scope).set('current', { kind, slot }).set('index', { kind: 'number', slot: slot + 1 });
    return [first, ...rest.map((one) => this.check(one, inner))];
  }

  #kindOf(called: FormulaFunction, node: CallNode, args: TypedNode[]): ValueKind {
    const { name } = called;
    const possible = called.read.filter(({ least, most }) => args.length >= least && args.length <= most);
    if (!possible.length) {
      const isFew = called.read.every(({ least }) => args.length < least);
      const signature = called.signatures.join(', ');
      throw new FormulaError(isFew ? 'too_few' : 'too_many', { name, signature }, node);
    }
    const kinds = args.map((one) => one.kind);
    const tried = possible.map((one) => matched(one, kinds));
    const fitting = tried.find((one) => 'result' in one);
    if (fitting) return fitting.result;
    const failures = tried.filter((one) => 'at' in one);
    const furthest = Math.max(...failures.map(({ at }) => at));
    const wanted = failures.filter(({ at }) => at === furthest).map((one) => one.wanted);
    const wrong = args[furthest] as TypedNode;
    throw new FormulaError(
      'wrong_kind',
      { name, wanted: [...new Set(wanted)].join('|'), found: kindText(wrong.kind) },
      wrong,
    );
  }

  #unknown({ name, at }: CallNode): FormulaError {
    const names = allFunctions.flatMap((one) => (one.group === 'sign' ? [] : [one.name]));
    const other = nearest(name, [...names, 'prop']);
    return other
      ? new FormulaError('suggested_function', { name, other }, at)
      : new FormulaError('unknown_function', { name }, at);
  }
}
