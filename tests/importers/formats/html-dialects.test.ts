// Pages of programs that write HTML in a way of their own: tasks of Quip, tables of Apple Notes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
});
