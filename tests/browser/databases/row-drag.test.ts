// Rows of a table under a slow hand and by keys: a line shows where they land, and they stay there.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { makeDatabase } from '../../databases/database.ts';
import { fillRows } from '../../databases/filled.ts';
import { openBrowser } from '../../kit/browser.ts';
import { middleOf } from '../fingers.ts';
import { type DatabaseDesk, furnishDatabase, LIVE, named } from './desk.ts';
import { dragTo, handleOf, order, rowLine } from './row-hands.ts';

const browser = await openBrowser();

describe('rows of a table', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let plain: number;
  let grouped: number;
  const ids = new Map<string, number>();
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Size', type: 'number' },
    ]);
    for (const [at, title] of ['A', 'B', 'C', 'D', 'E'].entries())
      ids.set(title, (await desk.made.row({ Size: 9 - at }, title)).id);
    plain = await desk.makeView('table', {}, 'Plain');
    grouped = await desk.makeView('table', { group_by: desk.made.by.Stage.id }, 'Grouped');
  });
  after(() => desk.stop());
  const bulk = (body: object) => desk.t.call('ann', 'POST', `/api/v2/collections/${desk.made.id}/rows/bulk`, body);
  const id = (title: string) => ids.get(title) as number;
  beforeEach(async () => {
    const stage = desk.made.by.Stage.id;
    const wanted = { A: 'Open', B: 'Open', C: 'Open', D: 'Won', E: 'Won' };
    const update = Object.entries(wanted).map(([title, name]) => ({
      id: id(title),
      values: { [stage]: desk.made.option('Stage', name) },
    }));
    const answer = await bulk({ update, move: ['B', 'C', 'D', 'E'].map(id), after: id('A') });
    assert.equal(answer.status, 200, answer.text);
  });
  const kept = async () => (await desk.made.titles(null)).join('');
  const shows = (page: Page, wanted: string) => until(async () => (await order(page)) === wanted, `rows as ${wanted}`);
  const keeps = (wanted: string) => until(async () => (await kept()) === wanted, `rows kept as ${wanted}`);

  it('are dragged by their dots to the place that a line shows, and come back with Control and Z', async () => {
    const page = await desk.open('edi', plain);
    const { y } = await middleOf(rowLine(page, 'D'));
    await dragTo(page, 'B', { y: y + 10 });
    await page.locator('.row-drop').waitFor();
    assert.equal(await page.locator('.grid-line.dragged').count(), 1);
    assert.equal(await page.locator('.row-drag-label').textContent(), 'B');
    const line = await page.locator('.row-drop').boundingBox();
    const below = await rowLine(page, 'E').boundingBox();
    assert.ok(line && below && Math.abs(line.y - below.y) < 4, 'the line lies between D and E');
    await page.mouse.up();
    await shows(page, 'ACDBE');
    assert.equal(await page.locator('.row-drop, .row-drag-label, .dragged').count(), 0);
    await keeps('ACDBE');
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: 1 moved row').waitFor();
    await shows(page, 'ABCDE');
    await keeps('ABCDE');
    await page.keyboard.press('Control+Shift+z');
    await keeps('ACDBE');
    await page.reload();
    await page.locator(LIVE).waitFor();
    await shows(page, 'ACDBE');
    await desk.close();
  });

  it('go together where several are chosen', async () => {
    const page = await desk.open('edi', plain);
    await rowLine(page, 'A').locator('[data-column="1"]').click();
    await page.keyboard.press('Shift+ArrowDown');
    const { y } = await middleOf(rowLine(page, 'E'));
    await dragTo(page, 'B', { y: y - 10 });
    assert.equal(await page.locator('.row-drag-label').textContent(), '2 rows');
    await page.mouse.up();
    await shows(page, 'CDABE');
    await keeps('CDABE');
    await page.keyboard.press('Alt+ArrowDown');
    await shows(page, 'CDEAB');
    await keeps('CDEAB');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await keeps('ABCDE');
    await desk.close();
  });

  it('stay where they are when Escape is pressed, or nothing has moved them', async () => {
    const page = await desk.open('edi', plain);
    await dragTo(page, 'B', await middleOf(rowLine(page, 'E')));
    await page.locator('.row-drop').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.row-drop').waitFor({ state: 'detached' });
    await page.mouse.up();
    assert.equal(await order(page), 'ABCDE');
    assert.equal(await page.getByRole('menu').count(), 0);
    await handleOf(page, 'C').click();
    await page.getByRole('menu', { name: 'C' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await kept(), 'ABCDE');
    await desk.close();
  });

  it('go up and down by a key, as far as the ends', async () => {
    const page = await desk.open('edi', plain);
    await rowLine(page, 'D').locator('[data-column="1"]').click();
    for (const wanted of ['ABDCE', 'ADBCE', 'DABCE', 'DABCE']) {
      await page.keyboard.press('Alt+ArrowUp');
      await shows(page, wanted);
      await keeps(wanted);
    }
    assert.equal(await page.locator('.grid ~ [role="status"]').textContent(), 'D is row 1 of 5 now');
    await page.keyboard.press('Alt+ArrowDown');
    await keeps('ADBCE');
    await desk.close();
  });

  it('take the value of the group into which they are moved, and their old one when that is undone', async () => {
    const page = await desk.open('edi', grouped);
    const stageOf = async (title: string) => (await desk.made.read(id(title))).values[desk.made.by.Stage.id];
    const [opened, won] = ['Open', 'Won'].map((name) => desk.made.option('Stage', name));
    await shows(page, 'ABCDE');
    const { y } = await middleOf(rowLine(page, 'E'));
    await dragTo(page, 'A', { y: y - 10 });
    await page.mouse.up();
    await shows(page, 'BCDAE');
    await until(async () => (await stageOf('A')) === won, 'the value of the group');
    await keeps('BCDAE');
    await page.keyboard.press('Control+z');
    await until(async () => (await stageOf('A')) === opened, 'the value it had');
    await keeps('ABCDE');
    await shows(page, 'ABCDE');
    await rowLine(page, 'C').locator('[data-column="1"]').click();
    await page.keyboard.press('Alt+ArrowDown');
    await until(async () => (await stageOf('C')) === won, 'the next group');
    await shows(page, 'ABCDE');
    await page.keyboard.press('Alt+ArrowUp');
    await until(async () => (await stageOf('C')) === opened, 'its own group again');
    await desk.close();
  });

  it('ask whether a view shall no more be sorted before they move in it', async () => {
    const sorted = await desk.makeView(
      'table',
      { sorts: [{ property_id: desk.made.by.Size.id, direction: 'asc' }] },
      'Sorted',
    );
    const page = await desk.open('edi', sorted);
    await shows(page, 'EDCBA');
    await rowLine(page, 'E').locator('[data-column="0"]').hover();
    const { y } = await middleOf(rowLine(page, 'B'));
    await dragTo(page, 'E', { y: y + 10 });
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Remove sorting to move rows?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await order(page), 'EDCBA');
    assert.equal(await kept(), 'ABCDE');
    await rowLine(page, 'E').locator('[data-column="1"]').click();
    await page.keyboard.press('Alt+ArrowDown');
    await dialog.getByRole('button', { name: 'Remove sorting' }).click();
    await shows(page, 'ABECD');
    assert.equal(await kept(), 'ABECD');
    await desk.close();
  });

  it('take the value of another group in a sorted view without a question, since it is sorted there, too', async () => {
    const sorts = [{ property_id: desk.made.by.Size.id, direction: 'desc' }];
    const view = await desk.makeView('table', { group_by: desk.made.by.Stage.id, sorts }, 'Grouped and sorted');
    const page = await desk.open('edi', view);
    await shows(page, 'ABCDE');
    const { y } = await middleOf(rowLine(page, 'E'));
    await dragTo(page, 'A', { y: y + 10 });
    await page.mouse.up();
    await shows(page, 'BCADE');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await kept(), 'ABCDE');
    await desk.close();
  });

  it('say why they cannot go into another group where its value is only to be seen', async () => {
    const { id: collection, by } = desk.made;
    const rights = `/api/v2/collections/${collection}/properties/${by.Stage.id}/permissions`;
    const granted = await desk.t.call('ann', 'POST', rights, { user_id: desk.t.user('edi').id, role: 'viewer' });
    assert.equal(granted.status, 200, granted.text);
    const page = await desk.open('edi', grouped);
    await shows(page, 'ABCDE');
    const { y } = await middleOf(rowLine(page, 'E'));
    await dragTo(page, 'A', { y });
    await page.mouse.up();
    await page.locator('.toast.danger', { hasText: '“Stage” cannot be changed' }).waitFor();
    assert.equal(await order(page), 'ABCDE');
    await desk.t.call('ann', 'DELETE', `${rights}/${granted.body.id}`);
    await desk.close();
  });

  it('follow what somebody else does with them meanwhile', async () => {
    const page = await desk.open('edi', plain);
    const other = await desk.open('ann', plain);
    await dragTo(page, 'B', await middleOf(rowLine(page, 'E')));
    await bulk({ move: [id('B')], before: id('A') });
    await shows(other, 'BACDE');
    assert.equal(await order(page), 'ABCDE', 'nothing moves below a hand');
    await page.mouse.up();
    await until(async () => (await kept()).startsWith('ACD'), 'the last move counts');
    await shows(page, await kept());
    await shows(other, await kept());
    await desk.close();
  });

  it('come back with words when the line is lost', async () => {
    const page = await desk.open('edi', plain);
    await dragTo(page, 'B', await middleOf(rowLine(page, 'E')));
    await page.context().setOffline(true);
    await page.mouse.up();
    await page.locator('.toast.danger').waitFor();
    await shows(page, 'ABCDE');
    await page.context().setOffline(false);
    assert.equal(await kept(), 'ABCDE');
    await dragTo(page, 'B', await middleOf(rowLine(page, 'E')));
    await page.mouse.up();
    await until(async () => (await kept()) !== 'ABCDE', 'it goes when the line is back');
    await desk.close(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/);
  });

  it('cross a long table by the wheel and at its edges, past rows that nobody has seen yet', async () => {
    const long = await makeDatabase(desk.t, [{ name: 'Size', type: 'number' }]);
    await fillRows(desk.t, long, 2000, {});
    const page = await desk.visit('edi');
    await page.goto(`${desk.t.url}/pages/${long.pageId}`);
    await page.locator(LIVE).waitFor();
    const grid = page.locator('.grid');
    // A row that somebody deletes leaves no gap where the rows go on that were read with it.
    const gone = (await long.query({ limit: 1 })).body.results[0].id;
    await desk.t.call('ann', 'POST', `/api/v2/collections/${long.id}/rows/bulk`, { delete: [gone] });
    await until(async () => (await order(page)).startsWith('Row 2Row 3'), 'without the first row');
    await grid.evaluate((one) => one.scrollTo(0, 190 * 36));
    await rowLine(page, 'Row 201').waitFor();
    await rowLine(page, 'Row 202').waitFor();
    assert.equal(await page.locator('.skeleton').count(), 0);
    await desk.t.call('ann', 'POST', `/api/v2/collections/${long.id}/rows/bulk`, { restore: [gone] });
    await grid.evaluate((one) => one.scrollTo(0, 0));
    await until(async () => (await order(page)).startsWith('Row 1Row 2'), 'with it again');
    const [low, high] = await grid.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return [bottom - 60, top + 50];
    });
    const scrolled = () => grid.evaluate((one) => one.scrollTop);
    const end = await grid.evaluate((one) => one.scrollHeight - one.clientHeight);
    await dragTo(page, 'Row 3', { y: low });
    await page.mouse.wheel(0, 55_000);
    await until(async () => (await scrolled()) === end, 'the end of the table');
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    const { y } = await middleOf(rowLine(page, 'Row 1999'));
    await page.mouse.move(200, y + 10, { steps: 20 });
    await page.mouse.up();
    const lastTitles = async () => (await order(page)).replace(/.*(?=Row 1998)/, '');
    await until(async () => (await lastTitles()) === 'Row 1998Row 1999Row 3Row 2000', 'the row near the end');
    await until(async () => {
      const asked = await desk.t.call('ann', 'GET', `/api/v2/collections/${long.id}/rows?limit=3&page=667`);
      const titles = asked.body.map(({ title }: { title: string }) => title);
      return titles.join() === 'Row 3,Row 2000';
    }, 'the row near the end, as the server has it');
    await dragTo(page, 'Row 3', { y: high });
    await until(async () => (await scrolled()) === 0, 'the beginning');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await until(async () => (await order(page)).startsWith('Row 1Row 2Row 4'), 'rows have closed up');
    await desk.close();
  });

  it('have no dots for readers, nor in a database that is locked, whose rows nobody deletes', async () => {
    const reader = await desk.open('vic', plain);
    await rowLine(reader, 'A').hover();
    assert.equal(await reader.locator('.row-handle').count(), 0);
    await rowLine(reader, 'A').locator('[data-column="1"]').click();
    await reader.keyboard.press('Alt+ArrowDown');
    await desk.t.call('ann', 'POST', `/api/pages/${desk.made.pageId}/lock`, { locked: true });
    const editor = await desk.open('edi', plain);
    await rowLine(editor, 'A').hover();
    assert.equal(await editor.locator('.row-handle').count(), 0);
    await rowLine(editor, 'A').click({ button: 'right' });
    await editor.getByRole('menuitem', { name: 'Open as page' }).waitFor();
    assert.equal(await editor.getByRole('menuitem', { name: /delete/i }).count(), 0);
    await editor.keyboard.press('Escape');
    await desk.t.call('ann', 'POST', `/api/pages/${desk.made.pageId}/lock`, { locked: false });
    assert.equal(await kept(), 'ABCDE');
    await desk.close();
  });
});
