// Pages beside a database in a browser: time and reminder, a table taken in, templates, calendars and sprints, by keyboard.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { makeDatabase } from '../../databases/database.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { middleOf } from '../fingers.ts';
import { keptFrame, leave, look } from '../frame.ts';
import { thisMonth } from './desk.ts';

const browser = await openBrowser();

describe('beside a database', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  it('move one, some or all of what repeats', async () => {
    const { t } = frame;
    const db = await makeDatabase(t, [{ name: 'When', type: 'date' }]);
    const view = { name: 'Days', kind: 'calendar', config: { date_property_id: db.by.When.id } };
    const { id } = (await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, view)).body;
    const day = (number: number) => `${thisMonth()}${String(number).padStart(2, '0')}`;
    const calendar = { repeat: { frequency: 'daily', interval: 7, count: 3 } };
    const body = { title: 'Choir', values: { [db.by.When.id]: day(3) }, calendar };
    const made = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/rows`, body);
    assert.equal(made.status, 200, made.text);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(new URL(`/pages/${db.pageId}?view=${id}`, page.url()).href);
    const on = (number: number) => page.locator(`.calendar-event[data-day="${day(number)}"]`);
    const move = async (number: number, answer: string) => {
      await on(number).focus();
      await page.keyboard.press('Alt+ArrowRight');
      await page.getByRole('dialog').getByRole('button', { name: answer }).press('Enter');
      await on(number + 1).waitFor();
    };
    const undo = async (number: number) => {
      await page.locator('.toast button', { hasText: 'Undo' }).last().press('Enter');
      await on(number + 1).waitFor({ state: 'detached' });
      await on(number).waitFor();
    };
    await on(10).waitFor();
    for (const [number, answer] of [
      [10, 'Only this one'],
      [17, 'This and all that follow'],
    ] as const) {
      await move(number, answer);
      await undo(number);
      await move(number, answer);
      await on(3).waitFor();
    }
    const held: Route[] = [];
    let next = '/calendar/api?';
    await page.route(/\/calendar\/api\?|\/rows\/bulk$/, (route) => {
      if (!next || !route.request().url().includes(next)) return route.continue();
      next = '';
      held.push(route);
    });
    await t.call('ann', 'PATCH', `/api/v2/rows/${made.body.id}`, { title: 'Chorus' });
    await until(() => held.length === 1, 'the calendar is read again');
    next = '/rows/bulk';
    await move(3, 'All of them');
    await until(() => held.length === 2, 'the move is written');
    // What was read before the change comes after it.
    const read = page.waitForResponse((answer) => answer.url().includes('/calendar/api'));
    await held[0]?.continue();
    await (await read).finished();
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/rows/bulk'));
    await held[1]?.continue();
    await kept;
    // It goes by another day when the calendar has been read again, and has the focus still.
    await page.locator(`.calendar-event:focus[data-occurrence="${day(4)}"]`).waitFor();
    const starts = async () => {
      const { body } = await t.call('ann', 'GET', `/db/${db.id}/calendar/api?start=${day(1)}&end=${day(28)}`);
      return body.events.map((one: { start: string }) => one.start.slice(0, 10));
    };
    assert.deepEqual(await starts(), [day(4), day(11), day(18)]);
    next = '/calendar/api?';
    await on(18).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('dialog').getByRole('button', { name: 'Only this one' }).press('Enter');
    await until(() => held.length === 3, 'the calendar is read again');
    await on(4).evaluate((link) => link.setAttribute('data-old', ''));
    await on(4).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    // The calendar is drawn anew behind the dialog.
    await held[2]?.continue();
    await page.locator(`.calendar-event[data-day="${day(4)}"]:not([data-old])`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator(`.calendar-event:focus[data-occurrence="${day(4)}"]`).waitFor();
    await leave(visit);
  });

  it('are one bar on all their days of a week, moved by the day at which it is held', async () => {
    const { t } = frame;
    const db = await makeDatabase(t, [{ name: 'When', type: 'date' }]);
    const view = { name: 'Days', kind: 'calendar', config: { date_property_id: db.by.When.id } };
    const { id } = (await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, view)).body;
    const eighth = new Date(`${thisMonth()}08T00:00:00Z`);
    const day = (number: number) =>
      new Date(eighth.getTime() + (((9 - eighth.getUTCDay()) % 7) + number) * 86_400_000).toISOString().slice(0, 10);
    await db.row({ When: { start: day(0), end: day(2), timezone: null } }, 'Camp');
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(new URL(`/pages/${db.pageId}?view=${id}`, page.url()).href);
    const bar = page.locator('.calendar-event:visible', { hasText: 'Camp' });
    const from = (number: number) => page.locator(`.calendar-day[data-day="${day(number)}"]`).filter({ has: bar });
    await from(0).waitFor();
    assert.equal(await bar.count(), 1);
    const { width } = (await bar.boundingBox()) ?? { width: 0 };
    const place = page.locator(`.calendar-day[data-day="${day(3)}"]`);
    await bar.dragTo(place, { sourcePosition: { x: width - 10, y: 10 }, targetPosition: { x: 20, y: 60 } });
    await from(1).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    // A row that is open beside it leaves the calendar a third of the window.
    await bar.click();
    await page.locator('.peek-frame').waitFor();
    const [head, month] = [page.locator('.calendar-head h2'), page.getByRole('button', { name: 'Month', exact: true })];
    for (const one of [head, month]) {
      let box: DOMRect | null = null;
      const isWhole = async () => {
        box = (await one.boundingBox()) as DOMRect | null;
        return box !== null && box.height < 40 && box.width > 40;
      };
      await until(isWhole, () => JSON.stringify(box));
    }
    await leave(visit);
  });

  it('without a date are counted above a calendar, opened from there and dragged onto a day', async () => {
    const { t } = frame;
    const db = await makeDatabase(t, [
      { name: 'When', type: 'date' },
      { name: 'Size', type: 'number' },
    ]);
    const filter = { property_id: db.by.Size.id, op: 'equals', value: 1 };
    const view = { name: 'Days', kind: 'calendar', config: { date_property_id: db.by.When.id, filter } };
    const { id } = (await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, view)).body;
    const today = new Date().toISOString().slice(0, 10);
    await db.row({ When: today, Size: 1 }, 'Dated');
    const [beds] = [await db.row({ Size: 1 }, 'Dig the beds'), await db.row({ Size: 1 }, 'Plant a tree')];
    await db.row({ Size: 2 }, 'Of another view');
    const visit = await frame.visit('ann', 'Alpha', { timezoneId: 'UTC', viewport: { width: 1440, height: 1100 } });
    const { page } = visit;
    await page.goto(new URL(`/pages/${db.pageId}?view=${id}`, page.url()).href);
    await page.getByRole('button', { name: 'No date (2)' }).click();
    const list = page.getByRole('list', { name: 'No date (2)' });
    assert.deepEqual(await list.getByRole('link').allTextContents(), ['Dig the beds', 'Plant a tree']);
    assert.deepEqual(await axeFaults(page), []);
    const from = await middleOf(list.getByRole('link', { name: 'Dig the beds' }));
    const day = page.locator(`.calendar-day[data-day="${today}"]`);
    const to = await middleOf(day);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)) });
    await page.mouse.up();
    await day.getByRole('link', { name: 'Dig the beds' }).waitFor();
    await page.getByRole('button', { name: 'No date (1)' }).waitFor();
    await until(async () => (await db.read(beds.id)).values[db.by.When.id]?.start === today, 'its date');
    await page.getByRole('list', { name: 'No date (1)' }).getByRole('link', { name: 'Plant a tree' }).click();
    await page.locator('.peek-frame').waitFor();
    await leave(visit);
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
    await go(`/rows/${row.id}/calendar`);
    await page.getByLabel('Starts at').fill('09:00');
    await page.getByLabel('Repeats').selectOption('weekly');
    await page.getByLabel('Remind', { exact: true }).selectOption('30');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('heading', { name: 'Upcoming' }).waitFor();
    await page.getByRole('button', { name: 'Cancel this one' }).first().press('Enter');
    await page.getByText('Cancelled').waitFor();
    await look(page);
    await go(`/collections/${db.id}/more`);
    await page.getByRole('button', { name: 'Create address' }).first().press('Enter');
    await page.getByLabel('The address, shown this once').waitFor();
    await look(page);
    await page.getByLabel('The table').fill('Name,Points\nSlides,5\n');
    await page.getByRole('button', { name: 'Choose columns' }).press('Enter');
    await page.getByLabel('Points goes into').waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Add rows' }).press('Enter');
    await page.getByRole('status').waitFor();
    await look(page);
    await go(`/collections/${db.id}/sprints`);
    await page.getByLabel('Name', { exact: true }).fill('First');
    await page.getByLabel('First day').fill('2026-03-02');
    await page.getByLabel('Last day').fill('2026-03-13');
    await look(page);
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByLabel('Add a row').fill('talk');
    await page.getByRole('button', { name: 'Talk' }).press('Enter');
    await page.getByRole('rowheader', { name: 'Talk' }).waitFor();
    await look(page);
    await leave(visit);
  });
});
