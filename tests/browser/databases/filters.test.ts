// Filter and sorts as chips: live while one chooses, for oneself until they are saved for everyone, in each kind of view.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { type Any, makeDatabase } from '../../databases/database.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { awaitRowCount, type DatabaseDesk, furnishDatabase, named, thisMonth } from './desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true };

describe('filters of views', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let t: DatabaseDesk['t'];
  let made: DatabaseDesk['made'];
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won', 'Lost') },
      { name: 'Owner', type: 'person' },
      { name: 'Amount', type: 'number' },
      { name: 'Due', type: 'date' },
    ]);
    ({ t, made } = desk);
    for (const [at, stage] of ['Open', 'Open', 'Won', 'Lost'].entries())
      await made.row(
        { Stage: made.option('Stage', stage), Amount: at + 1, Due: `${thisMonth()}1${at}` },
        `Row ${at + 1}`,
      );
  });
  after(() => desk.stop());

  const open: DatabaseDesk['open'] = (...given) => desk.open(...given);
  const makeView: DatabaseDesk['makeView'] = (...given) => desk.makeView(...given);
  const storedView = async (id: number): Promise<Any> => (await t.call('ann', 'GET', `/api/v2/views/${id}`)).body;
  const chips = (page: Page) => page.locator('.view-chip-text').allTextContents();
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
  const addFilter = async (page: Page, property: string) => {
    await page.locator('[data-tool="filter"]').click();
    await panel(page).getByRole('option', { name: property, exact: true }).click();
  };

  it('are chosen by keyboard alone, show their rows at once, and are still there after a reload', async () => {
    const view = await makeView('table');
    const page = await open('vic', view);
    await page.locator('[data-tool="filter"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('input:focus[aria-label="Property"]').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.type('stag');
    await page.keyboard.press('Enter');
    await page.locator('input:focus[aria-label="Stage"]').waitFor();
    await page.keyboard.press('Enter');
    await awaitRowCount(page, 2);
    await page.keyboard.type('los');
    await page.keyboard.press('Enter');
    await awaitRowCount(page, 3);
    assert.deepEqual(await chips(page), ['Stage: Open, Lost']);
    assert.equal(await page.locator('.condition-head option:checked').textContent(), 'is any of');
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await page.locator('[data-tool="filter"]:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('input:focus[aria-label="Sort by"]').waitFor();
    await page.keyboard.type('due');
    await page.keyboard.press('Enter');
    await page.getByLabel('Direction of Due').selectOption('desc');
    await until(async () => (await chips(page)).at(-1) === 'Sort: Due ↓');
    await page.locator('.grid-line[data-line="0"]').getByText('Row 4').waitFor();
    await page.reload();
    await page.locator('[data-database][data-ready]').waitFor();
    assert.deepEqual(await chips(page), ['Stage: Open, Lost', 'Sort: Due ↓']);
    await awaitRowCount(page, 3);
    assert.equal(await page.getByRole('button', { name: 'Save for everyone' }).count(), 0, 'a reader may not');
    assert.equal((await storedView(view)).config.filter ?? null, null);
    await page.getByRole('button', { name: 'Reset' }).click();
    await awaitRowCount(page, 4);
    assert.deepEqual(await chips(page), []);
    await desk.close();
  });

  it('take what is typed before their list is there', async () => {
    const page = await open('vic', await makeView('table'));
    const held: Route[] = [];
    await page.route(/\/static\/.*\.js/, (route) => void held.push(route));
    await page.locator('[data-tool="filter"]').click();
    await until(async () => held.length > 0);
    await page.keyboard.type('stag\n');
    assert.equal(await panel(page).count(), 0);
    // They go on by that.
    await page.unroute(/\/static\/.*\.js/);
    await page.locator('input:focus[aria-label="Stage"]').waitFor();
    await page.close();
  });

  it('are saved for everyone by an editor, and until then nobody else sees them', async () => {
    const view = await makeView('table');
    const [page, other] = [await open('edi', view), await open('ann', view)];
    await addFilter(page, 'Name');
    await panel(page).getByLabel('Value').fill('Row 1');
    await awaitRowCount(page, 1);
    await panel(page).getByRole('combobox', { name: 'Condition' }).selectOption('does_not_contain');
    await awaitRowCount(page, 3);
    assert.deepEqual(await chips(page), ['Name does not contain Row 1']);
    await page.keyboard.press('Escape');
    await awaitRowCount(other, 4);
    await page.getByRole('button', { name: 'Save for everyone' }).click();
    await awaitRowCount(other, 3);
    await page.getByRole('button', { name: 'Save for everyone' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Reset' }).count(), 0);
    assert.deepEqual((await storedView(view)).config.filter, {
      ...{ property_id: made.by.Name.id, op: 'does_not_contain', value: 'Row 1' },
    });
    await page.getByRole('button', { name: 'Remove Name does not contain Row 1' }).click();
    await awaitRowCount(page, 4);
    await page.locator('[data-tool="filter"]:focus').waitFor();
    await awaitRowCount(other, 3);
    await desk.close();
  });

  it('are stored at once in a view of one’s own', async () => {
    const body = { name: 'Mine', kind: 'table', personal: true };
    const own = (await t.call('vic', 'POST', `/api/v2/collections/${made.id}/views`, body)).body.id;
    const page = await open('vic', own);
    await addFilter(page, 'Owner');
    await panel(page).getByRole('option', { name: 'Me', exact: true }).click();
    await awaitRowCount(page, 0);
    await panel(page).locator('img.avatar').first().waitFor();
    assert.deepEqual(await chips(page), ['Owner: Me']);
    assert.equal(await page.getByRole('button', { name: 'Reset' }).count(), 0);
    const saved = (await t.call('vic', 'GET', `/api/v2/views/${own}`)).body;
    assert.deepEqual(saved.config.filter, { property_id: made.by.Owner.id, op: 'contains', value: 'me' });
    await desk.close();
  });

  it('keep what was chosen while the line is lost, say so, and send it when it is tried again', async () => {
    const page = await open('vic', await makeView('table'));
    await page.route('**/draft', (route) => route.abort());
    await addFilter(page, 'Stage');
    await panel(page).getByRole('option', { name: 'Won' }).click();
    await page.getByRole('alert').filter({ hasText: 'Not applied' }).waitFor();
    await panel(page).getByRole('option', { name: 'Lost' }).click();
    assert.deepEqual(await chips(page), ['Stage: Won, Lost']);
    await awaitRowCount(page, 4);
    await page.keyboard.press('Escape');
    await page.unroute('**/draft');
    await page.getByRole('button', { name: 'Try again' }).click();
    await awaitRowCount(page, 2);
    assert.equal(await page.getByRole('alert').filter({ hasText: 'Not applied' }).count(), 0);
    await desk.close(/ERR_FAILED/);
  });

  it('hold groups of conditions, which open as a whole', async () => {
    const page = await open('edi', await makeView('table'));
    await page.locator('[data-tool="filter"]').click();
    await panel(page).getByRole('button', { name: 'Advanced filter' }).click();
    const group = panel(page).getByRole('group', { name: 'Conditions' }).first();
    await group.getByLabel('Value').fill('Row 1');
    await awaitRowCount(page, 1);
    await group.getByLabel('Rows that match').selectOption('or');
    await group.getByRole('button', { name: 'Condition', exact: true }).click();
    await group.getByLabel('Property').nth(1).selectOption({ label: 'Stage' });
    await group.locator('summary').click();
    await group.getByRole('option', { name: 'Won' }).click();
    await awaitRowCount(page, 2);
    assert.deepEqual(await axeFaults(page), []);
    assert.deepEqual(await chips(page), ['2 conditions']);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: '2 conditions', exact: true }).click();
    await panel(page).locator('.filter-line').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove 2 conditions' }).click();
    await awaitRowCount(page, 4);
    await desk.close();
  });

  it('begin in the menu of a column, as sorts do', async () => {
    const page = await open('vic', await makeView('table'));
    await page.getByRole('columnheader', { name: 'Amount' }).click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await until(async () => (await chips(page)).includes('Sort: Amount ↓'));
    await page.getByRole('columnheader', { name: 'Amount' }).click();
    await page.getByRole('menuitem', { name: 'Filter' }).click();
    await panel(page).getByRole('combobox', { name: 'Condition' }).selectOption('gte');
    await panel(page).getByLabel('Value').fill('three');
    await panel(page).getByText('This is not a number.').waitFor();
    await panel(page).getByLabel('Value').fill('3');
    await awaitRowCount(page, 2);
    assert.deepEqual(await chips(page), ['Amount ≥ 3', 'Sort: Amount ↓']);
    await desk.close();
  });

  it('narrow each kind of view that shows rows, and forms have none', async () => {
    const { Stage, Due } = made.by;
    const kinds: [string, object, string][] = [
      ['board', { group_by: Stage.id }, '.row-card'],
      ['gallery', {}, '.row-card'],
      ['list', {}, '.row-line'],
      ['calendar', { date_property_id: Due.id }, '.calendar-event'],
      ['timeline', { date_property_id: Due.id }, '.timeline-bar'],
      ['chart', { chart_kind: 'number', chart_aggregate: 'count' }, '.view-drawn'],
    ];
    const page = await open('vic');
    for (const [kind, config, item] of kinds) {
      await page.goto(`${t.url}/pages/${made.pageId}?view=${await makeView(kind, config)}`);
      await page.locator('[data-database][data-ready]').waitFor();
      await page.locator(item).first().waitFor();
      await addFilter(page, 'Stage');
      await panel(page).getByRole('option', { name: 'Open' }).click();
      await until(async () => {
        const shown = page.locator(item);
        return kind === 'chart' ? /\b2\b/.test(await shown.innerText()) : (await shown.count()) === 2;
      });
      assert.deepEqual(await chips(page), ['Stage: Open']);
      await page.keyboard.press('Escape');
    }
    await page.goto(`${t.url}/pages/${made.pageId}?view=${await makeView('form')}`);
    await page.locator('[data-database][data-ready]').waitFor();
    assert.equal(await page.locator('[data-tool="filter"]').count(), 0);
    await desk.close();
  });

  it('come as a sheet on a phone, in German and in the dark', async () => {
    const view = await makeView('table');
    const page = await open('vic', view, { ...PHONE, colorScheme: 'dark', locale: 'de-DE' });
    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.getByRole('option', { name: 'Stage' }).tap();
    await sheet.getByRole('option', { name: 'Won' }).tap();
    await page.getByText('1 Zeile', { exact: true }).waitFor();
    const box = (await sheet.boundingBox()) as { x: number; y: number; width: number; height: number };
    assert.deepEqual([box.x, Math.round(box.width), Math.round(box.y + box.height)], [0, 390, 780]);
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Zurücksetzen' }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await desk.close();
  });

  it('stay in their place with 500 options, 40 properties, 60 views and long names', async () => {
    const big = await makeDatabase(t, [
      ...Array.from({ length: 38 }, (_, at) => ({ name: `${'N'.repeat(90)} ${at}`, type: 'text' })),
      {
        name: 'Country',
        type: 'select',
        config: named(...Array.from({ length: 500 }, (_, at) => `${at} ${'o'.repeat(90)}`)),
      },
    ]);
    for (let at = 0; at < 60; at += 1)
      await t.call('ann', 'POST', `/api/v2/collections/${big.id}/views`, { name: 'V'.repeat(100), kind: 'table' });
    const page = await open('ann');
    await page.goto(`${t.url}/pages/${big.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    await addFilter(page, 'Country');
    const before = await panel(page).boundingBox();
    await panel(page).getByText('300 more: keep typing').waitFor();
    for (const at of [0, 1, 2, 3]) await panel(page).locator('[role="option"]').nth(at).click();
    await awaitRowCount(page, 0);
    assert.deepEqual(await panel(page).boundingBox(), before, 'the panel does not move');
    const right = await page.locator('.view-chip').evaluate((one) => one.getBoundingClientRect().width);
    assert.ok(right <= 320, `${right} px`);
    await page.keyboard.type('499 ');
    assert.equal(await panel(page).locator('[role="option"]').count(), 1);
    const frame = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      tabs: document.querySelector('.view-tabs')?.clientHeight ?? 0,
    }));
    assert.ok(frame.wide <= 1280 && frame.tabs < 60, JSON.stringify(frame));
    await desk.close();
  });

  it('are told and reset without scripts', async () => {
    const view = await makeView('table');
    const filter = { property_id: made.by.Stage.id, op: 'equals', value: made.option('Stage', 'Won') };
    await t.call('vic', 'PUT', `/api/views/${view}/draft`, { filter, sorts: [] });
    const page = await open('vic', view, { javaScriptEnabled: false });
    assert.equal(await page.locator('tbody tr').count(), 1);
    await page.getByRole('button', { name: 'Reset' }).click();
    assert.equal(await page.locator('tbody tr').count(), 4);
    assert.equal(await page.getByRole('button', { name: 'Reset' }).count(), 0);
    await desk.close();
  });
});
