// Tables that grow by the bars at their edges, and the menus of rows and columns: by mouse, keyboard, finger, and together.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Block, type TableBlockCell, tableRows } from '../../../plugins/blocks/block.ts';
import { axeFaults } from '../../kit/axe.ts';
import { settled } from '../../kit/browser.ts';
import { close, save, type Written, withEditor } from './editor.ts';

const MARKDOWN = ['| n | m |', '| --- | --- |', '| b | 10 |', '| a | 9 |', '', 'below'].join('\n');
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const bar = ({ page }: Pick<Written, 'page'>, what: 'row' | 'column'): Locator =>
  page.getByRole('button', { name: `Add ${what}`, exact: true });

const boxOf = async (place: Locator): Promise<Box> => (await place.boundingBox()) as Box;

const preview = ({ page }: Written): Locator => page.locator('.table-growth-preview');

/** A slow hand: px by px, and what is seen at each. */
async function creep<T>(page: Page, from: Box, by: { x?: number; y?: number }, seen: () => Promise<T>): Promise<T[]> {
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const out: T[] = [];
  for (let px = 0; px <= Math.max(by.x ?? 0, by.y ?? 0); px++) {
    await page.mouse.move(start.x + (by.x ? px : 0), start.y + (by.y ? px : 0));
    out.push(await seen());
  }
  return out;
}

await withEditor('growing tables', (desk) => {
  const cell = ({ text }: Written, name: string): Locator => text.locator('td, th').getByText(name, { exact: true });
  const cells = async (written: Written): Promise<string[]> => {
    await save(written);
    const block = (await desk.stored(written.id)).blocks.find(({ type }) => type === 'table');
    const drawn = ({ content, color }: TableBlockCell) =>
      `${content.map((node) => ('text' in node ? node.text : '')).join('')}${color ? `=${color}` : ''}`;
    return tableRows(block as Block).map((row) => row.map(drawn).join('|'));
  };
  const caretIn = async (written: Written, name: string) => {
    await cell(written, name).click();
    await settled(written.page);
  };
  const menuOf = async (written: Written, line: 'Row' | 'Column', name: string) => {
    await caretIn(written, name);
    await written.page.keyboard.press('Control+/');
    await written.page.getByRole('menuitem', { name: line, exact: true }).press('Enter');
    await written.page.getByRole('menu', { name: line, exact: true }).waitFor();
  };
  const choose = async ({ page }: Written, item: string) => {
    await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await settled(page);
  };
  /** Takes hold of a bar and moves the hand px by px, without letting go. */
  const pull = async (written: Written, what: 'row' | 'column', px: number) => {
    const { page } = written;
    const { x, y, width, height } = await boxOf(bar(written, what));
    const [startX, startY] = [x + width / 2, y + height / 2];
    await page.mouse.move(startX, startY);
    await page.mouse.down();
    for (let at = 1; at <= px; at++)
      await page.mouse.move(startX + (what === 'row' ? 0 : at), startY + (what === 'row' ? at : 0));
    return { startX, startY };
  };

  it('show the bars to a slow hand on its way to them, and add one with a click', async () => {
    const written = await desk.write(MARKDOWN);
    const { page } = written;
    await page.mouse.move(2, 2);
    const isSeen = (what: 'row' | 'column') => bar(written, what).evaluate((one) => getComputedStyle(one).opacity);
    assert.equal(await isSeen('row'), '0');
    await cell(written, 'm').hover();
    // The handles and the edge of the column come with the first move of a mouse.
    await page.locator('.table-handle-row').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    for (const what of ['column', 'row'] as const) {
      const last = await boxOf(cell(written, what === 'row' ? '9' : 'm'));
      const { x, y, width, height } = await boxOf(bar(written, what));
      const way =
        what === 'row'
          ? { y: y + height - 2 - last.y - last.height / 2 }
          : { x: x + width - 2 - last.x - last.width / 2 };
      const seen = await creep(page, last, way, () => isSeen(what));
      assert.deepEqual([...new Set(seen)], ['1'], what);
      assert.equal(
        await page.evaluate(() => document.querySelector('.table-bar:hover')?.className),
        `table-bar table-bar-${what}`,
      );
      await page.mouse.down();
      await page.mouse.up();
    }
    assert.deepEqual(await cells(written), ['n|m|', 'b|10|', 'a|9|', '||']);
    assert.equal(await written.text.locator('th').count(), 3);
    await page.keyboard.press('Control+z');
    assert.deepEqual(await cells(written), ['n|m|', 'b|10|', 'a|9|']);
    await close(written);
  });

  it('add as many as a drag reaches over, undone at once, and none when the hand comes back or gives up', async () => {
    const written = await desk.write(MARKDOWN);
    const { page } = written;
    const row = (await boxOf(cell(written, '9').locator('xpath=ancestor-or-self::tr'))).height;
    const { startX, startY } = await pull(written, 'row', Math.round(row * 3));
    assert.equal(await preview(written).innerText(), '+3');
    await page.mouse.move(startX, startY + row);
    assert.equal(await preview(written).innerText(), '+1');
    await page.mouse.move(startX, startY + row * 4);
    await page.mouse.up();
    assert.deepEqual(await cells(written), ['n|m', 'b|10', 'a|9', '|', '|', '|', '|']);
    await page.keyboard.press('Control+z');
    assert.deepEqual(await cells(written), ['n|m', 'b|10', 'a|9']);
    await pull(written, 'column', 120);
    await page.keyboard.press('Escape');
    assert.equal(await preview(written).isVisible(), false);
    await page.mouse.up();
    const back = await pull(written, 'column', 90);
    await page.mouse.move(back.startX + 1, back.startY);
    assert.equal(await preview(written).innerText(), '+0');
    await page.mouse.up();
    assert.deepEqual(await cells(written), ['n|m', 'b|10', 'a|9']);
    await bar(written, 'row').press('Enter');
    await page.keyboard.press('Enter');
    assert.equal((await cells(written)).length, 5);
    await close(written);
  });

  it('have no more columns than there may be, and say so', async () => {
    const names = Array.from({ length: 99 }, (_none, at) => `c${at}`);
    const written = await desk.write(
      [names, names.map(() => '-'), names].map((row) => `|${row.join('|')}|`).join('\n'),
    );
    for (const wanted of [100, 100]) {
      await bar(written, 'column').press('Enter');
      assert.equal((await cells(written))[0]?.split('|').length, wanted);
    }
    await written.page.getByText('A table has at most 100 columns.').waitFor();
    await close(written);
  });

  it('have menus of rows and columns by keyboard and handle: copies, colours, orders, empty cells', async () => {
    const written = await desk.write(MARKDOWN);
    const { page } = written;
    await menuOf(written, 'Column', '10');
    assert.deepEqual(await axeFaults(page), []);
    await choose(written, 'Sort ascending');
    assert.deepEqual(await cells(written), ['n|m', 'a|9', 'b|10']);
    await menuOf(written, 'Column', 'n');
    await choose(written, 'Sort descending');
    assert.deepEqual(await cells(written), ['n|m', 'b|10', 'a|9']);
    await cell(written, 'a').hover();
    await page.getByRole('button', { name: 'Row', exact: true }).click();
    await page.getByRole('menu', { name: 'Row', exact: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Colour' }).press('Enter');
    await page.getByRole('button', { name: 'Background: Red' }).press('Enter');
    await settled(page);
    assert.deepEqual(await cells(written), ['n|m', 'b|10', 'a=red|9=red']);
    await menuOf(written, 'Row', 'a');
    await choose(written, 'Duplicate row');
    await menuOf(written, 'Row', 'b');
    await choose(written, 'Clear contents');
    assert.deepEqual(await cells(written), ['n|m', '|', 'a=red|9=red', 'a=red|9=red']);
    await menuOf(written, 'Column', 'm');
    await choose(written, 'Duplicate column');
    assert.deepEqual(await cells(written), ['n|m|m', '||', 'a=red|9=red|9=red', 'a=red|9=red|9=red']);
    for (let at = 0; at < 3; at++) await page.keyboard.press('Control+z');
    assert.deepEqual(await cells(written), ['n|m', 'b|10', 'a=red|9=red']);
    await close(written);
  });

  it('offer nothing that a table of one row and one column cannot do', async () => {
    const written = await desk.write([
      {
        type: 'table',
        data: { header: { row: false, column: false }, rows: [[{ content: [{ type: 'text', text: 'x' }] }]] },
      },
    ]);
    const items = () => written.page.getByRole('menuitem').allInnerTexts();
    await menuOf(written, 'Row', 'x');
    assert.deepEqual(await items(), ['Row above', 'Row below', 'Duplicate row', 'Colour', 'Clear contents']);
    await written.page.keyboard.press('Escape');
    await menuOf(written, 'Column', 'x');
    assert.ok(!(await items()).some((item) => /Sort|Delete|Move/.test(item)));
    await close(written);
  });

  it('grow under a finger, by bars that are always there', async () => {
    const written = await desk.write(MARKDOWN, PHONE);
    const { page } = written;
    for (const what of ['row', 'column'] as const) {
      const { x, width, height } = await boxOf(bar(written, what));
      assert.ok(Math.min(width, height) >= 24 && x + width <= 390, what);
      assert.equal(await bar(written, what).evaluate((one) => getComputedStyle(one).opacity), '1');
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    const text = await boxOf(written.text.getByText('below'));
    const edge = await boxOf(bar(written, 'row'));
    assert.ok(text.y + 4 >= edge.y + edge.height, `${text.y} ${edge.y + edge.height}`);
    await bar(written, 'column').tap();
    assert.deepEqual(await cells(written), ['n|m|', 'b|10|', 'a|9|']);
    const { x, y, width, height } = await boxOf(bar(written, 'row'));
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', px?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: px === undefined ? [] : [{ x: x + width / 2, y: y + height / 2 + px }],
      });
    await touch('touchStart', 0);
    for (let px = 1; px <= 80; px++) await touch('touchMove', px);
    assert.equal(await preview(written).innerText(), '+2');
    await touch('touchEnd');
    await settled(page);
    assert.equal((await cells(written)).length, 5);
    await close(written);
  });

  it('merge with what others do at that moment, and end quietly when they delete the table', async () => {
    const written = await desk.write(MARKDOWN);
    const other = await desk.open(written.id);
    const { page } = written;
    await pull(written, 'row', 40);
    await other.text.getByText('10', { exact: true }).click();
    await settled(other.page);
    await other.page.keyboard.press('End');
    await other.page.keyboard.type('0');
    await cell(written, '100').waitFor();
    await page.mouse.up();
    assert.deepEqual(await cells(written), ['n|m', 'b|100', 'a|9', '|']);
    await pull(written, 'column', 120);
    await other.page.keyboard.press('Control+/');
    await other.page.getByRole('menuitem', { name: 'Delete table' }).press('Enter');
    await written.text.locator('table').waitFor({ state: 'detached' });
    await page.mouse.up();
    await settled(page);
    await save(written);
    assert.ok((await desk.stored(written.id)).blocks.every(({ type }) => type !== 'table'));
    await close(other);
    await close(written);
  });
});
