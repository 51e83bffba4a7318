// Timelines and weeks: the way to bars out of sight, and rows over days as one bar in the same line on all of them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../../testing/until.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase } from '../desk.ts';

const browser = await openBrowser();
const DAY = 86_400_000;

describe('views of time', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let dated = {};
  /** of the week that is going on, Monday being 0 */
  /** The weeks of the rows are those of this zone, also when it is tomorrow elsewhere. */
  const UTC = { timezoneId: 'UTC' };
  const weekday = (at: number) => {
    const now = new Date();
    return new Date(now.getTime() + (at - ((now.getUTCDay() + 6) % 7)) * DAY).toISOString().slice(0, 10);
  };
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'When', type: 'date' }]);
    const { made } = desk;
    const row = (title: string, start: string, end: string) => made.row({ When: { start, end } }, title);
    await row('Long ago', weekday(-700), weekday(-697));
    await row('Much later', weekday(700), weekday(703));
    await row('Whole week', weekday(0), weekday(4));
    await row('Middle', weekday(1), weekday(2));
    dated = { date_property_id: made.by.When.id };
  });
  after(() => desk.stop());

  it('lead from a line of a timeline to its bar, however far that is', async () => {
    const page = await desk.open('ann', await desk.makeView('timeline', dated));
    const bar = (title: string) => page.locator(`.timeline-bar[aria-label^="${title},"]`);
    const lead = (title: string) => page.getByRole('button', { name: `Go to ${title},` });
    await bar('Middle').waitFor();
    for (const title of ['Long ago', 'Much later']) {
      assert.equal(await bar(title).count(), 0);
      await lead(title).click();
      await page.locator(`.timeline-bar[aria-label^="${title},"]:focus`).waitFor();
      assert.equal(await lead(title).count(), 0);
    }
    await lead('Middle').waitFor();
    await desk.close();
  });

  it('begin with a timeline where the bars of its first rows are', async () => {
    const filter = { property_id: desk.made.by.When.id, op: 'before', value: weekday(-100) };
    const page = await desk.open('ann', await desk.makeView('timeline', { ...dated, filter }));
    await page.locator('.timeline-bar[aria-label^="Long ago,"]').waitFor();
    await desk.close();
  });

  it('draw a row over several days of a week once, and others below it', async () => {
    const page = await desk.open('ann', await desk.makeView('calendar', dated), UTC);
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    // In one look, since it is drawn anew when its rows are read.
    const look = () =>
      page.evaluate(() => {
        const events = [...document.querySelectorAll('.hours-whole .calendar-event')];
        const seen = events.filter((one) => getComputedStyle(one).visibility === 'visible');
        return [document.querySelector('.hours-head'), ...seen].map((one) => {
          const { top = 0, width = 0 } = one?.getBoundingClientRect() ?? {};
          return { top, width, text: one?.textContent };
        });
      });
    await until(async () => (await look()).length > 2);
    const [column, ...boxes] = await look();
    assert.deepEqual(
      boxes.map(({ text }) => text),
      ['Whole week', 'Middle'],
    );
    const [whole, middle] = boxes;
    assert.ok(column && whole && middle && middle.top > whole.top + 10);
    const days = whole.width / column.width;
    assert.ok(days > 4.5 && days < 5.5, `${days} days wide`);
    await desk.close();
  });

  it('end each bar of a week within its last day, fold what is more than three lines, and name days whole on phones', async () => {
    const { made, t } = desk;
    const rows = await Promise.all(
      [0, 1, 2].map((at) => made.row({ When: { start: weekday(0), end: weekday(4) } }, `More ${at}`)),
    );
    const view = await desk.makeView('calendar', { ...dated, mode: 'week' });
    for (const width of [1280, 390]) {
      const page = await desk.open('ann', view, { ...UTC, viewport: { width, height: 800 } });
      const bars = page.locator('.event-bar:not(.behind) .calendar-event');
      const more = page.getByRole('button', { name: '2 more' });
      await more.first().waitFor();
      assert.equal(await bars.count(), 3);
      const friday = page.locator(`.hours-whole[data-day="${weekday(4)}"]`);
      const [bar, day] = await Promise.all([bars.first().boundingBox(), friday.boundingBox()]);
      const rest = day && bar ? day.x + day.width - bar.x - bar.width : -1;
      assert.ok(rest >= 1 && rest <= 5, `${rest} px before the next day, ${width} px wide`);
      const cut = await page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLElement>('.hours-head time')].filter(
            (one) => one.getBoundingClientRect().right > (one.parentElement?.getBoundingClientRect().right ?? 0),
          ).length,
      );
      assert.equal(cut, 0);
      const now = await page.locator('.hours-now').boundingBox();
      const box = await page.locator('.hours').boundingBox();
      assert.ok(now && box && now.y > box.y && now.y < box.y + box.height && now.x + now.width <= box.x + box.width);
      await more.first().click();
      await until(async () => (await bars.count()) === 5);
      await page.getByRole('button', { name: 'Show less of what takes whole days' }).click();
      await more.first().waitFor();
      await desk.close();
    }
    for (const { id } of rows) await t.call('ann', 'DELETE', `/api/v2/rows/${id}`);
  });

  it('name the month where one begins, and have weeks of one height that fold what is too much', async () => {
    const page = await desk.open('ann', await desk.makeView('calendar', dated));
    await page.locator('.calendar-event').first().waitFor();
    const look = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.calendar-grid .calendar-day')].map((one) => ({
          name: one
            .querySelector('time')
            ?.textContent?.trim()
            .replace(/^\w+ +/, ''),
          height: one.getBoundingClientRect().height,
          isFirst: one.getAttribute('data-day')?.endsWith('-01'),
        })),
      );
    const days = await look();
    assert.match(days[0]?.name ?? '', /\p{L}{3}/u);
    for (const { name, isFirst } of days) if (isFirst) assert.match(name ?? '', /\p{L}{3}/u);
    const heights = async () => new Set((await look()).map(({ height }) => Math.round(height)));
    assert.equal((await heights()).size, 1);
    const [before] = await heights();
    const { made, t } = desk;
    const rows = await Promise.all(
      Array.from({ length: 9 }, (_none, at) => made.row({ When: { start: weekday(3) } }, `Much ${at}`)),
    );
    await page.reload();
    const day = page.locator(`.calendar-day[data-day="${weekday(3)}"]`);
    const more = day.getByRole('button', { name: /^\d+ more$/ });
    await more.waitFor();
    assert.deepEqual([...(await heights())], [before], 'no week is higher for it');
    const seen = await day.locator('.calendar-event:visible').count();
    const inDay = await more.evaluate((one) => {
      const own = one.getBoundingClientRect();
      const [around] = [one.closest('.calendar-day')?.getBoundingClientRect() ?? own];
      return own.bottom <= around.bottom;
    });
    assert.ok(inDay, 'the button stands within its day');
    await more.click();
    await page.getByRole('menuitem', { name: 'Much 8' }).waitFor();
    // The one that lasts the week is a bar of its own.
    assert.equal(await page.getByRole('menuitem').count(), 10);
    assert.ok(seen < 9);
    await page.getByRole('menuitem', { name: 'Much 8' }).click();
    await page.locator('.peek').waitFor();
    for (const { id } of rows) await t.call('ann', 'DELETE', `/api/v2/rows/${id}`);
    await desk.close();
  });

  it('fill a high window with the weeks of a month', async () => {
    const page = await desk.open('ann', await desk.makeView('calendar', dated), {
      viewport: { width: 1440, height: 1200 },
    });
    await page.locator('.calendar-event').first().waitFor();
    const { bottom } = await page
      .locator('.calendar-grid')
      .evaluate((one) => ({ bottom: one.getBoundingClientRect().bottom }));
    assert.ok(bottom > 1080 && bottom < 1200, `it ends at ${bottom}`);
    await desk.close();
  });

  it('keep the button of each day of a week inside of that on a phone, and the name of the first hour in sight', async () => {
    const options = { ...UTC, viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
    const page = await desk.open('ann', await desk.makeView('calendar', dated), options);
    // In the afternoon the hours begin later.
    await page.clock.setFixedTime(new Date().setUTCHours(15, 42));
    await page.getByRole('button', { name: 'Week', exact: true }).tap();
    await page.locator('.hours-head').nth(6).waitFor();
    const over = await page.locator('.hours-head').evaluateAll(
      (days) =>
        days.filter((day) => {
          const [own, button, time] = [day, day.querySelector('button'), day.querySelector('time')].map((one) =>
            (one as Element).getBoundingClientRect(),
          );
          return !own || !button || !time || button.right > own.right + 0.5 || time.right > button.left + 0.5;
        }).length,
    );
    assert.equal(over, 0);
    const isSeen = await page.evaluate(() => {
      const head = document.querySelector('.hours-top')?.getBoundingClientRect().bottom ?? 0;
      const names = [...document.querySelectorAll('.hours-clock span')].map((one) => one.getBoundingClientRect().top);
      return names.some((top) => top >= head - 1 && top < head + 8);
    });
    assert.equal(isSeen, true);
    await desk.close();
  });
});
