// What a table looks like before anybody touches it: where a column is added, and which cell is the chosen one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../../kit/browser.ts';
import { middleOf } from '../../fingers.ts';
import { type DatabaseDesk, furnishDatabase } from '../desk.ts';

const browser = await openBrowser();

describe('the looks of a table', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Amount', type: 'number' },
      { name: 'Note', type: 'text' },
    ]);
    for (const title of ['A', 'B']) await desk.made.row({ Amount: 1 }, title);
  });
  after(() => desk.stop());

  const edges = (page: Page) =>
    page.evaluate(() => {
      const box = (of: string) => document.querySelector(of)?.getBoundingClientRect() ?? new DOMRect();
      const heads = [...document.querySelectorAll('.head-cell')];
      const add = box('.add-cell');
      return {
        beside: Math.round(add.left - (heads.at(-1)?.getBoundingClientRect().right ?? 0)),
        left: Math.round(box('.grid').right - add.right),
        overflow: Math.round((document.querySelector('.grid')?.scrollWidth ?? 0) - box('.grid').width),
      };
    });

  it('has the plus behind the last column, where a hand finds it', async () => {
    const page = await desk.open('edi');
    await page.locator('.row-title').first().waitFor();
    const { beside, left, overflow } = await edges(page);
    assert.equal(beside, 0, 'the plus is beside the last head');
    assert.ok(left >= 0 && overflow <= 0, `it is in sight: ${left}, ${overflow}`);
    const { x, y } = await middleOf(page.locator('.add-cell button'));
    await page.mouse.move(x - 60, y);
    await page.mouse.move(x, y, { steps: 60 });
    await page.mouse.down();
    await page.mouse.up();
    await page.locator('.new-property').waitFor();
    await desk.close();
  });

  it('has it there, too, where the columns are wider than the window', async () => {
    const widths = { [desk.made.by.Amount.id]: 900, [desk.made.by.Note.id]: 900 };
    const page = await desk.open('edi', await desk.makeView('table', { widths }));
    await page.locator('.row-title').first().waitFor();
    await page.locator('.grid').evaluate((one) => {
      one.scrollLeft = one.scrollWidth;
    });
    const { beside, left } = await edges(page);
    assert.equal(beside, 0, 'the plus is beside the last head');
    assert.ok(left >= 0 && left <= 20, `it is at the edge of the table: ${left}`);
    const [line, head] = await page.evaluate(() =>
      ['.grid-line.row', '.grid-head'].map((one) => document.querySelector(one)?.getBoundingClientRect().right),
    );
    assert.equal(line, head, 'lines are as wide as the head');
    await desk.close();
  });

  const looks = (page: Page) =>
    page.evaluate(() => {
      const cell = (line: number) => document.querySelector(`.grid-line[data-line="${line}"] [data-column="0"]`);
      const [first, second] = [cell(0), cell(1)].map((one) => getComputedStyle(one as Element).backgroundColor);
      const opener = document.querySelector('.grid-line[data-line="0"] .open-row') as Element;
      return { isMarked: first !== second, hasOpener: getComputedStyle(opener).display !== 'none' };
    });

  it('marks a cell only while keys go to the table', async () => {
    const page = await desk.open('edi');
    await page.locator('.row-title').first().waitFor();
    const unmarked = { isMarked: false, hasOpener: false };
    assert.deepEqual(await looks(page), unmarked, 'when it has come');
    await page.getByRole('button', { name: 'Search', exact: true }).last().focus();
    for (let at = 0; at < 9 && !(await page.locator('.grid:focus').count()); at++) await page.keyboard.press('Tab');
    await page.locator('.grid:focus .active').waitFor();
    assert.deepEqual(await looks(page), { isMarked: true, hasOpener: true }, 'with the keys there');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await looks(page), unmarked, 'behind a dialog');
    await desk.close();
  });
});
