// What is alike in all views of a database, and stays where it is while they are worked with.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../../testing/until.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();

describe('the looks of views', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let dated = {};
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Done', type: 'checkbox' },
      { name: 'Amount', type: 'number' },
      { name: 'Due', type: 'date' },
    ]);
    const { by } = desk.made;
    dated = { date_property_id: by.Due.id, group_by: by.Stage.id };
    await desk.made.row({ Stage: desk.made.option('Stage', 'Open'), Amount: 12 }, 'First');
  });
  after(() => desk.stop());

  it('have one weight for what makes a row', async () => {
    const weights: Record<string, string> = {};
    for (const kind of ['table', 'board', 'list', 'gallery', 'timeline']) {
      const config = kind === 'board' || kind === 'timeline' ? dated : {};
      const page = await desk.open('edi', await desk.makeView(kind, config));
      const add = page.locator('.view-place').getByText('New row', { exact: true }).first();
      // What is being drawn anew has none.
      await until(async () => {
        weights[kind] = await add.evaluate((one) => getComputedStyle(one).fontWeight);
        return weights[kind] !== '';
      });
      await desk.close();
    }
    assert.deepEqual(new Set(Object.values(weights)), new Set(['400']), JSON.stringify(weights));
  });

  it('have what makes a row right below the head of an empty column', async () => {
    const page = await desk.open('edi', await desk.makeView('board', dated));
    await page.locator('.row-card').waitFor();
    const gap = await page.locator('.board-column[aria-label="Won"]').evaluate((one) => {
      const edge = (of: string) => one.querySelector(of)?.getBoundingClientRect() ?? new DOMRect();
      return edge('.new-row').top - edge('.board-head').bottom;
    });
    assert.ok(gap >= 0 && gap <= 16, `${gap} pixels`);
    await desk.close();
  });

  it('have the names of a list right above its values', async () => {
    const page = await desk.open('edi', await desk.makeView('list', {}));
    await page.locator('.row-line .card-facts > div').first().waitFor();
    const lefts = await page.evaluate(() => {
      const leftOf = (one: Element) => one.getBoundingClientRect().left;
      const all = (selector: string) => [...document.querySelectorAll(selector)].map(leftOf);
      const [line] = document.querySelectorAll('.row-line');
      return [
        all('.row-list-names > span').slice(1),
        [...(line?.querySelectorAll('.card-facts > div') ?? [])].map(leftOf),
      ];
    });
    assert.ok(lefts[0]?.length);
    assert.deepEqual(lefts[0], lefts[1]);
    await desk.close();
  });

  it('have the box of a check in the middle of its line', async () => {
    const page = await desk.open('edi');
    await page.locator('.grid .check').waitFor();
    const off = await page.evaluate(() => {
      const words = document.createRange();
      words.selectNodeContents(document.querySelector('.grid .row-title') as Node);
      const check = document.querySelector('.grid .check') as Element;
      const [box, line] = [check.getBoundingClientRect(), words.getBoundingClientRect()];
      return box.top + box.height / 2 - (line.top + line.height / 2);
    });
    assert.ok(Math.abs(off) <= 0.5, `${off} pixels off`);
    await desk.close();
  });

  it('have three lines of a long name on cards, which are as high as those beside them', async () => {
    const title = 'A very long name of a row '.repeat(9).trim();
    const long = await desk.made.row({ Stage: desk.made.option('Stage', 'Open'), Due: '2026-12-01' }, title);
    const short = await desk.made.row({ Stage: desk.made.option('Stage', 'Open') }, 'Pictured');
    await desk.t.call('edi', 'PATCH', `/api/v2/pages/${short.id}`, { cover_url: '/static/cover-dawn.svg' });
    for (const kind of ['board', 'gallery']) {
      const page = await desk.open('edi', await desk.makeView(kind, kind === 'board' ? dated : {}));
      const link = page.locator('.card-title', { hasText: title });
      const lines = await link.evaluate(
        (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
      );
      assert.equal(Math.round(lines), 3, kind);
      assert.equal(await link.getAttribute('title'), title);
      if (kind === 'gallery') {
        const heights = (selector: string) =>
          page
            .locator(selector)
            .evaluateAll((all) => [...new Set(all.map((one) => (one as HTMLElement).offsetHeight))]);
        assert.equal((await heights('.row-card')).length, 1);
        assert.equal((await heights('.card-cover')).length, 1);
        assert.equal(await page.locator('.card-cover').count(), 3);
      }
      await desk.close();
    }
    await desk.t.call('edi', 'DELETE', `/api/v2/rows/${long.id}`);
    await desk.t.call('edi', 'DELETE', `/api/v2/rows/${short.id}`);
  });

  it('end a long name in a timeline where there is no more room for it', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const row = await desk.made.row({ Due: day }, 'A very long name of a row '.repeat(9).trim());
    const page = await desk.open('edi', await desk.makeView('timeline', dated));
    const words = page.locator('.timeline-words');
    await words.waitFor();
    const cut = await words.evaluate((one) => {
      const edge = (of: Element | null) => of?.getBoundingClientRect().right ?? 0;
      const { overflow, textOverflow } = getComputedStyle(one);
      const isWithin = edge(one) <= edge(one.closest('[tabindex]'));
      return [overflow, textOverflow, one.scrollWidth > one.clientWidth, isWithin];
    });
    assert.deepEqual(cut, ['hidden', 'ellipsis', true, true]);
    await desk.close();
    await desk.t.call('edi', 'DELETE', `/api/v2/rows/${row.id}`);
  });

  it('keep the table where it is when a filter comes', async () => {
    const page = await desk.open('edi');
    const top = () => page.locator('.grid').evaluate((one) => one.getBoundingClientRect().top);
    await page.locator('.row-title').first().waitFor();
    const before_ = await top();
    await page.locator('[data-tool="filter"]').click();
    await page.getByRole('option', { name: 'Amount' }).click();
    await page.locator('.view-chip').waitFor();
    await page.locator('.chip-panel input').last().fill('12');
    await page.locator('[data-tool="save"]').waitFor();
    const heights = await page
      .locator('.view-chips *')
      .evaluateAll((all) => all.map((one) => `${one.className} ${(one as HTMLElement).offsetHeight}`));
    assert.equal(await top(), before_, heights.join('; '));
    await desk.close();
  });
});
