// The editor of formulas: completion by keyboard, results and faults while somebody types, the list, and small screens.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase } from './desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true };

describe('the editor of formulas', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Price', type: 'number' },
      { name: 'Unit name', type: 'text' },
    ]);
    for (const price of [4, 10]) await desk.made.row({ Price: price, 'Unit name': 'kg' }, `Row ${price}`);
  });
  after(() => desk.stop());

  const field = (page: Page) => page.getByRole('textbox', { name: 'Formula' });
  const result = (page: Page, row: string) => page.locator('.formula-results tr', { hasText: row }).locator('td');

  /** Begins a new property and chooses its type. */
  async function begin(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await desk.open('ann', undefined, options);
    await page.getByRole('button', { name: 'Add property' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Total');
    await page.getByRole('combobox', { name: 'Type' }).fill('Formula');
    await page.keyboard.press('Enter');
    await field(page).waitFor();
    return page;
  }

  it('completes names by keyboard, shows results while somebody types, and makes the property', async () => {
    const page = await begin();
    const [panel, add] = [page.locator('.property-panel'), page.getByRole('button', { name: 'Add', exact: true })];
    const isWithin = async () => {
      const [around, within] = [await panel.boundingBox(), await add.boundingBox()];
      return around && within && within.y + within.height <= around.y + around.height;
    };
    await until(isWithin, 'the whole button in its panel');
    await field(page).focus();
    await page.keyboard.type('rou');
    await page.getByRole('option', { name: 'round', exact: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('pri');
    await page.locator('.formula-choices').getByText('Price', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(' / 3');
    assert.equal(await field(page).inputValue(), 'round(Price / 3)');
    await result(page, 'Row 4').getByText('1', { exact: true }).waitFor();
    await result(page, 'Row 10').getByText('3', { exact: true }).waitFor();
    await page.getByText('Result: Number').waitFor();
    assert.equal(await page.locator('.formula-property').textContent(), 'Price');
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Total' }).waitFor();
  });

  it('underlines what is wrong at its place and says it, and Escape closes the list alone', async () => {
    const page = await begin();
    await field(page).focus();
    await page.keyboard.type('1 + Prise');
    await page.getByText('Unknown name Prise. Did you mean Price?').waitFor();
    assert.equal(await page.locator('.formula-fault').textContent(), 'Prise');
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('Backspace');
    await page.locator('.formula-choices').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.formula-choices').waitFor({ state: 'detached' });
    await field(page).waitFor();
    await page.keyboard.press('Control+z');
    assert.notEqual(await field(page).inputValue(), '1 + Pr');
  });

  it('says that half a text is wrong only when the caret has left it, and shows what type a property has', async () => {
    const page = await begin();
    await field(page).focus();
    await page.keyboard.type('Pri');
    const icon = page.locator('.formula-choices [role="option"]', { hasText: 'Price' }).locator('use');
    assert.match((await icon.getAttribute('href')) ?? '', /#list-ordered$/);
    await page.keyboard.press('Escape');
    await field(page).fill('1');
    await page.getByText('Result: Number').waitFor();
    await page.keyboard.type(' + "kg');
    await page.getByText('Result: Number').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.formula-main .fault').count(), 0);
    await page.keyboard.press('Home');
    await page.locator('.formula-main .fault').waitFor();
  });

  it('writes what is chosen from the list where the caret is', async () => {
    const page = await begin();
    await field(page).fill('1 + ');
    const find = page.getByRole('combobox', { name: 'Find a property or function' });
    await find.fill('unit');
    await find.press('Enter');
    assert.equal(await field(page).inputValue(), '1 + prop("Unit name")');
    await page.getByRole('option', { name: /Price/ }).waitFor({ state: 'detached' });
  });

  it('never shows the answer to an earlier text for a later one', async () => {
    const page = await begin();
    const held = Promise.withResolvers<void>();
    await page.route('**/formula-preview', async (route) => {
      if (route.request().postDataJSON().expression === '1') await held.promise;
      await route.continue().catch(() => {});
    });
    const asked = page.waitForRequest('**/formula-preview');
    await field(page).fill('1');
    await asked;
    await field(page).fill('2');
    await result(page, 'Row 4').getByText('2', { exact: true }).waitFor();
    held.resolve();
    await field(page).fill('2 ');
    await page.waitForResponse('**/formula-preview');
    assert.equal(await result(page, 'Row 4').textContent(), '2');
  });

  for (const key of ['Control', 'Meta'])
    it(`is saved by ${key} and Enter, for a new property and an old one`, async () => {
      const page = await begin();
      await page.getByRole('textbox', { name: 'Name' }).fill('Sum');
      await field(page).fill('1 + 1');
      await page.keyboard.press(`${key}+Enter`);
      const head = page.getByRole('columnheader', { name: 'Sum' });
      await head.waitFor();
      await page.locator('.property-panel').waitFor({ state: 'detached' });
      await head.click();
      await page.getByRole('menuitem', { name: 'Edit property' }).click();
      await field(page).fill('1 + 40');
      await page.keyboard.press(`${key}+Enter`);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('gridcell', { name: '41' }).first().waitFor();
      const { by } = await desk.made.reload();
      await desk.t.call('ann', 'DELETE', `/api/v2/collections/${desk.made.id}/properties/${by.Sum.id}`);
    });

  it('opens with the formula of a property, and stays inside of a phone', async () => {
    const page = await begin(PHONE);
    await field(page).fill('prop("Unit name") + " per " + Price + " and a long text that goes on and on"');
    await page.getByText('Result: Text').waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    const box = await field(page).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    assert.deepEqual(await axeFaults(page), []);
  });
});
