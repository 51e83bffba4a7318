// A sprint in a browser: nothing wider than a phone, a status kept where it is chosen, rows found while words are typed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

describe('the page of a sprint', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let path = '';
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'State', type: 'status', config: named('Open', 'Shut') },
      { name: 'Owner', type: 'person' },
    ]);
    const planned = await desk.made.row({ State: desk.made.option('State', 'Open') }, 'Balcony of the old library');
    await desk.made.row({}, 'Roof of the station');
    const days = { starts_on: '2026-11-16', ends_on: '2026-11-27' };
    const body = { name: 'One', collection_id: desk.made.id, add_rows: [planned.id], ...days };
    path = `/sprints/${(await desk.t.call('ann', 'POST', '/api/v2/sprints', body)).body.id}`;
  });
  after(() => desk.stop());

  it('is no wider than a phone', async () => {
    const page = await desk.visit('ann', PHONE);
    await page.goto(desk.t.url + path);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.ok(await page.getByRole('button', { name: 'Remove Balcony of the old library' }).isVisible());
    await desk.close();
  });

  /** The page without its script, which comes when `release` is called. */
  async function openEarly(): Promise<{ page: Page; release: () => void }> {
    const page = await desk.visit('ann');
    const held = Promise.withResolvers<void>();
    await page.route(/sprint.*\.js/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(desk.t.url + path, { waitUntil: 'commit' });
    return { page, release: held.resolve };
  }

  it('finds what was typed before its script came', async () => {
    const { page, release } = await openEarly();
    await page.getByLabel('Add a row').fill('roof');
    release();
    await page.getByRole('button', { name: 'Roof of the station' }).waitFor();
    await desk.close();
  });

  it('keeps a status that is chosen, and adds a row that is searched for', async () => {
    const page = await desk.visit('ann');
    await page.goto(desk.t.url + path);
    const kept = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByLabel('State of Balcony').selectOption({ label: 'Shut' });
    await kept;
    await page.getByLabel('Add a row').fill('roof');
    await page.getByRole('button', { name: 'Roof of the station' }).click();
    await page.getByRole('rowheader', { name: 'Roof of the station' }).waitFor();
    const state = page.getByLabel('State of Balcony');
    assert.equal(await state.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text), 'Shut');
    await desk.close();
  });

  it('keeps a status that was chosen before its script came', async () => {
    const { page, release } = await openEarly();
    await page.getByLabel('State of Balcony').selectOption({ label: 'Open' });
    release();
    const row = page.locator('tr', { hasText: 'Balcony' });
    await row.locator('option[selected]', { hasText: 'Open' }).waitFor({ state: 'attached' });
    await desk.close();
  });

  it('keeps what is written while a status is on its way', async () => {
    const page = await desk.visit('ann');
    await page.goto(desk.t.url + path);
    const held = Promise.withResolvers<void>();
    await page.route('**/sprints/*/rows/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const kept = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByLabel('State of Balcony').selectOption({ label: 'Shut' });
    await page.locator('summary', { hasText: 'Edit sprint' }).click();
    await page.getByLabel('Goal').fill('All that rests on beams');
    await page.getByLabel('Last day').fill('4 Dec 2026');
    await page.getByLabel('Add a row').fill('nothing of this name');
    held.resolve();
    await kept;
    const drawn = page.locator('tr', { hasText: 'Balcony' }).locator('option[selected]', { hasText: 'Shut' });
    await drawn.waitFor({ state: 'attached' });
    assert.equal(await page.getByLabel('Goal').inputValue(), 'All that rests on beams');
    assert.equal(await page.getByLabel('Last day').inputValue(), '4 Dec 2026');
    await page.getByText(/^Friday,? 4 December 2026$/).waitFor();
    assert.equal(await page.locator('#find-row:focus').inputValue(), 'nothing of this name');
    await desk.close();
  });

  it('asks before it is completed without moving its head, and keeps the focus off the search', async () => {
    const page = await desk.visit('ann');
    const body = {
      name: 'Two',
      collection_id: desk.made.id,
      state: 'active',
      starts_on: '2026-11-16',
      ends_on: '2026-11-27',
    };
    const open = await desk.made.row({ State: desk.made.option('State', 'Open') }, 'Still open');
    const { id } = (await desk.t.call('ann', 'POST', '/api/v2/sprints', { ...body, add_rows: [open.id] })).body;
    await page.goto(`${desk.t.url}/sprints/${id}`);
    const end = page.locator('summary.sprint-next');
    const before = await end.boundingBox();
    await page.locator('summary', { hasText: 'Edit sprint' }).click();
    await page.getByRole('button', { name: 'Delete sprint' }).waitFor();
    assert.deepEqual(await end.boundingBox(), before);
    await page.getByLabel('Last day').fill('4 Dec 2026');
    await page.getByText(/^Friday,? 4 December 2026$/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await end.click();
    await page.getByText('1 row is still open.').waitFor();
    await page.getByRole('button', { name: 'Complete sprint', exact: true }).last().click();
    await page.getByRole('button', { name: 'Reopen sprint' }).waitFor();
    await page.locator('.sprint-next:focus').waitFor();
    await desk.close();
  });
});
