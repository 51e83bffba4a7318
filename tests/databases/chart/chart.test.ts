// Charts: what is drawn where, that nothing of a row becomes markup, and that the table has all the numbers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { Messages } from '../../../core/i18n/messages.ts';
import { PALETTE } from '../../../plugins/blocks/value-rules.ts';
import {
  burnDownHtml,
  CHART_KINDS,
  type ChartKind,
  type ChartRow,
  type ChartWords,
  chartHtml,
} from '../../../plugins/databases/views/chart/index.ts';
import { valueScale } from '../../../plugins/databases/views/chart/scale.ts';

const messages = new Messages();
messages.add('databases', new URL('../../../plugins/databases/messages/', import.meta.url));
const words: ChartWords = {
  title: 'Work',
  t: messages.in('en'),
  text: (value) => String(Math.round(value * 100) / 100),
  direction: 'ltr',
};

interface Element {
  name: string;
  attributes: Record<string, string>;
}

/** Elements, as a browser reads them. */
function read(html: string): Element[] {
  const elements: Element[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => elements.push({ name, attributes }) });
  parser.end(html);
  return elements;
}

/** Names of elements that are not closed, or closed but not open. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, name, own] of html.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (own) continue;
    if (!slash) open.push(name as string);
    else if (open.pop() !== name) return [name as string];
  }
  return open;
}

/** As WCAG measures it; what is drawn wants 3, as its words stand beside it. */
function contrast(one: string, other: string): number {
  const light = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** Without the picture for wide places. */
const narrow = (html: string) => html.replace(/<svg class="chart-picture chart-wide".*?<\/svg>/, '');
const all = (html: string, name: string) => read(narrow(html)).filter((one) => one.name === name);
const cells = (html: string) => [...html.matchAll(/<t[dh](?: [^>]*)?>(?:<bdi>)?([^<]*)/g)].map(([, text]) => text);

describe('an axis', () => {
  const table: [number, number, number[]][] = [
    [0, 10, [0, 5, 10]],
    [0, 7, [0, 2, 4, 6, 8]],
    [-3, 12, [-5, 0, 5, 10, 15]],
    [0, 0.3, [0, 0.1, 0.2, 0.3]],
    [0, 0, [0, 0.5, 1]],
    [0, 1234, [0, 500, 1000, 1500]],
    [-2, 0, [-2, -1.5, -1, -0.5, 0]],
  ];
  for (const [least, most, ticks] of table)
    it(`from ${least} to ${most} shows ${ticks.join(', ')}`, () => {
      assert.deepEqual(valueScale(least, most, 4).ticks, ticks);
    });

  it('holds all values, whatever they are', () => {
    const value = fc.double({ min: -1e300, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [least, most] = [Math.min(0, one, other), Math.max(0, one, other)];
        const { ticks, at } = valueScale(least, most, 4);
        assert.ok(ticks.length >= 2 && ticks.length <= 21 && ticks.every(Number.isFinite));
        for (const inside of [least, most, 0]) assert.ok(at(inside) >= -1e-9 && at(inside) <= 1 + 1e-9);
      }),
    );
  });
});

describe('a chart', () => {
  const rows: ChartRow[] = [
    { label: 'To do', value: 4 },
    { label: 'Doing', value: 2 },
    { label: 'Done', value: 6 },
  ];

  it('of bars has one for each value, as long as it is', () => {
    const html = chartHtml('bar', rows, words);
    const widths = all(html, 'rect').map(({ attributes }) => Number(attributes.width));
    assert.equal(widths.length, 3);
    assert.ok(Math.abs(widths[0]! / widths[1]! - 2) < 0.01 && Math.abs(widths[2]! / widths[1]! - 3) < 0.01);
    assert.match(html, /aria-label="Work: bars of 3 values, the largest is Done with 6"/);
    assert.deepEqual(cells(html), ['Label', 'Value', 'To do', '4', 'Doing', '2', 'Done', '6']);
  });

  it('of bars says each value beside its bar, inside of the picture however long it is', () => {
    const long = { ...words, text: (value: number) => `${value},000,000.00 EUR` };
    for (const one of [words, long]) {
      const html = narrow(chartHtml('bar', rows, one));
      const values = [...html.matchAll(/class="chart-value" x="([\d.]+)"[^>]*>([^<]*)/g)];
      assert.deepEqual(
        values.map(([, , text]) => text),
        rows.map(({ value }) => one.text(value ?? 0)),
      );
      for (const [, x, text] of values) assert.ok(Number(x) + (text?.length ?? 0) * 7 <= 400, `${x} ${text}`);
    }
    assert.doesNotMatch(chartHtml('bar', [...rows, { label: 'Debt', value: -3 }], words), /chart-value/);
  });

  it('of lines keeps its outer labels inside of the picture, and cuts none that has room', () => {
    const html = chartHtml('line', [...rows, { label: 'A state of some length', value: 1 }], words);
    assert.match(html, /text-anchor="start">To do</);
    assert.match(html, /text-anchor="end">A state of so/);
  });

  it('of bars and lines is drawn for a wide place, too, which is hidden until styles know of one', () => {
    for (const kind of ['bar', 'line'] as const) {
      const html = chartHtml(kind, rows, words);
      const [one, other, ...more] = read(html).filter(({ name }) => name === 'svg');
      assert.deepEqual(more, []);
      assert.match(one?.attributes.viewbox ?? '', /^0 0 400 /);
      assert.equal(one?.attributes.display, undefined);
      assert.equal(other?.attributes.viewbox, one?.attributes.viewbox?.replace('400', '800'));
      assert.equal(other?.attributes.display, 'none');
      assert.match(html, /[^r]x="(7|6)\d\d/, 'it uses the width');
    }
  });

  it('says in its caption what it shows, if that is known', () => {
    const html = chartHtml('number', rows, { ...words, detail: 'Rows <by> State' });
    assert.match(html, /<figcaption>Rows &lt;by&gt; State<\/figcaption>/);
    assert.match(chartHtml('number', rows, words), /<figcaption>Work<\/figcaption>/);
  });

  it('of bars stacks series to both sides of zero', () => {
    const mixed: ChartRow[] = [
      { label: 'a', series: 'in', value: 5 },
      { label: 'a', series: 'out', value: -3 },
      { label: 'a', series: 'more', value: 2 },
    ];
    const html = chartHtml('bar', mixed, words);
    const [first, second, third] = all(html, 'rect').map(({ attributes }) => [
      Number(attributes.x),
      Number(attributes.width),
    ]) as [[number, number], [number, number], [number, number]];
    assert.ok(Math.abs(second[0] + second[1] - first[0]) < 0.05, 'below zero lies left of zero');
    assert.ok(Math.abs(first[0] + first[1] - third[0]) < 0.05, 'one follows the other');
    assert.deepEqual(all(html, 'li').length, 3);
  });

  it('of lines has gaps where values are missing', () => {
    const values = [1, 2, null, 3, Number.NaN, 5];
    const html = chartHtml(
      'line',
      values.map((value, at) => ({ label: `day ${at}`, value })),
      words,
    );
    const [path] = all(html, 'path');
    assert.equal(path?.attributes.d?.match(/M/g)?.length, 3);
    assert.equal(all(html, 'circle').length, 4);
    assert.deepEqual(cells(html).filter((text) => text === '').length, 2);
  });

  it('as a ring has shares in their order, and none for what is not above zero', () => {
    const html = chartHtml('donut', [...rows, { label: 'Debt', value: -3 }, { label: 'Nothing', value: 0 }], words);
    assert.equal(all(html, 'path').length, 3);
    const names = [...html.matchAll(/<bdi>([^<]*)<\/bdi><\/li>/g)].map(([, name]) => name);
    assert.deepEqual(names, ['Done: 6 (50%)', 'To do: 4 (33%)', 'Doing: 2 (17%)']);
    assert.ok(cells(html).includes('-3'));
    assert.equal(all(chartHtml('donut', [{ label: 'all', value: 1 }], words), 'path').length, 1);
  });

  describe('of options', () => {
    const tones = new Map([
      ['To do', 'red'],
      ['Doing', 'blue'],
      ['Done', 'blue'],
    ]);
    const classes = (html: string, name: string) =>
      all(html, name)
        .flatMap(({ attributes }) => /chart-(?:tone|colour)-\w+/.exec(attributes.class ?? '') ?? [])
        .map(String);
    const swatches = (html: string) => classes(html, 'span');
    const bySeries = ['To do', 'Doing', 'Done', ''].map((series) => ({ label: 'May', series, value: 2 }));

    it('has their colours, and gray for what has none beside them', () => {
      const html = chartHtml('bar', [...rows, { label: '', value: 1 }], { ...words, tones });
      assert.deepEqual(classes(html, 'rect'), [
        'chart-tone-red',
        'chart-tone-blue',
        'chart-tone-blue',
        'chart-tone-gray',
      ]);
      const plain = chartHtml('bar', rows, { ...words, tones: new Map() });
      assert.deepEqual(new Set(classes(plain, 'rect')), new Set(['chart-colour-1']));
    });

    it('as series or as a ring has no colour twice, and its legend has the same ones', () => {
      for (const [kind, part] of [
        ['bar', 'rect'],
        ['line', 'path'],
      ] as const) {
        const html = chartHtml(kind, bySeries, { ...words, tones });
        assert.deepEqual(classes(html, part).slice(0, 2), ['chart-tone-red', 'chart-tone-blue']);
        assert.equal(new Set(classes(html, part)).size, 4, kind);
        assert.deepEqual(swatches(html), classes(html, part));
      }
      const ring = chartHtml('donut', rows, { ...words, tones });
      assert.deepEqual(classes(ring, 'path'), ['chart-tone-blue', 'chart-tone-red', 'chart-tone-gray']);
      assert.deepEqual(swatches(ring), classes(ring, 'path'));
    });

    it('has colours that are seen on paper, in light and dark', () => {
      const css = (path: string) => readFileSync(new URL(`../../../plugins/${path}`, import.meta.url), 'utf8');
      const pair = (text: string, before: string) =>
        new RegExp(`${before}\\s*light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(text)?.slice(1) as [string, string];
      const papers = pair(css('web/client/styles/tokens.css'), '--paper:');
      const charts = css('databases/client/chart.css');
      for (const tone of PALETTE.filter((one) => one !== 'default'))
        for (const [at, colour] of pair(charts, `\\.chart-tone-${tone} {\\s*color:`).entries())
          assert.ok(contrast(colour, papers[at] as string) >= 3, `${tone} ${colour}`);
    });
  });

  it('as a number has the sum', () => {
    assert.match(chartHtml('number', rows, words), /<p>12<\/p>/);
    assert.match(chartHtml('number', [], words), /<p>–<\/p>/);
  });

  it('without values says so', () => {
    for (const kind of ['bar', 'line', 'donut'] as const)
      assert.match(chartHtml(kind, [{ label: 'a', value: null }], words), /nothing to show yet/);
  });

  it('puts together what is too much to be told apart', () => {
    const many = Array.from({ length: 200 }, (_none, at) => ({ label: `l${at}`, series: `s${at % 20}`, value: 1 }));
    const html = chartHtml('bar', many, words);
    assert.equal(all(html, 'li').length, 8);
    assert.ok(html.includes('Others') && !html.includes('>l60<'));
    assert.equal(all(chartHtml('donut', many, words), 'path').length, 7);
  });

  it('mirrors its places for those who read from right to left, and keeps its anchors', () => {
    const wordsFromRight = { ...words, direction: 'rtl' } as const;
    const [left, right] = [words, wordsFromRight].map((one) => chartHtml('bar', [{ label: 'ab', value: 3 }], one));
    const [one, other] = [left, right].map((html) => all(html!, 'rect')[0]!.attributes);
    assert.ok(Math.abs(Number(one!.x) + Number(one!.width) + Number(other!.x) - 400) < 0.05);
    assert.match(right!, /direction="ltr"/);
    assert.match(left!, /text-anchor="end">ab/);
    assert.match(right!, /text-anchor="start">ab/);
  });

  it('has no style, no script and no handler', () => {
    for (const kind of CHART_KINDS) assert.ok(!/style=|<script|<style| on\w+=/.test(chartHtml(kind, rows, words)));
  });

  const known = new Set(
    'bdi figure figcaption svg text title rect path circle line ul li span details summary div table caption thead tbody tr th td p'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onload='x",
      '&amp;',
      '</title></svg><b>',
      ']]>',
      '\u202eabc',
      '',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const value = fc.oneof(fc.constant(null), fc.double(), fc.integer({ min: -5, max: 100 }));
  const row = fc.record({ label: text, value, series: text });

  it('is sound markup within its frame, whatever the rows hold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<ChartKind>(...CHART_KINDS),
        fc.array(row, { maxLength: 12 }),
        text,
        fc.boolean(),
        (kind, given, title, isRight) => {
          const html = chartHtml(kind, given, { ...words, title, direction: isRight ? 'rtl' : 'ltr' });
          assert.deepEqual(unbalanced(html), []);
          assert.ok(!/NaN|Infinity|undefined/.test(html.replace(/<title>.*?<\/title>|>[^<]*</g, '')));
          let widest = 0;
          for (const { name, attributes } of read(html)) {
            if (name === 'svg') widest = Number(attributes.viewbox?.split(' ')[2]);
            assert.ok(known.has(name), name);
            for (const key of ['x', 'x1', 'x2', 'cx'])
              if (key in attributes)
                assert.ok(Number(attributes[key]) >= -1 && Number(attributes[key]) <= widest + 1, `${name} ${key}`);
            assert.ok(!Object.keys(attributes).some((key) => key.startsWith('on') || key === 'style' || key === 'src'));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a burn-down', () => {
  const sprint = {
    ...{ start: '2026-11-16', end: '2026-11-20', total: 10, today: '2026-11-18' },
    done: [
      { day: '2026-11-14', amount: 1 },
      { day: '2026-11-17', amount: 4 },
      { day: '2026-11-18', amount: -2 },
      { day: '2026-11-19', amount: 5 },
    ],
  };

  it('has what is left up to today, and the straight way', () => {
    const html = burnDownHtml(sprint, words, (day) => day.slice(8));
    assert.deepEqual(cells(html), [
      ...['Label', 'Remaining', 'Ideal'],
      ...['16', '9', '10', '17', '5', '7.5', '18', '7', '5', '19', '', '2.5', '20', '', '0'],
    ]);
    assert.match(html, /aria-label="Work: 7 of 10 are left"/);
    assert.match(html, /chart-tone-gray chart-dashed/, 'what should be is quieter than what is');
  });

  it('of a year has every day, and of no days nothing', () => {
    const year = burnDownHtml({ ...sprint, start: '2026-01-01', end: '2026-12-31' }, words, (day) => day);
    assert.equal([...year.matchAll(/<th scope="row">/g)].length, 365);
    for (const bad of [{ start: '2026-12-01' }, { end: 'soon' }])
      assert.match(
        burnDownHtml({ ...sprint, ...bad }, words, (day) => day),
        /nothing to show/,
      );
  });
});
