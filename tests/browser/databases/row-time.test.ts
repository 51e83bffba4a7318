// When a row takes place: what a repetition needs is asked once there is one, with scripts and without.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
});
