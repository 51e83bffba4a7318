// Pages of programs that write HTML in a way of their own: tasks of Quip, tables of Apple Notes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import html from '../../../plugins/importers/formats/html-folder/index.ts';
import { itemsIn, of } from './items.ts';

const page = async (body: string) => {
  const [one] = of(await itemsIn(html, 'a.html', `<html><body>${body}</body></html>`), 'page');
  return one ?? assert.fail('no page came');
};

describe('HTML of other programs', () => {
  it('knows the tasks and numbers of Quip by the sections that its lists stand in', async () => {
    const list = (style: number, items: string) =>
      `<div data-section-style="${style}"><ul id="a${style}">${items}</ul></div>`;
    const { blocks = [] } = await page(
      `${list(7, '<li class="checked" value="1"><span>done</span><br/></li><li class=""><span>open</span><br/></li>')}${list(6, '<li><span>first</span></li>')}${list(5, '<li><span>plain</span></li>')}`,
    );
    assert.deepEqual(
      blocks.map(({ type, data }) => [type, data.checked]),
      [
        ['todo', true],
        ['todo', false],
        ['numbered', undefined],
        ['bullet', undefined],
      ],
    );
  });

  it('keeps the names of Quip’s sheets before them', async () => {
    const sheet = (name: string) => `<table id="t" title="${name}"><tr><td>x</td></tr></table>`;
    const { blocks = [], unsupported } = await page(`<div data-section-style="13">${sheet('Crew')}${sheet(' ')}</div>`);
    assert.deepEqual(
      blocks.map((block) => [block.type, blocksPlainText([block])]),
      [
        ['paragraph', 'Crew'],
        ['table', 'x'],
        ['table', 'x'],
      ],
    );
    assert.deepEqual(unsupported ?? {}, {});
  });

  it('takes paragraphs of Word that are items of lists for that, with their levels and numbers', async () => {
    const item = (list: string, level: number, sign: string, text: string) =>
      `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${list.replace(' ', ` level${level} `)}'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
    const { blocks = [], unsupported } = await page(
      [
        item('l0 lfo1', 1, '·', 'Ebb'),
        item('l0 lfo1', 2, 'o', '<b>Neap</b>'),
        item('l0 lfo1', 1, '·', 'Flow'),
        '<p class=MsoNormal>Between</p>',
        item('l1 lfo2', 1, '3.', 'Third'),
        item('l1 lfo2', 2, 'a)', 'Inside'),
        item('l1 lfo2', 1, '4.', 'Fourth'),
        '<p style="mso-list:none">None</p>',
      ].join('\n'),
    );
    const said = (list: typeof blocks): unknown[] =>
      list.map(({ type, data, content = [], children = [] }) => [
        type + (data.start ?? ''),
        content.map((node) => (node.type === 'text' ? node.text : '')).join(''),
        ...(children.length ? [said(children)] : []),
      ]);
    assert.deepEqual(said(blocks), [
      ['bullet', 'Ebb', [['bullet', 'Neap']]],
      ['bullet', 'Flow'],
      ['paragraph', 'Between'],
      ['numbered3', 'Third', [['numbered', 'Inside']]],
      ['numbered', 'Fourth'],
      ['paragraph', 'None'],
    ]);
    assert.deepEqual(unsupported ?? {}, {});
  });

  it('reads what stands in an object without an address, as the tables of Apple Notes do', async () => {
    const table = '<table cellspacing="0"><tbody><tr><td>x</td><td>y</td></tr></tbody></table>';
    const { blocks = [], unsupported } = await page(`<div>a</div><object>${table}</object>`);
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['paragraph', 'table'],
    );
    assert.deepEqual(unsupported ?? {}, {});
    const shown = await page('<object data="https://x.test/a.pdf" type="application/pdf"><p>b</p></object>');
    assert.deepEqual(
      shown.blocks?.map(({ type }) => type),
      ['pdf'],
    );
  });

  it('keeps a first heading that is the title as a heading where it leads somewhere', async () => {
    const linked = await page('<h1>See <a href="https://example.org/tide">tides</a></h1><p>x</p>');
    assert.equal(linked.title, 'See tides');
    assert.match(JSON.stringify(linked.blocks?.[0]), /"type":"heading".*https:\/\/example\.org\/tide/);
    const plain = await page('<h1>Tides</h1><p>x</p>');
    assert.deepEqual(
      plain.blocks?.map(({ type }) => type),
      ['paragraph'],
    );
  });
});
