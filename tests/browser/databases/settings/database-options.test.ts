// What a database can do besides its views: a menu at its head, and dialogs where it is, in which forms are sent in place.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaultsInBoth } from '../../../kit/axe.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { awaitRowCount, type DatabaseDesk, furnishDatabase } from '../desk.ts';

const browser = await openBrowser();

describe('the options of a database', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Due', type: 'date' },
      { name: 'Points', type: 'number' },
    ]);
    await desk.made.row({ Due: '2026-12-01' }, 'Lunch');
  });
  after(() => desk.stop());

  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

  /** By keys alone. */
  async function choose(page: Page, option: string): Promise<void> {
    await page.getByRole('button', { name: 'More options' }).press('Enter');
    await page.getByRole('menuitem', { name: option }).press('Enter');
  }

  const isHere = (page: Page) => assert.equal(new URL(page.url()).pathname, `/pages/${desk.made.pageId}`);

  it('stand on one line with its views and what adds a row, in each window', async () => {
    for (const name of ['Board of the garden', 'List of the garden', 'Gallery of the garden'])
      await desk.makeView('list', {}, name);
    for (const width of [1280, 768, 640, 390]) {
      const page = await desk.open('ann', undefined, { viewport: { width, height: 700 } });
      const bar = page.locator('.view-bar');
      const boxes = await bar.locator('button:visible, a:visible').evaluateAll((all) =>
        all.map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return { left, right, middle: (top + bottom) / 2 };
        }),
      );
      boxes.sort((a, b) => a.left - b.left);
      assert.ok(
        boxes.every(({ middle }) => Math.abs(middle - (boxes[0]?.middle ?? 0)) < 6),
        `${width} lines`,
      );
      assert.ok(
        boxes.every(({ left }, at) => at === 0 || left >= (boxes[at - 1]?.right ?? 0) - 1),
        `${width} over`,
      );
      assert.ok((boxes.at(-1)?.right ?? 0) <= width && (boxes[0]?.left ?? -1) >= 0, `${width} cut`);
      const chips = await page.locator('.view-chips').boundingBox();
      assert.ok(chips && chips.height <= 44, `${width} ${chips?.height}`);
    }
    await desk.close();
  });

  it('has its ways out in one menu', async () => {
    const page = await desk.open('ann');
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Row templates…' }).waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    assert.match((await file).suggestedFilename(), /\.csv$/);
    isHere(page);
    await desk.close();
  });

  it('takes in a table without leaving the database, to the end', async () => {
    const page = await desk.open('ann');
    await awaitRowCount(page, 1);
    await choose(page, 'Import a table…');
    await dialog(page, 'Import a table').getByLabel('The table').fill('Name,Points\nSlides,5\nNotes,6\n');
    await page.getByRole('button', { name: 'Choose columns' }).press('Enter');
    await page.getByLabel('Points goes into').waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.getByRole('button', { name: 'Add rows' }).press('Enter');
    await page.getByText('2 of 2 rows were made.').waitFor();
    await page.keyboard.press('Escape');
    await awaitRowCount(page, 3);
    isHere(page);
    await desk.close();
  });

  it('keeps and removes templates of rows, and says what it is refused', async () => {
    const page = await desk.open('ann', undefined, { viewport: { width: 390, height: 780 } });
    await choose(page, 'Row templates…');
    const templates = dialog(page, 'Row templates');
    for (const name of ['Weekly', 'Weekly']) {
      await templates.getByLabel('Template name').fill(name);
      await templates.getByRole('button', { name: 'Save template' }).press('Enter');
      await templates.getByText(name, { exact: true }).first().waitFor();
    }
    assert.deepEqual(await axeFaultsInBoth(page), []);
    assert.equal(await templates.evaluate((one) => one.scrollWidth <= one.clientWidth), true);
    await templates.getByRole('button', { name: 'Remove the template Weekly' }).first().press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New from a template' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit templates' }).press('Enter');
    await templates.waitFor();
    isHere(page);
    await desk.close();
  });

  it('shows the address of a calendar once, ready to be copied', async () => {
    const page = await desk.open('vic');
    await choose(page, 'Subscribe in your calendar…');
    await dialog(page, 'Subscribe in your calendar')
      .getByRole('button', { name: 'Create address' })
      .first()
      .press('Enter');
    const address = page.getByLabel('The address, shown this once');
    await address.waitFor();
    assert.equal(await page.evaluate(() => getSelection()?.toString()), await address.inputValue());
    assert.deepEqual(await axeFaultsInBoth(page), []);
    isHere(page);
    await desk.close();
  });

  it('keeps the whole as a template', async () => {
    const page = await desk.open('ann');
    await choose(page, 'Save as template…');
    await dialog(page, 'Save as template').getByRole('button', { name: 'Save template' }).press('Enter');
    await page.getByText('“Tasks” is now a template for new databases.').waitFor();
    isHere(page);
    await desk.close();
  });
});
