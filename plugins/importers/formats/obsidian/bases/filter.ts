// Whether a note is one that a base shows, as far as that can be said without the program that the base is of.
import { baseName, folderOf, stemOf } from '../../../reading/entry-path.ts';
import type { Base, BaseCondition } from './base.ts';
import { type Expression, readExpression } from './expression.ts';

/** What a base can ask of a note. */
export interface BaseNote {
  path: string;
  properties: Record<string, unknown>;
  /** without `#` */
  tags: string[];
}

/** It depends on what is not known here: the note that shows the base, the day, links between notes. */
class Unknowable extends Error {}

const DEPTH_MAX = 30;
/** Parts of expressions looked at for one answer: formulas name formulas. */
const STEPS_MAX = 2000;

/** Undefined: nobody can say. */
export function matches(condition: BaseCondition | undefined, note: BaseNote, base: Base): boolean | undefined {
  if (!condition) return true;
  if ('unread' in condition) return undefined;
  if ('said' in condition) {
    try {
      return isTrue(resultOf(condition.said, asking(note, base)));
    } catch {
      return undefined;
    }
  }
  const isAny = 'any' in condition;
  const list = isAny ? condition.any : 'all' in condition ? condition.all : condition.none;
  const answers = list.map((one) => matches(one, note, base));
  if ('none' in condition) return answers.includes(true) ? false : answers.includes(undefined) ? undefined : true;
  if (answers.includes(isAny)) return isAny;
  return answers.includes(undefined) ? undefined : !isAny || !answers.length;
}

interface Asked {
  note: BaseNote;
  base: Base;
  depth: number;
  steps: { left: number };
}

const asking = (note: BaseNote, base: Base): Asked => ({ note, base, depth: 0, steps: { left: STEPS_MAX } });

/** A link by the name of what it leads to. */
interface LinkTo {
  link: string;
}

const isLink = (value: unknown): value is LinkTo => typeof value === 'object' && value !== null && 'link' in value;

const WIKI = /^!?\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|([^\]]*))?\]\]$/;

/** The words of a value as a reader sees them: links by their labels. */
export function shownText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(shownText).filter(Boolean).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const [, target = '', label] = WIKI.exec(String(value).trim()) ?? [];
  return (label ?? (target && baseName(target))) || String(value);
}

/** The property of a note, or of its file, that a base names; undefined where nobody can say. */
export function noteProperty(name: string, note: BaseNote, base: Base): unknown {
  try {
    return named(/^(?:file|formula)\./.test(name) ? name.split('.') : ['note', name], asking(note, base));
  } catch {
    return undefined;
  }
}

function resultOf(expression: Expression, asked: Asked): unknown {
  if (asked.depth > DEPTH_MAX || --asked.steps.left < 0) throw new Unknowable('too much');
  const inner = { ...asked, depth: asked.depth + 1 };
  const of = (one: Expression): unknown => resultOf(one, inner);
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'name':
      return named(expression.path, inner);
    case 'not':
      return !isTrue(of(expression.of));
    case 'both':
      return isTrue(of(expression.left)) && isTrue(of(expression.right));
    case 'either':
      return isTrue(of(expression.left)) || isTrue(of(expression.right));
    case 'compare':
      return compared(expression.sign, of(expression.left), of(expression.right));
    case 'call':
      return called(expression, inner);
  }
}

const own = (all: Record<string, unknown>, name: string): unknown => (Object.hasOwn(all, name) ? all[name] : undefined);

function named(path: string[], asked: Asked): unknown {
  const { note, base } = asked;
  const [first = '', ...rest] = path;
  const name = rest.join('.');
  if (first === 'file') return ofFile(name, note);
  if (first === 'formula') return resultOf(readExpression(String(own(base.formulas, name) ?? '')), asked);
  if (first === 'this') throw new Unknowable('the note that shows it');
  if ((first === 'note' || first === 'property') && name) return own(note.properties, name);
  return own(note.properties, path.join('.'));
}

function ofFile(name: string, { path, tags }: BaseNote): unknown {
  const found: Record<string, unknown> = {
    ...{ name: stemOf(path), basename: stemOf(path), path, folder: folderOf(path), ext: path.split('.').at(-1) },
    tags,
  };
  if (!Object.hasOwn(found, name)) throw new Unknowable(`file.${name}`);
  return found[name];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

const isTrue = (value: unknown): boolean => !isEmpty(value) && value !== false && value !== 0;

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : isEmpty(value) ? [] : [value]);

/** Links by what they lead to, texts by themselves; capitals do not count in names of notes. */
function same(a: unknown, b: unknown): boolean {
  if (!isLink(a) && !isLink(b)) return a === b || (!isEmpty(a) && !isEmpty(b) && String(a) === String(b));
  return targetOf(a) === targetOf(b);
}

function targetOf(value: unknown): string {
  const target = isLink(value) ? value.link : (WIKI.exec(String(value).trim())?.[1] ?? String(value));
  return baseName(target).replace(/\.md$/i, '').trim().toLowerCase();
}

function compared(sign: string, left: unknown, right: unknown): boolean {
  if (sign === '==') return same(left, right);
  if (sign === '!=') return !same(left, right);
  if (isEmpty(left) || isEmpty(right)) return false;
  const [a, b] = [left, right].every((one) => typeof one === 'number') ? [left, right] : [String(left), String(right)];
  const [less, more] = [(a as string) < (b as string), (a as string) > (b as string)];
  return sign === '>' ? more : sign === '<' ? less : sign === '>=' ? !less : !more;
}

const has = (value: unknown, wanted: unknown): boolean =>
  typeof value === 'string' && !isLink(wanted)
    ? value.includes(String(wanted))
    : listed(value).some((one) => same(one, wanted));

const isInside = (folder: string, wanted: string): boolean => folder === wanted || folder.startsWith(`${wanted}/`);

function called({ name, on, args }: Extract<Expression, { kind: 'call' }>, asked: Asked): unknown {
  const given = args.map((one) => resultOf(one, asked));
  const text = (at = 0): string => String(given[at] ?? '');
  if (!on) {
    if (name === 'link') return { link: text() } satisfies LinkTo;
    if (name === 'list') return listed(given[0]);
    if (name === 'not') return !isTrue(given[0]);
    if (name === 'empty') return isEmpty(given[0]);
    throw new Unknowable(name);
  }
  if (on.kind === 'name' && on.path.join('.') === 'file') {
    const { tags, path } = asked.note;
    if (name === 'inFolder') return isInside(folderOf(path), text().replace(/\/$/, ''));
    if (name === 'hasTag') return given.some((tag) => tags.some((one) => isInside(one, String(tag).replace(/^#/, ''))));
    if (name === 'hasProperty') return Object.hasOwn(asked.note.properties, text());
    throw new Unknowable(name);
  }
  const value = resultOf(on, asked);
  switch (name) {
    case 'contains':
      return has(value, given[0]);
    case 'containsAny':
      return given.some((one) => has(value, one));
    case 'containsAll':
      return given.every((one) => has(value, one));
    case 'isEmpty':
      return isEmpty(value);
    case 'isTruthy':
      return isTrue(value);
    case 'startsWith':
      return String(value ?? '').startsWith(text());
    case 'endsWith':
      return String(value ?? '').endsWith(text());
    case 'lower':
      return String(value ?? '').toLowerCase();
    case 'toString':
      return String(value ?? '');
    default:
      throw new Unknowable(name);
  }
}
