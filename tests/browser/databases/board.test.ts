// Cards of a board under a slow hand: nothing opens over them, a line shows where they land, and no group is out of reach.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { until } from '../../../testing/until.ts';
import { type Made, makeDatabase } from '../../databases/database.ts';
import type { TestApp } from '../../kit/app.ts';
import { listen, openBrowser, signIn, type TestBrowser, type Visit } from '../../kit/browser.ts';

const browser = await openBrowser();
const STAGES = ['Open', 'Doing', 'Waiting', 'Done'];

describe('cards of a board', { skip: browser ? false : 'no browser' }, () => {
  let stored: TestDatabase;
  let t: TestApp & { url: string };
  let made: Made;
  let view: number;
  let visit: Visit;
  let page: Page;
  before(async () => {
    stored = await migratedDatabase('sqlite');
    t = await listen(stored);
    const options = STAGES.map((name) => ({ name, color: 'green' }));
    made = await makeDatabase(t, [{ name: 'Stage', type: 'select', config: { options } }]);
    const stages = ['Doing', 'Open', 'Doing', 'Done'];
    for (const [at, stage] of stages.entries()) await made.row({ Stage: made.option('Stage', stage) }, `Row ${at + 1}`);
    await made.row({}, 'Row 5');
    const body = { name: 'Board', kind: 'board', config: { group_by: made.by.Stage.id } };
    view = (await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, body)).body.id;
  });
  after(async () => {
    await t.stop();
    await stored.cleanup();
  });

  async function open(): Promise<void> {
    visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    page = visit.page;
    await signIn(visit, t, t.session('edi'));
    await page.goto(`${t.url}/pages/${made.pageId}?view=${view}`);
    await page.locator('.row-card').nth(4).waitFor();
  }

  async function end(): Promise<void> {
    assert.deepEqual(visit.complaints, []);
    await visit.close();
  }

  const column = (name: string) => page.getByRole('group', { name, exact: true });
  const card = (title: string) => page.locator('.row-card').filter({ hasText: title });
  const titles = (name: string) => column(name).locator('.card-title').allTextContents();

  interface Point {
    x: number;
    y: number;
  }

  const middle = async (of: ReturnType<Page['locator']>): Promise<Point> => {
    const { x, y, width, height } = (await of.boundingBox()) as Point & { width: number; height: number };
    return { x: x + width / 2, y: y + height / 2 };
  };

  /** From its title, in steps of a pixel. */
  async function drag(title: string, { x, y }: Point): Promise<void> {
    const from = await middle(card(title).locator('.card-title'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: Math.ceil(Math.hypot(x - from.x, y - from.y)) });
  }

  it('have no preview of what a click on them shows', async () => {
    await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.install();
    await card('Row 2').locator('.card-title').hover();
    await page.locator('html[data-reading="ready"]').waitFor();
    await card('Row 3').locator('.card-title').hover();
    await page.clock.runFor(1000);
    await page.evaluate(() => fetch('/healthz'));
    assert.deepEqual(
      asked.filter((url) => url.includes('/preview')),
      [],
    );
    await end();
  });

  /** A spot in a card so far down, of its height. */
  const spotIn = async (title: string, part: number): Promise<Point> => {
    const { x, y, width, height } = (await card(title).boundingBox()) as Point & { width: number; height: number };
    return { x: x + width / 2, y: y + height * part };
  };
  const tops = () =>
    page.locator('.row-card').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  const stand = (name: string, ...wanted: string[]) =>
    until(async () => (await titles(name)).join() === wanted.join(), `${wanted.join()} in ${name}`);
  /** Where the line is, against the edges of a card. */
  const lineBy = (title: string) =>
    card(title).evaluate((one) => {
      const line = document.querySelector('.drop-line')?.getBoundingClientRect() ?? new DOMRect(0, -999);
      const { top, bottom } = one.getBoundingClientRect();
      const [above, below] = [top - line.bottom, line.top - bottom];
      return above >= 0 && above < 8 ? 'above' : below >= 0 && below < 8 ? 'below' : `${above} ${below}`;
    });
  async function takeBack(): Promise<void> {
    await page.locator('[data-saved="true"]').waitFor();
    await page.locator('.board-columns').focus();
    await page.keyboard.press('Control+z');
    await stand('Doing', 'Row 1', 'Row 3');
    await stand('Open', 'Row 2');
  }

  it('are dragged without a preview, to the half of a card that the hand is over', async () => {
    await open();
    const before = await tops();
    await drag('Row 2', await spotIn('Row 1', 0.75));
    assert.equal(await page.locator('.hover-card').count(), 0);
    assert.equal(await lineBy('Row 1'), 'below');
    const to = await spotIn('Row 1', 0.25);
    await page.mouse.move(to.x, to.y, { steps: 20 });
    assert.equal(await lineBy('Row 1'), 'above');
    assert.deepEqual(await tops(), before, 'the line pushes no card');
    await page.mouse.up();
    await stand('Doing', 'Row 2', 'Row 1', 'Row 3');
    assert.equal(await page.locator('.drop-line').count(), 0);
    await takeBack();
    await drag('Row 2', await spotIn('Row 3', 0.75));
    assert.equal(await lineBy('Row 3'), 'below');
    await page.mouse.up();
    await stand('Doing', 'Row 1', 'Row 3', 'Row 2');
    await takeBack();
    await drag('Row 2', await spotIn('Row 1', 0.75));
    await page.mouse.up();
    await stand('Doing', 'Row 1', 'Row 2', 'Row 3');
    await page.locator('[data-saved="true"]').waitFor();
    await page.reload();
    await page.locator('.row-card').nth(4).waitFor();
    await stand('Doing', 'Row 1', 'Row 2', 'Row 3');
    await end();
  });

  it('change places in their own column, and go back as one step', async () => {
    await open();
    await stand('Doing', 'Row 1', 'Row 2', 'Row 3');
    await drag('Row 3', await spotIn('Row 1', 0.25));
    await page.mouse.up();
    await stand('Doing', 'Row 3', 'Row 1', 'Row 2');
    await page.reload();
    await page.locator('.row-card').nth(4).waitFor();
    await stand('Doing', 'Row 3', 'Row 1', 'Row 2');
    await drag('Row 3', await spotIn('Row 2', 0.75));
    await page.mouse.up();
    await stand('Doing', 'Row 1', 'Row 2', 'Row 3');
    await page.locator('.board-columns').focus();
    await page.keyboard.press('Control+z');
    await stand('Doing', 'Row 3', 'Row 1', 'Row 2');
    await page.keyboard.press('Control+Shift+z');
    await stand('Doing', 'Row 1', 'Row 2', 'Row 3');
    await end();
  });

  it('reach the group without a value, which scrolls into sight at the edge', async () => {
    await open();
    const last = page.locator('.board-column').last();
    assert.equal(await last.getAttribute('data-group'), '');
    const { right, bottom } = await page.locator('.board-columns').evaluate((one) => {
      const { right, bottom } = one.getBoundingClientRect();
      return { right, bottom };
    });
    assert.ok(bottom <= 800, 'its scroll bar is in the window');
    await drag('Row 1', { x: right - 30, y: 400 });
    const end_ = await page.locator('.board-columns').evaluate((one) => one.scrollWidth - one.clientWidth);
    for (let at = 0; at < 40 && (await page.locator('.board-columns').evaluate((one) => one.scrollLeft)) < end_; at++)
      await page.mouse.move(right - 30, 400 + (at % 2));
    const to = await middle(last.locator('.row-card').first());
    assert.ok(to.x < right, 'the last group is in sight');
    await page.mouse.move(to.x, to.y, { steps: 40 });
    await page.mouse.up();
    await until(async () => (await last.locator('.card-title').allTextContents()).includes('Row 1'), 'the card there');
    await page.locator('[data-saved="true"]').waitFor();
    await page.locator('.board-columns').focus();
    await page.keyboard.press('Control+z');
    await until(async () => (await titles('Doing')).includes('Row 1'), 'the card where it was');
    await end();
  });

  it('that move without a connection wait, say so once, and are sent when it is back', async () => {
    await open();
    await visit.context.setOffline(true);
    await card('Row 4').locator('.card-title').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByText('Your changes wait in this window').waitFor();
    assert.deepEqual(await titles('Waiting'), ['Row 4']);
    assert.equal(await page.locator('.toast').count(), 0);
    assert.equal(await page.locator('[data-saved="false"]').count(), 1);
    await visit.context.setOffline(false);
    await page.locator('[data-saved="true"]').waitFor();
    const { results } = (await made.query({})).body;
    const moved = results.find(({ title }: { title: string }) => title === 'Row 4');
    assert.equal(moved.values[made.by.Stage.id], made.option('Stage', 'Waiting'));
    visit.complaints.splice(0);
    await end();
  });
});

after(() => browser?.close());
