// When a row takes place: set where the row is, and what a repetition needs is asked once there is one, with scripts and without.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase } from './desk.ts';

const browser = await openBrowser();

describe('the time of a row', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'Due', type: 'date' }]);
  });
  after(() => desk.stop());

  for (const javaScriptEnabled of [true, false])
    it(`asks for what repeats only when it does, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const row = await desk.made.row({ Due: { start: '2026-12-01', end: null, timezone: null } }, 'Party');
      const page = await desk.visit('ann', { javaScriptEnabled });
      await page.goto(`${desk.t.url}/rows/${row.id}/calendar`);
      for (const name of ['Time', 'Repetition', 'Reminder'])
        await page.getByRole('heading', { name, exact: true }).waitFor();
      const [interval, monday] = [page.getByLabel('Repeat every'), page.getByRole('checkbox', { name: 'Monday' })];
      assert.equal(await interval.isVisible(), false);
      await page.getByLabel('Repeats').selectOption('daily');
      await interval.waitFor();
      assert.equal(await monday.isVisible(), false);
      await page.getByLabel('Repeats').selectOption('weekly');
      await monday.check();
      await interval.fill('2');
      if (javaScriptEnabled) assert.deepEqual(await axeFaultsInBoth(page), []);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Upcoming' }).waitFor();
      const { repeat } = (await desk.made.read(row.id)).calendar;
      assert.equal(repeat.interval, 2);
      assert.deepEqual(repeat.by_weekday, ['MO']);
      await desk.close();
    });

  const date = (page: Page) => page.getByRole('dialog', { name: 'Due' });
  const whole = (page: Page) => page.getByRole('dialog', { name: 'Time and reminder of Lunch' });

  /** From the date of a row to its repetition, which is stored. */
  async function repeat(page: Page): Promise<void> {
    await date(page).getByRole('button', { name: 'Repeat Never' }).press('Enter');
    await whole(page).getByLabel('Repeats').selectOption('weekly');
    await whole(page).getByLabel('Until').fill('2020-01-01');
    await whole(page).getByRole('button', { name: 'Save' }).click();
    await whole(page).getByRole('alert').waitFor();
    await whole(page).getByLabel('Until').fill('');
    assert.deepEqual(await axeFaultsInBoth(page), []);
    // The row is read anew once it is stored.
    const known = page.waitForResponse((one) => /\/api\/v2\/rows\/\d+$/.test(one.url()));
    await whole(page).getByRole('button', { name: 'Save' }).click();
    await whole(page).waitFor({ state: 'detached' });
    await (await known).finished();
  }

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 780 },
  ])
    it(`is set on the page of the row without leaving it, ${viewport.width} pixels wide`, async () => {
      const row = await desk.made.row({ Due: { start: '2026-12-01', end: null, timezone: null } }, 'Lunch');
      const page = await desk.visit('ann', { viewport });
      await page.goto(`${desk.t.url}/pages/${row.id}`);
      await page.getByRole('link', { name: 'Time and reminder' }).click();
      for (const name of ['Include time', 'End date', 'Reminder'])
        await date(page).getByRole('switch', { name }).check();
      await date(page).getByLabel('Time zone').waitFor();
      assert.deepEqual(await axeFaultsInBoth(page), []);
      const box = await date(page).evaluate((one) => ({
        ...{
          isWhole: one.scrollHeight <= one.clientHeight,
          isInside: one.getBoundingClientRect().bottom <= innerHeight,
        },
        isSheet: one.getBoundingClientRect().width === innerWidth,
      }));
      assert.deepEqual(box, { isWhole: true, isInside: true, isSheet: viewport.width < 600 });
      await repeat(page);
      const { calendar, values } = await desk.made.read(row.id);
      assert.equal(values[desk.made.by.Due.id].start, '2026-12-01T09:00:00');
      assert.equal(calendar.remind, 0);
      assert.equal(calendar.repeat.frequency, 'weekly');
      assert.equal(new URL(page.url()).pathname, `/pages/${row.id}`);
      await desk.close(/400/);
    });

  it('asks a row without a date for one, and goes from a cell of the table to its repetition', async () => {
    const row = await desk.made.row({}, 'Lunch');
    const page = await desk.visit('ann');
    await page.goto(`${desk.t.url}/pages/${row.id}`);
    await page.getByRole('link', { name: 'Time and reminder' }).press('Enter');
    await date(page).getByRole('textbox', { name: 'Due' }).fill('1 dec 2026');
    await page.keyboard.press('Enter');
    await page.locator('[data-value]', { hasText: '1 Dec 2026' }).waitFor();
    const table = await desk.open('ann');
    await table.getByRole('row', { name: 'Lunch' }).last().locator('[data-column="1"]').click();
    await table.keyboard.press('Enter');
    await repeat(table);
    await table.keyboard.press('Enter');
    await date(table).getByRole('button', { name: 'Repeat Every week' }).waitFor();
    await date(table).getByRole('button', { name: 'Done' }).press('Enter');
    await date(table).waitFor({ state: 'detached' });
    await desk.close(/400/);
  });
});
