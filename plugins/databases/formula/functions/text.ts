// Texts, counted in code points, so that no letter outside of the oldest plane is cut in half.
import { fold } from '../../../../core/i18n/text-normalization.ts';
import { type FormulaValue, formulaText } from '../value.ts';
import { type Circumstances, type Definition, finite, requireList, requireText } from './definition.ts';

/** A function of one text. */
const simple = (name: string, example: string, gives: string, compute: (text: string) => string): Definition => ({
  name,
  group: 'text',
  signatures: [`${name}(text: text): text`],
  example,
  gives,
  run: (_none, text: string) => compute(text),
});

const test = (name: string, example: string, holds: (text: string, part: string) => boolean): Definition => ({
  name,
  group: 'text',
  signatures: [`${name}(text: text, part: text): boolean`],
  example,
  gives: 'true',
  takesEmpty: true,
  run: (_none, text: string | null, part: string | null) => holds(text ?? '', part ?? ''),
});

const characters = (text: string): string[] => [...text];

function slice(text: string, from: number, to?: number): string {
  return characters(text)
    .slice(Math.trunc(from), to === undefined ? undefined : Math.trunc(to))
    .join('');
}

/** Whole numbers from zero; more than any text may have is as good as endless. */
const counted = (count: number): number => Math.max(0, Math.min(1e9, Math.trunc(count)));

const padding = (
  name: string,
  example: string,
  gives: string,
  pad: (text: string, fill: string) => string,
): Definition => ({
  name,
  group: 'text',
  signatures: [`${name}(text: text, length: number, with?: text): text`],
  example,
  gives,
  run: (_none, text: string, length: number, filler = ' ') => {
    const lacks = counted(length) - characters(text).length;
    const signs = characters(filler);
    if (lacks <= 0 || !signs.length) return text;
    requireText(text.length + lacks);
    return pad(text, Array.from({ length: lacks }, (_sign, at) => signs[at % signs.length]).join(''));
  },
});

function replaced(text: string, what: string, by: string, isEvery: boolean): string {
  if (!what) return text;
  const parts = text.split(what);
  const times = isEvery ? parts.length - 1 : Math.min(1, parts.length - 1);
  requireText(text.length + times * (by.length - what.length));
  // A function, because $ in the text of a person has no meaning.
  return isEvery ? parts.join(by) : text.replace(what, () => by);
}

function together(parts: string[], separator: string): string {
  requireText(parts.reduce((length, part) => length + part.length + separator.length, 0));
  return parts.join(separator);
}

const concatenated = ({ zone }: Circumstances, ...values: FormulaValue[]): string =>
  together(
    values.map((value) => formulaText(value, zone)),
    '',
  );

export const texts: Definition[] = [
  {
    name: 'length',
    group: 'text',
    signatures: ['length(text: text): number', 'length(list: list<T>): number'],
    example: 'length("word")',
    gives: '4',
    takesEmpty: true,
    run: (_none, value: string | FormulaValue[] | null) =>
      (typeof value === 'string' ? characters(value) : (value ?? [])).length,
  },
  simple('lower', 'lower("ABC")', 'abc', (text) => text.toLowerCase()),
  simple('upper', 'upper("abc")', 'ABC', (text) => text.toUpperCase()),
  simple('capitalize', 'capitalize("first of all")', 'First of all', (text) => {
    const [first = '', ...rest] = text;
    return first.toUpperCase() + rest.join('');
  }),
  simple('trim', 'trim("  a b ")', 'a b', (text) => text.trim()),
  simple('fold', 'fold("Crème")', 'creme', fold),
  test('contains', 'contains("password", "word")', (text, part) => text.includes(part)),
  test('startsWith', 'startsWith("password", "pass")', (text, part) => text.startsWith(part)),
  test('endsWith', 'endsWith("password", "word")', (text, part) => text.endsWith(part)),
  {
    name: 'replace',
    group: 'text',
    signatures: ['replace(text: text, what: text, by: text): text'],
    example: 'replace("a-b-c", "-", "+")',
    gives: 'a+b-c',
    takesEmpty: true,
    run: (_none, text: string | null, what: string | null, by: string | null) =>
      replaced(text ?? '', what ?? '', by ?? '', false),
  },
  {
    name: 'replaceAll',
    group: 'text',
    signatures: ['replaceAll(text: text, what: text, by: text): text'],
    example: 'replaceAll("a-b-c", "-", "+")',
    gives: 'a+b+c',
    takesEmpty: true,
    run: (_none, text: string | null, what: string | null, by: string | null) =>
      replaced(text ?? '', what ?? '', by ?? '', true),
  },
  {
    name: 'substring',
    group: 'text',
    signatures: ['substring(text: text, from: number, to?: number): text'],
    example: 'substring("wording", 0, 4)',
    gives: 'word',
    run: (_none, text: string, from: number, to?: number) => slice(text, from, to),
  },
  {
    name: 'left',
    group: 'text',
    signatures: ['left(text: text, count: number): text'],
    example: 'left("wording", 4)',
    gives: 'word',
    run: (_none, text: string, count: number) => slice(text, 0, counted(count)),
  },
  {
    name: 'right',
    group: 'text',
    signatures: ['right(text: text, count: number): text'],
    example: 'right("wording", 3)',
    gives: 'ing',
    run: (_none, text: string, count: number) => (counted(count) ? slice(text, -counted(count)) : ''),
  },
  {
    name: 'repeat',
    group: 'text',
    signatures: ['repeat(text: text, times: number): text'],
    example: 'repeat("ab", 3)',
    gives: 'ababab',
    run: (_none, text: string, times: number) => {
      requireText(text.length * counted(times));
      return text === '' ? '' : text.repeat(counted(times));
    },
  },
  padding('padStart', 'padStart("7", 3, "0")', '007', (text, fill) => fill + text),
  padding('padEnd', 'padEnd("7", 3, ".")', '7..', (text, fill) => text + fill),
  {
    name: 'split',
    group: 'text',
    signatures: ['split(text: text, separator?: text): list<text>'],
    example: 'split("a,b", ",")',
    gives: 'a, b',
    run: (_none, text: string, separator = ',') => {
      const parts = separator ? text.split(separator) : characters(text);
      requireList(parts.length);
      return parts;
    },
  },
  {
    name: 'join',
    group: 'text',
    signatures: ['join(list: list<T>, separator?: text): text'],
    example: 'join(["a", "b"], " + ")',
    gives: 'a + b',
    run: ({ zone }, list: FormulaValue[], separator = ', ') =>
      together(
        list.map((one) => formulaText(one, zone)),
        separator,
      ),
  },
  {
    name: 'concat',
    group: 'text',
    signatures: ['concat(...parts: any): text'],
    example: 'concat("a", 1, true)',
    gives: 'a1true',
    takesEmpty: true,
    run: concatenated,
  },
  {
    name: 'position',
    group: 'text',
    signatures: ['position(text: text, part: text): number'],
    example: 'position("wording", "d")',
    gives: '3',
    run: (_none, text: string, part: string) => {
      const at = text.indexOf(part);
      return at < 0 ? null : characters(text.slice(0, at)).length;
    },
  },
  {
    name: '&',
    group: 'sign',
    signatures: ['&(left: any, right: any): text'],
    example: '"a" & 1',
    gives: 'a1',
    takesEmpty: true,
    run: concatenated,
  },
  {
    name: '+',
    group: 'sign',
    // With a text on either side the checker takes & for it.
    signatures: [
      '+(left: number, right: number): number',
      '+(left: text, right: any): text',
      '+(left: any, right: text): text',
    ],
    example: '1 + 1',
    gives: '2',
    run: (_none, left: number, right: number) => finite('+', left + right),
  },
];
