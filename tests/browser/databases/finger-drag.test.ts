// Rows and cards under a finger that rests on them first: they go along with it, and the page does not.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { fingerDrag, middleOf } from '../fingers.ts';
import { type DatabaseDesk, furnishDatabase, named } from './desk.ts';
import { handleOf, order, rowLine } from './row-hands.ts';

const browser = await openBrowser();
const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };

describe('a finger', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  const ids = new Map<string, number>();
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'Stage', type: 'select', config: named('Open', 'Won') }]);
    for (const title of ['A', 'B', 'C', 'D', 'E'])
      ids.set(title, (await desk.made.row({ Stage: desk.made.option('Stage', 'Open') }, title)).id);
  });
  after(() => desk.stop());
  const kept = async () => (await desk.made.titles(null)).join('');

  it('moves a row of a table by its dots, which are in sight', async () => {
    const page = await desk.open('edi', undefined, TABLET);
    const from = await middleOf(handleOf(page, 'B'));
    const to = await middleOf(rowLine(page, 'D'));
    await fingerDrag(page, from, { x: from.x + 4, y: to.y + 10 }, () => page.locator('.grid.dragging').waitFor());
    await until(async () => (await kept()) === 'ACDBE', 'the row at its place');
    assert.equal(await order(page), 'ACDBE');
    assert.equal(await page.getByRole('menu').count(), 0);
    await handleOf(page, 'A').tap();
    await page.getByRole('menu', { name: 'A' }).waitFor();
    await desk.close();
  });

  it('moves a card of a board to another column', async () => {
    const view = await desk.makeView('board', { group_by: desk.made.by.Stage.id });
    const page = await desk.open('edi', view, TABLET);
    const card = page.locator('.row-card').filter({ hasText: 'C' });
    const column = page.getByRole('group', { name: 'Won', exact: true });
    await fingerDrag(page, await middleOf(card), await middleOf(column), () =>
      page.locator('.row-card.dragged').waitFor(),
    );
    await until(
      async () =>
        (await desk.made.read(ids.get('C') as number)).values[desk.made.by.Stage.id] ===
        desk.made.option('Stage', 'Won'),
      'the card in its column',
    );
    // Nothing is drawn anew before the finger has let go.
    await until(
      async () => (await column.locator('.card-title').allTextContents()).join() === 'C',
      'the card in sight',
    );
    await desk.close();
  });
});
