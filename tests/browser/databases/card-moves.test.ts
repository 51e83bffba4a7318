// Rows of a list and a gallery are put in order as those of a table are: by mouse, finger and key, and taken back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { fingerDrag, middleOf } from '../fingers.ts';
import { type DatabaseDesk, furnishDatabase } from './desk.ts';

const browser = await openBrowser();
const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };

describe('rows in sight as cards or lines', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'Amount', type: 'number' }]);
    for (const title of ['A', 'B', 'C', 'D']) await desk.made.row({}, title);
  });
  after(() => desk.stop());

  const seen = async (page: Page) => (await page.locator('.card-title').allTextContents()).join('');
  /** Waits for the order, here and on the server. */
  async function comes(page: Page, wanted: string): Promise<void> {
    await until(async () => (await desk.made.titles(null)).join('') === wanted, `the order ${wanted}`);
    await until(async () => (await seen(page)) === wanted, `the order ${wanted} in sight`);
  }
  const card = (page: Page, title: string) =>
    page.locator('[data-row]').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  const back = async (page: Page) => {
    await page.keyboard.press('Control+z');
    await comes(page, 'ABCD');
  };

  it('stay where they are for whoever may not change them', async () => {
    const page = await desk.open('vic', await desk.makeView('list'));
    await card(page, 'A').waitFor();
    assert.equal(await card(page, 'A').getAttribute('draggable'), null);
    await page.getByRole('link', { name: 'A', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    assert.equal(await seen(page), 'ABCD');
    await desk.close();
  });

  for (const kind of ['list', 'gallery']) {
    it(`are moved by mouse and key in a ${kind}, and back`, async () => {
      const page = await desk.open('edi', await desk.makeView(kind));
      const to = await card(page, 'C').boundingBox();
      assert.ok(to);
      await card(page, 'A').dragTo(card(page, 'C'), { targetPosition: { x: to.width - 8, y: to.height - 4 } });
      await comes(page, 'BCAD');
      await back(page);
      await page.getByRole('link', { name: 'B', exact: true }).focus();
      await page.keyboard.press(kind === 'list' ? 'Alt+ArrowUp' : 'Alt+ArrowLeft');
      await comes(page, 'BACD');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'B');
      await page.getByText('B is row 1 of 4 now').waitFor({ state: 'attached' });
      await back(page);
      await desk.close();
    });

    it(`are moved by a finger that rests on them in a ${kind}`, async () => {
      const page = await desk.open('edi', await desk.makeView(kind), TABLET);
      const from = await middleOf(card(page, 'D'));
      const to = await card(page, 'B').boundingBox();
      assert.ok(to);
      await fingerDrag(page, from, { x: to.x + 8, y: to.y + 4 }, () => page.locator('.dragged').waitFor());
      await comes(page, 'ADBC');
      await back(page);
      await desk.close();
    });
  }
});
