/** Rows and columns of a table as wholes: added, copied, coloured, emptied, deleted and sorted, with merged cells too. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { TableMap } from 'prosemirror-tables';
import { type Block, type TableBlockCell, tableRows } from '../../plugins/blocks/block.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import { fromDoc, toDoc } from '../../plugins/blocks/schema/document.ts';
import { sortedPlaces } from '../../plugins/editor/client/tables/cell-order.ts';
import {
  clearLines,
  colourLines,
  deleteLines,
  duplicateLines,
  sortRows,
} from '../../plugins/editor/client/tables/line-commands.ts';
import { addLines, roomFor } from '../../plugins/editor/client/tables/table-structure.ts';
import { run } from './editing.ts';

/** A cell as `text`, `text:2x1` with its spans, `text=red` with its colour, `@2026-01-02` for a day. */
function cellFrom(drawn: string): TableBlockCell {
  const [, text = '', colspan = '1', rowspan = '1', color] = /^([^:=]*)(?::(\d)x(\d))?(?:=(\w+))?$/.exec(drawn)!;
  const day = { type: 'dateLink' as const, date: text.slice(1) };
  const content: TableBlockCell['content'] = text.startsWith('@') ? [day] : text ? [{ type: 'text', text }] : [];
  return { content, colspan: Number(colspan), rowspan: Number(rowspan), ...(color && { color }) };
}

const AT = 1;

/** Rows as "a|b|c", the caret in the cell with this text. */
function table(rows: string[], caret: string, header = { row: true, column: false }): EditorState {
  const data = { header, rows: rows.map((row) => row.split('|').map(cellFrom)) };
  const doc = toDoc(readBlocks([{ type: 'table', data }]).blocks);
  let at = 0;
  doc.descendants((node, pos) => {
    if (node.isTextblock && node.textContent === caret) at ||= pos + 1;
  });
  return EditorState.create({ doc, selection: TextSelection.create(doc, at) });
}

function drawn(state: EditorState | null): string[] {
  assert.ok(state);
  state.doc.check();
  assert.equal(TableMap.get(state.doc.nodeAt(AT) as Node).problems, null);
  const [block] = readBlocks(fromDoc(state.doc)).blocks as [Block];
  return tableRows(block).map((row) =>
    row
      .map(({ content, colspan = 1, rowspan = 1, color }) => {
        const text = content
          .map((node) => ('text' in node ? node.text : 'date' in node ? `@${node.date}` : ''))
          .join('');
        return `${text}${colspan * rowspan > 1 ? `:${colspan}x${rowspan}` : ''}${color ? `=${color}` : ''}`;
      })
      .join('|'),
  );
}

const ROWS = ['n|m|o', 'a|2|x', 'b|1|y'];
const MERGED = ['n|m|o', 'a:2x1|x', 'b|1:1x2|y', 'c|z'];

const DONE: [string, Command, string[], string, string[] | null][] = [
  ['a row is copied', duplicateLines('row'), ROWS, 'a', ['n|m|o', 'a|2|x', 'a|2|x', 'b|1|y']],
  ['a copied heading is none', duplicateLines('row'), ROWS, 'm', ['n|m|o', 'n|m|o', 'a|2|x', 'b|1|y']],
  ['a column is copied', duplicateLines('column'), ROWS, '2', ['n|m|m|o', 'a|2|2|x', 'b|1|1|y']],
  [
    'a row with a cell that is merged in it',
    duplicateLines('row'),
    MERGED,
    'x',
    ['n|m|o', 'a:2x1|x', 'a:2x1|x', 'b|1:1x2|y', 'c|z'],
  ],
  ['half of a merged cell is no row', duplicateLines('row'), MERGED, 'c', null],
  ['nor is it a column', duplicateLines('column'), MERGED, 'n', null],
  [
    'a column of cells that reach down',
    duplicateLines('column'),
    ['n|m|o', 'a|1:1x2|x', 'b|y'],
    '1',
    ['n|m|m|o', 'a|1:1x2|1:1x2|x', 'b|y'],
  ],
  ['a row gets a colour', colourLines('row', 'red'), ROWS, 'x', ['n|m|o', 'a=red|2=red|x=red', 'b|1|y']],
  ['a column gets a colour', colourLines('column', 'blue'), ROWS, 'x', ['n|m|o=blue', 'a|2|x=blue', 'b|1|y=blue']],
  ['a row loses its colour', colourLines('row', null), ['n=red|m=blue', 'a|b'], 'n', ['n|m', 'a|b']],
  ['a row is emptied', clearLines('row'), ['n|m', 'a=red|2', 'b|1'], '2', ['n|m', '=red|', 'b|1']],
  ['a column is emptied', clearLines('column'), ROWS, 'o', ['n|m|', 'a|2|', 'b|1|']],
  ['a column is deleted', deleteLines('column'), ROWS, 'm', ['n|o', 'a|x', 'b|y']],
  ['the only row stays', deleteLines('row'), ['a|b'], 'a', null],
  ['the only column stays', deleteLines('column'), ['a', 'b'], 'a', null],
  ['rows are sorted below the heading', sortRows('ascending'), ROWS, '2', ['n|m|o', 'b|1|y', 'a|2|x']],
  ['and the other way round', sortRows('descending'), ROWS, 'n', ['n|m|o', 'b|1|y', 'a|2|x']],
  [
    'days follow each other',
    sortRows('ascending'),
    ['d', '@2026-11-02', '', '@2025-12-31'],
    'd',
    ['d', '@2025-12-31', '@2026-11-02', ''],
  ],
  ['cells that reach down stay where they are', sortRows('ascending'), MERGED, 'n', null],
  ['one row needs no order', sortRows('ascending'), ['n|m', 'a|b'], 'a', null],
  ['rows are added at the end', addLines(AT, 'row', 2), ['n|m', 'a=red|b'], 'a', ['n|m', 'a=red|b', '|', '|']],
  [
    'columns are added at the end',
    addLines(AT, 'column', 2),
    MERGED,
    'a',
    ['n|m|o||', 'a:2x1|x||', 'b|1:1x2|y||', 'c|z||'],
  ],
];

describe('rows and columns of a table', () => {
  for (const [name, command, rows, caret, wanted] of DONE)
    it(name, () => {
      const before = table(rows, caret);
      const after = run(before, command);
      assert.equal(command(before), after !== null);
      assert.deepEqual(after && drawn(after), wanted);
    });

  it('keep headings where they belong, and the caret in its text', () => {
    const both = table(['n|m', 'b|1', 'a|2'], 'b', { row: true, column: true });
    const sorted = run(both, sortRows('ascending'));
    assert.equal(sorted?.selection.$head.parent.textContent, 'b');
    const added = run(sorted as EditorState, duplicateLines('column')) as EditorState;
    assert.deepEqual(drawn(added), ['n|n|m', 'a|a|2', 'b|b|1']);
    const kinds = (added.doc.nodeAt(AT) as Node).children.map((row) =>
      row.children.map(({ type }) => type.name[6]).join(''),
    );
    assert.deepEqual(kinds, ['hhh', 'hcc', 'hcc']);
  });

  it('do nothing outside of a table, and nothing where there is nothing', () => {
    const empty = table(['|', 'x|'], 'x');
    assert.equal(run(run(empty, clearLines('row')) as EditorState, clearLines('row')), null);
    const doc = toDoc(readBlocks([{ type: 'paragraph', content: [] }]).blocks);
    const outside = EditorState.create({ doc });
    for (const command of [duplicateLines('row'), colourLines('row', 'red'), clearLines('row'), deleteLines('row')])
      assert.equal(command(outside), false);
    assert.equal(sortRows('ascending')(outside), false);
    assert.equal(addLines(AT, 'row', 1)(outside), false);
  });

  it('know how many more there may be', () => {
    const node = table(['a|b', 'c|d'], 'a').doc.nodeAt(AT) as Node;
    assert.equal(roomFor(node, 'row'), 998);
    assert.equal(roomFor(node, 'column'), 98);
  });
});

describe('the order of cells', () => {
  const sorted = (texts: string[], direction: 'ascending' | 'descending' = 'ascending') =>
    sortedPlaces(texts, direction).map((place) => texts[place]);

  it('is that of numbers, with signs of money and thousands', () => {
    assert.deepEqual(sorted(['10', '9', '-3', '1,200.5', '€ 20']), ['-3', '9', '10', '€ 20', '1,200.5']);
    assert.deepEqual(sorted(['1.200,50', '30,5', '4']), ['4', '30,5', '1.200,50']);
  });

  it('is that of days, however they are written', () => {
    const days = ['24 Dec 2025', '2024-02-01', '01.03.2025'];
    assert.deepEqual(sorted(days), ['2024-02-01', '01.03.2025', '24 Dec 2025']);
  });

  it('is that of the language, numbers before words, empty ones last in both directions', () => {
    assert.deepEqual(sorted(['Zoo', '', 'äpfel', 'Item 10', 'Item 9', '7']), [
      '7',
      'äpfel',
      'Item 9',
      'Item 10',
      'Zoo',
      '',
    ]);
    assert.deepEqual(sorted(['a', ' ', 'c', 'b'], 'descending'), ['c', 'b', 'a', ' ']);
  });
});
