// Databases in several windows at once: rows, views and properties follow what is done elsewhere.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { makeDatabase } from '../../databases/database.ts';
import type { Name } from '../../kit/app.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, LIVE, named } from './desk.ts';

const browser = await openBrowser();
const PATIENT = { timeout: 30_000 };

describe('databases in several windows', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let t: DatabaseDesk['t'];
  let made: DatabaseDesk['made'];
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Amount', type: 'number' },
    ]);
    ({ t, made } = desk);
    for (const amount of [1, 2]) await made.row({ Amount: amount }, `Row ${amount}`);
  });
  after(() => desk.stop());

  /** A page that hears of changes already. */
  async function openAt(who: Name, path: string): Promise<Page> {
    const page = await desk.visit(who);
    const listening = page.waitForEvent('websocket', { predicate: (one) => one.url().includes('/ws/events') });
    await page.goto(t.url + path);
    await listening;
    return page;
  }
  async function open(who: Name, view = '', pageId = made.pageId): Promise<Page> {
    const page = await openAt(who, `/pages/${pageId}${view}`);
    await page.locator(LIVE).waitFor(PATIENT);
    return page;
  }
  const says = (page: Page, line: number, column: number, text: string) =>
    page
      .locator(`.grid-line[data-line="${line}"] [data-column="${column}"]`)
      .filter({ hasText: text })
      .waitFor(PATIENT);

  it('show values, rows, properties and views as others change them, and keep what is typed', async () => {
    const page = await open('edi');
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('table-data') && asked.push(request.url()));
    const { results: rows } = (await made.query({})).body;
    await made.change(rows[0].id, { Amount: 41 });
    await says(page, 0, 2, '41');
    assert.ok(
      asked.every((url) => /ids=\d+&/.test(url)),
      `only the row that changed was read: ${asked.join(' ')}`,
    );
    const late = await made.row({ Amount: 3 }, 'A late row');
    await says(page, 2, 0, 'A late row');
    await t.call('ann', 'DELETE', `/api/v2/rows/${late.id}`);
    await page
      .locator('.grid')
      .getByText('A late row')
      .waitFor({ state: 'detached', ...PATIENT });
    // Somebody is typing: the table waits.
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F2');
    await page.locator('.cell-editor :is(input, textarea)').fill('Mine');
    await made.change(rows[1].id, { Amount: 42 });
    await page.keyboard.press('Enter');
    await says(page, 1, 2, '42');
    await says(page, 0, 0, 'Mine');
    await t.call('ann', 'POST', `/api/v2/collections/${made.id}/properties`, { name: 'Fresh', type: 'text' });
    await page.getByRole('columnheader', { name: 'Fresh' }).waitFor(PATIENT);
    await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, { name: 'Newest', kind: 'list' });
    await page.locator('.tabs').getByText('Newest').waitFor(PATIENT);
  });

  it('say that a row is gone where somebody was writing in it, and keep the words to be copied', async () => {
    const doomed = await made.row({}, 'Doomed');
    const page = await open('edi');
    const cell = page.locator('.grid-line').filter({ hasText: 'Doomed' }).locator('[data-column="0"]');
    await cell.click();
    await page.keyboard.press('F2');
    await page.locator('.cell-editor :is(input, textarea)').fill('Long thoughts');
    await t.call('ann', 'DELETE', `/api/v2/rows/${doomed.id}`);
    await page.keyboard.press('Enter');
    const notice = page.getByRole('status').filter({ hasText: 'This row was deleted or is no longer shared with you' });
    await notice.waitFor(PATIENT);
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.body.dataset.copied = text;
      };
    });
    await notice.getByRole('button', { name: 'Copy text' }).click();
    await page.locator('body[data-copied="Long thoughts"]').waitFor(PATIENT);
    await page
      .locator('.grid')
      .getByText('Doomed')
      .waitFor({ state: 'detached', ...PATIENT });
  });

  it('tell whoever has just written over what somebody else entered, and give it back', async () => {
    const row = await made.row({ Amount: 5 }, 'Shared');
    const page = await desk.visit('edi');
    const listening = page.waitForEvent('websocket', { predicate: (one) => one.url().includes('/ws/events') });
    await page.goto(`${t.url}/pages/${made.pageId}`);
    const socket = await listening;
    await page.locator(LIVE).waitFor(PATIENT);
    const cell = page.locator('.grid-line').filter({ hasText: 'Shared' }).locator('[data-column="2"]');
    await cell.click();
    await page.keyboard.press('F2');
    await page.locator('.cell-editor :is(input, textarea)').fill('7');
    const heard = socket.waitForEvent('framereceived', PATIENT);
    await made.change(row.id, { Amount: 6 });
    await heard;
    await page.keyboard.press('Enter');
    const notice = page.getByRole('status').filter({ hasText: 'Someone had just entered “6” here' });
    await notice.waitFor(PATIENT);
    assert.equal((await made.read(row.id)).values[made.by.Amount.id], 7);
    await notice.getByRole('button', { name: 'Use theirs' }).click();
    await cell.filter({ hasText: '6' }).waitFor(PATIENT);
    await page.locator(LIVE).waitFor(PATIENT);
    await until(async () => (await made.read(row.id)).values[made.by.Amount.id] === 6);
    // What is changed while nobody types replaces nothing.
    await made.change(row.id, { Amount: 8 });
    await cell.filter({ hasText: '8' }).waitFor(PATIENT);
    await cell.click();
    await page.keyboard.press('F2');
    await page.locator('.cell-editor :is(input, textarea)').fill('9');
    await page.keyboard.press('Enter');
    await until(async () => (await made.read(row.id)).values[made.by.Amount.id] === 9);
    assert.equal(await page.getByText('Someone had just entered “8” here').count(), 0);
  });

  it('show what is computed of rows elsewhere, in the table and on the page of a row', async () => {
    const there = await makeDatabase(t, [{ name: 'Hours', type: 'number' }]);
    const config = { collection_id: there.id, two_way: true };
    const own = await makeDatabase(t, [{ name: 'Tasks', type: 'relation', config }]);
    const sum = { relation_property_id: own.by.Tasks.id, property_id: there.by.Hours.id, function: 'sum' };
    const property = { name: 'Sum', type: 'rollup', config: sum };
    assert.equal((await t.call('ann', 'POST', `/api/v2/collections/${own.id}/properties`, property)).status, 200);
    const task = await there.row({ Hours: 3 }, 'A task');
    const row = await own.row({ Tasks: [task.id] }, 'A project');
    const table = await open('edi', '', own.pageId);
    await says(table, 0, 2, '3');
    const project = await openAt('edi', `/pages/${row.id}`);
    await there.change(task.id, { Hours: 77 });
    await says(table, 0, 2, '77');
    // The line of the other window may not have been up yet.
    for (let hours = 78, isSaid = false; !isSaid; hours++) {
      await there.change(task.id, { Hours: hours });
      const place = project.locator('.row-properties').getByText(String(hours));
      isSaid = await place.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    }
    await t.call('ann', 'PUT', `/api/pages/${task.id}/rename`, { title: 'Renamed task' });
    await says(table, 0, 1, 'Renamed task');
  });

  it('are followed in another window of the same person, and by boards', async () => {
    const id = await desk.makeView('board', { group_by: made.by.Stage.id });
    const board = await open('edi', `?view=${id}`);
    const { results: rows } = (await made.query({})).body;
    await made.change(rows[1].id, { Stage: made.option('Stage', 'Won') }, 'edi');
    await board.getByRole('group', { name: 'Won' }).getByText(rows[1].title).waitFor(PATIENT);
    await t.call('ann', 'DELETE', `/api/v2/views/${id}`);
    await board.getByRole('grid').waitFor(PATIENT);
    await desk.close(/404/);
  });
});
