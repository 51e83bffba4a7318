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
    const page = await desk.open('ann', await desk.makeView('calendar', dated));
    await page.getByLabel('Shows').selectOption({ label: 'Week' });
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
});
