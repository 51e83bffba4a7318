// Pages beside a database in a browser: time and reminder, a table taken in, templates, calendars and sprints, by keyboard.
import { after, before, describe, it } from 'node:test';
import { makeDatabase } from '../collections/made.ts';
import { openBrowser } from '../kit/browser.ts';
import { type Frame, furnishFrame, leave, look } from './frame.ts';

const browser = await openBrowser();

describe('beside a database', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  it('set a time, take in a table and plan a sprint', async () => {
    const { t } = frame;
    const db = await makeDatabase(t, [
      { name: 'When', type: 'date' },
      { name: 'Points', type: 'number' },
    ]);
    const row = await db.row({ When: '2026-03-15', Points: 3 }, 'Talk');
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const go = (path: string) => page.goto(new URL(path, page.url()).href);
    await go(`/pages/${row.id}`);
    await page.getByRole('link', { name: 'Time and reminder' }).press('Enter');
    await page.getByLabel('Time', { exact: true }).fill('09:00');
    await page.getByLabel('Repeats').selectOption('weekly');
    await page.getByLabel('Reminder').selectOption('30');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('heading', { name: 'What comes next' }).waitFor();
    await page.getByRole('button', { name: 'Cancel this one' }).first().press('Enter');
    await page.getByText('Cancelled').waitFor();
    await look(page);
    await go(`/collections/${db.id}/more`);
    await page.getByRole('button', { name: 'Make an address' }).first().press('Enter');
    await page.getByLabel('The address, shown this once').waitFor();
    await look(page);
    await page.getByLabel('The table').fill('Name,Points\nSlides,5\n');
    await page.getByRole('button', { name: 'Choose columns' }).press('Enter');
    await page.getByLabel('Points goes into').waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Make rows' }).press('Enter');
    await page.getByRole('status').waitFor();
    await look(page);
    await go(`/collections/${db.id}/sprints`);
    await page.getByLabel('Name', { exact: true }).fill('First');
    await page.getByLabel('First day').fill('2026-03-02');
    await page.getByLabel('Last day').fill('2026-03-13');
    await look(page);
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('button', { name: 'Put in' }).press('Enter');
    await page.getByRole('rowheader', { name: 'Talk' }).waitFor();
    await look(page);
    await leave(visit);
  });
});
