// What a press on a card or line does: all of it opens its row, but for what is meant by a press itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();
const WIDE = { viewport: { width: 1440, height: 900 } };

describe('presses on cards', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  const views: Record<string, number> = {};
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Note', type: 'text' },
    ]);
    const Stage = desk.made.option('Stage', 'Open');
    await desk.made.row({ Stage, Note: 'Chairs' }, 'Party');
    await desk.made.row({ Stage }, 'Walk');
    views.board = await desk.makeView('board', { group_by: desk.made.by.Stage.id, visible: [desk.made.by.Note.id] });
    for (const kind of ['gallery', 'list']) views[kind] = await desk.makeView(kind);
  });
  after(() => desk.stop());

  const cardOf = (page: Page, title: string) => page.locator('[data-row]', { hasText: title });
  /** Beside its words, where nothing else takes a press. */
  const corner = async (page: Page, title: string) => {
    const { x, y, width, height } = (await cardOf(page, title).boundingBox()) as DOMRect;
    return { x: x + width - 60, y: y + height - 6 };
  };
  const shown = (page: Page) => page.evaluate(() => document.documentElement.dataset.peekPage ?? null);

  for (const kind of ['gallery', 'board', 'list'])
    it(`open the row beside wherever they fall on the card of a ${kind}`, async () => {
      const page = await desk.open('ann', views[kind], WIDE);
      const card = cardOf(page, 'Party');
      await card.waitFor();
      assert.equal(await card.evaluate((one) => getComputedStyle(one).cursor), 'pointer');
      const { x, y } = await corner(page, 'Party');
      await page.mouse.click(x, y, { button: 'right' });
      await page.keyboard.press('Escape');
      await page.mouse.click(x, y, { button: 'middle' });
      await page.keyboard.down('Control');
      await page.mouse.click(x, y);
      await page.keyboard.up('Control');
      assert.equal(await shown(page), null, 'other presses mean something else');
      await page.mouse.click(x, y);
      await page.locator('.peek').waitFor();
      assert.equal(await shown(page), await card.getAttribute('data-row'));
      await page.keyboard.press('Escape');
      await page.locator('.peek').waitFor({ state: 'detached' });
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Party', 'the keys are back');
      await desk.close();
    });

  it('only close the editor of another card, and leave words that are chosen chosen', async () => {
    const page = await desk.open('ann', views.gallery, WIDE);
    await cardOf(page, 'Party').locator('.card-value', { hasText: 'Open' }).click();
    await page.locator('.cell-editor').waitFor();
    const { x, y } = await corner(page, 'Walk');
    await page.mouse.click(x, y);
    await page.locator('.cell-editor').waitFor({ state: 'detached' });
    assert.equal(await shown(page), null);
    await page.mouse.click(x, y);
    await page.locator('.peek').waitFor();
    await desk.close();
    const reader = await desk.open('vic', views.gallery, WIDE);
    const words = (await reader.getByText('Chairs').boundingBox()) as DOMRect;
    await reader.mouse.move(words.x + 1, words.y + words.height / 2);
    await reader.mouse.down();
    await reader.mouse.move(words.x + 60, words.y + words.height / 2, { steps: 3 });
    await reader.mouse.up();
    assert.equal(await reader.evaluate(() => `${getSelection()}`), 'Chairs');
    assert.equal(await shown(reader), null);
    await desk.close();
  });
});
