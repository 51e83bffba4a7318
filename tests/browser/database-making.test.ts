// A database from a template in a browser: made and filled by keyboard alone, without faults in light and dark.
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../kit/browser.ts';
import { type Frame, furnishFrame, leave, look } from './frame.ts';

const browser = await openBrowser();

describe('a new database', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  it('make a database from a template, a row in it, and fill that, by keyboard', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.getByRole('link', { name: 'New database' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('My tasks');
    await look(page);
    await page.getByRole('radio', { name: /Task list/ }).press('Space');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('heading', { name: 'My tasks' }).waitFor();
    await page.locator('[data-database][data-ready]').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.locator('.cell-editor input').fill('Water the plants');
    await page.keyboard.press('Enter');
    const row = page.getByRole('rowheader', { name: 'Water the plants' });
    await row.waitFor();
    await page.locator('[data-saved="true"]').waitFor();
    await page.goto(new URL((await row.locator('a').getAttribute('href')) as string, page.url()).href);
    await page.getByRole('link', { name: 'Edit properties' }).press('Enter');
    await page.getByLabel('Status').selectOption({ label: 'Done' });
    await look(page);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.locator('.row-properties').getByText('Done').waitFor();
    await leave(visit);
  });
});
