// Search in the rows of a view: live while somebody types, by keyboard and on a phone, in each kind of view, for oneself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser, settled } from '../../kit/browser.ts';
import { awaitRowCount, type DatabaseDesk, furnishDatabase, named } from './desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true };

describe('search in the rows of a view', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let t: DatabaseDesk['t'];
  let made: DatabaseDesk['made'];
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Note', type: 'text' },
      { name: 'Due', type: 'date' },
    ]);
    ({ t, made } = desk);
    for (const [at, note] of ['red apple', 'green apple', 'yellow pear'].entries())
      await made.row(
        { Stage: made.option('Stage', at ? 'Won' : 'Open'), Note: note, Due: new Date().toISOString().slice(0, 10) },
        `Row ${at + 1}`,
      );
  });
  after(() => desk.stop());

  const open = (view?: number, query = '', options: BrowserContextOptions = {}) =>
    desk.open('vic', view, options, query);
  const field = (page: Page) => page.getByRole('searchbox', { name: 'Search rows' });

  it('narrows a table while somebody types, by keyboard alone, and Escape shows everything again', async () => {
    const page = await open();
    await page.locator('[data-tool="search"]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('app');
    await awaitRowCount(page, 2);
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.type('le gre');
    await awaitRowCount(page, 1);
    await page.getByText('Row 2', { exact: true }).waitFor();
    assert.equal(await page.getByText('Row 1', { exact: true }).count(), 0);
    await page.keyboard.press('Escape');
    await awaitRowCount(page, 3);
    await page.locator('[data-tool="search"]:focus').waitFor();
    assert.equal((await t.call('ann', 'GET', `/api/v2/views/${made.views[0].id}`)).body.config.search, undefined);
  });

  for (const kind of ['board', 'list', 'gallery', 'timeline', 'calendar'])
    it(`narrows a ${kind}`, async () => {
      const stage = made.by.Stage.id;
      const config = kind === 'board' ? { group_by: stage } : { date_property_id: made.by.Due.id };
      const page = await open(await desk.makeView(kind, kind === 'list' || kind === 'gallery' ? {} : config));
      const shown = (title: string) => page.locator('.view-place').getByText(title, { exact: true }).first();
      await shown('Row 3').waitFor();
      await page.locator('[data-tool="search"]').click();
      await field(page).fill('apple');
      await shown('Row 3').waitFor({ state: 'detached' });
      await shown('Row 1').waitFor();
      await page.getByRole('button', { name: 'Clear search' }).click();
      await shown('Row 3').waitFor();
    });

  it('shows what was typed last, whichever answer comes last', async () => {
    const page = await open(await desk.makeView('board', { group_by: made.by.Stage.id }));
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v2/collections/*/query', async (route) => {
      const isEarlier = route.request().postData()?.includes('"apple"');
      if (isEarlier) await held.promise;
      await route.continue();
    });
    await page.locator('[data-tool="search"]').click();
    const asked = page.waitForRequest((one) => Boolean(one.postData()?.includes('"apple"')));
    await field(page).fill('apple');
    const earlier = await asked;
    await field(page).fill('pear');
    await awaitRowCount(page, 1);
    held.resolve();
    await (await earlier.response())?.finished();
    await settled(page);
    await awaitRowCount(page, 1);
    assert.equal(await page.locator('.view-place').getByText('Row 1', { exact: true }).count(), 0);
  });

  it('is there on a phone, with a finger, and as part of an address', async () => {
    const page = await open(undefined, '&search=pear', PHONE);
    await awaitRowCount(page, 1);
    assert.equal(await field(page).inputValue(), 'pear');
    await page.getByRole('button', { name: 'Clear search' }).tap();
    await awaitRowCount(page, 3);
    await page.locator('[data-tool="search"]').tap();
    await field(page).fill('nothing of this');
    await awaitRowCount(page, 0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width} px`);
    assert.deepEqual(await axeFaults(page), []);
  });

  it('says that no row matches, and shows all again with one press', async () => {
    for (const kind of ['table', 'board', 'list', 'gallery', 'calendar']) {
      const config = kind === 'board' ? { group_by: made.by.Stage.id } : {};
      const dated = kind === 'calendar' ? { date_property_id: made.by.Due.id } : {};
      const filter = { property_id: made.by.Note.id, op: 'eq', value: 'nothing of this' };
      const view = await desk.makeView(kind, { ...config, ...dated, filter });
      const page = await open(view);
      const shown = page.locator('.view-place').getByText('Row 3', { exact: true }).first();
      await page.getByText('No rows match the filter.').waitFor();
      assert.equal(await page.getByText('No rows yet').count(), 0);
      await page.getByRole('button', { name: 'Clear filter' }).click();
      await shown.waitFor();
      await page.getByText('No rows match the filter.').waitFor({ state: 'detached' });
      await page.locator('[data-tool="search"]').click();
      await field(page).fill('nothing of this');
      const message = page.locator('.no-match', { hasText: 'No rows match the search.' });
      await message.getByRole('button', { name: 'Clear search' }).click();
      await shown.waitFor();
      await page.locator('[data-tool="search"]:focus').waitFor();
      await desk.close();
    }
  });

  it('is a form where there are no scripts', async () => {
    const page = await open(undefined, '', { javaScriptEnabled: false });
    await field(page).fill('apple');
    await page.getByRole('button', { name: 'Search', exact: true }).last().click();
    await page.waitForURL(/search=apple/);
    assert.equal(await page.locator('.database-table tbody tr').count(), 2);
  });
});
