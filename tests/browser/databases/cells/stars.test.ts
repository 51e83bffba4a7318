// Ratings are set where their stars stand: in the chosen cell, on the page of a row, on a card and in a form.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../../testing/until.ts';
import { axeFaults } from '../../../kit/axe.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase } from '../desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

describe('stars', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let row: number;
  const views: Record<string, number> = {};
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Score', type: 'rating' },
      { name: 'Note', type: 'text' },
    ]);
    row = (await desk.made.row({ Score: 2 }, 'Roof')).id;
    views.table = await desk.makeView('table');
    views.gallery = await desk.makeView('gallery');
    const questions = [{ property_id: desk.made.by.Score.id }, { property_id: desk.made.by.Note.id }];
    views.form = await desk.makeView('form', { form: { title: 'Taste', questions } });
  });
  after(() => desk.stop());

  const stored = async () => (await desk.made.read(row)).values[desk.made.by.Score.id] ?? null;
  const kept = (count: number | null) => until(async () => (await stored()) === count, `${count} stars are stored`);
  /** How many are drawn filled, whatever is stored. */
  const filled = (stars: Locator) =>
    stars.evaluateAll((all) => {
      const drawn = all.map((one) => getComputedStyle(one).getPropertyValue('--drawn'));
      return drawn.filter((one) => one.includes("fill='%23000'")).length;
    });
  const seen = (stars: Locator, count: number) => until(async () => (await filled(stars)) === count, `${count} drawn`);

  it('are the control in the cell that is chosen, also where there is none yet', async () => {
    const page = await desk.open('ann', views.table);
    const stars = page.locator('.grid-line.row [data-column="1"] .rate-star');
    await stars.nth(4).waitFor();
    assert.equal(await filled(stars), 2);
    await stars.nth(4).click();
    assert.equal(await stored(), 2, 'the first press chooses the cell');
    await stars.nth(3).hover();
    await seen(stars, 4);
    await stars.nth(3).click();
    await kept(4);
    assert.equal(await page.locator('.cell-editor').count(), 0);
    await stars.nth(3).click();
    await kept(null);
    await page.locator('.grid-cell.active .offered').waitFor();
    await seen(stars, 0);
    await stars.nth(2).hover();
    await seen(stars, 3);
    await stars.nth(2).dblclick();
    await kept(3);
    await page.keyboard.press('ArrowRight');
    await stars.nth(2).dblclick();
    await seen(stars, 3);
    await page.locator('[data-saved="true"]').waitFor();
    assert.equal(await stored(), 3, 'two quick presses take nothing away');
    await stars.nth(1).click();
    await kept(2);
    await page.keyboard.press('ArrowRight');
    await seen(stars, 2);
    await desk.close();
  });

  it('are chosen by keys in a panel that leaves their cell in sight, and cleared by a button where there are any', async () => {
    const page = await desk.open('ann', views.table);
    const cell = page.locator('.grid-line.row [data-column="1"]');
    await cell.click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('Enter');
    const panel = page.locator('.cell-editor');
    await panel.waitFor();
    const [over, below] = [await cell.boundingBox(), await panel.boundingBox()];
    assert.ok(over && below && below.y >= over.y + over.height, JSON.stringify([over, below]));
    const clear = panel.getByRole('button', { name: 'Clear' });
    await clear.waitFor();
    await page.keyboard.press('0');
    assert.equal(await clear.isVisible(), false);
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await kept(5);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await panel.locator('label').nth(4).click();
    await kept(null);
    await desk.made.change(row, { Score: 2 });
    await desk.close();
  });

  const onRow = async (page: Page) => {
    await page.goto(`${desk.t.url}/pages/${row}`);
    await page.locator('.row-properties .rate-star').nth(4).waitFor();
    return page.locator('.row-properties .rate-star');
  };

  it('are the control on the page of a row, whoever may write it', async () => {
    const page = await desk.visit('ann');
    const stars = await onRow(page);
    await stars.nth(2).hover();
    await seen(stars, 3);
    await stars.nth(2).click();
    await kept(3);
    await page.getByRole('img', { name: 'Score: 3 of 5 stars' }).waitFor();
    await stars.nth(2).click();
    await kept(null);
    await (await onRow(page)).nth(1).click();
    await kept(2);
    assert.equal(await page.locator('.cell-editor').count(), 0);
    await desk.close();
    const reader = await desk.visit('vic');
    const read = await onRow(reader);
    await read.nth(4).click();
    assert.equal(await filled(read), 2);
    await desk.close();
    const phone = await desk.visit('ann', PHONE);
    await (await onRow(phone)).nth(4).tap({ force: true });
    const labels = phone.locator('.star-editor label');
    await labels.first().waitFor();
    assert.ok(((await labels.first().boundingBox())?.width ?? 0) >= 44, 'a finger has room');
    assert.equal(await stored(), 2);
    await desk.close();
  });

  it('are the control on a card', async () => {
    const page = await desk.open('ann', views.gallery);
    const stars = page.locator('.row-card .rate-star');
    await stars.nth(4).click();
    await kept(5);
    await page.getByRole('button', { name: 'Score: 5 of 5 stars' }).waitFor();
    await stars.nth(1).click();
    await kept(2);
    assert.equal(await page.locator('.cell-editor, .peek').count(), 0);
    await desk.close();
  });

  it('show in a form what a press would choose, and are taken back by it and by keys', async () => {
    const page = await desk.open('ann', views.form);
    const labels = page.locator('.stars label:not(.no-stars)');
    const stars = page.locator('.stars .rate-star');
    await labels.nth(3).hover();
    await seen(stars, 4);
    await labels.nth(3).click();
    const chosen = page.locator('.stars input:checked');
    assert.equal(await chosen.getAttribute('value'), '4');
    await labels.nth(3).click();
    assert.equal(await chosen.count(), 0);
    for (const key of ['Backspace', '0']) {
      await labels.nth(1).click();
      assert.equal(await chosen.getAttribute('value'), '2');
      await page.keyboard.press(key);
      assert.equal(await chosen.count(), 0);
    }
    await page.keyboard.press('3');
    assert.equal(await chosen.getAttribute('value'), '3');
    await desk.close();
  });
});
