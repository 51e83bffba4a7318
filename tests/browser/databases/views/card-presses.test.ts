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
      { name: 'Paid', type: 'checkbox' },
      { name: 'Due', type: 'date' },
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

  for (const kind of ['gallery', 'board'])
    it(`tick a box that is shown unticked on a card of a ${kind}, and take the tick away`, async () => {
      const { Stage, Paid } = desk.made.by;
      const view = await desk.makeView(kind, { group_by: Stage.id, visible: [Paid.id] });
      const page = await desk.open('ann', view, WIDE);
      const box = cardOf(page, 'Walk').getByRole('checkbox', { name: 'Paid', exact: true });
      await box.waitFor();
      assert.equal(await cardOf(page, 'Walk').locator('.card-offers').count(), 0, 'it offers itself already');
      for (const state of ['true', 'false']) {
        assert.notEqual(await box.getAttribute('aria-checked'), state);
        await box.click();
        await page.locator(`[data-row]:has-text("Walk") [role="checkbox"][aria-checked="${state}"]`).waitFor();
      }
      await page.locator('[data-saved="true"]').waitFor();
      assert.equal(await shown(page), null);
      await desk.close();
      const reader = await desk.open('vic', view, WIDE);
      await cardOf(reader, 'Walk').getByRole('img', { name: 'no', exact: true }).waitFor();
      await desk.close();
    });

  it('find cards as high as what they say, and lines where they were until the hand leaves the card', async () => {
    const made = [];
    for (let at = 0; at < 6; at++) made.push(await desk.made.row({}, `Bare ${at}`));
    const view = await desk.makeView('gallery', { visible: [desk.made.by.Stage.id, desk.made.by.Due.id] });
    // In one look, because cards are drawn anew.
    const tops = (page: Page) =>
      page.evaluate(() => {
        const cards = [...document.querySelectorAll('.row-card')];
        const of = (title: string) => cards.find((one) => one.textContent?.includes(title));
        return ['Bare 1', 'Bare 5'].map((title) => of(title)?.getBoundingClientRect().y ?? 0);
      });
    const isStill = (now: number[], then: number[]) => now.every((one, at) => Math.abs(one - (then[at] ?? 0)) < 1);
    const narrow = { viewport: { width: 900, height: 900 } };
    const reader = await desk.open('vic', view, narrow);
    await cardOf(reader, 'Bare 5').waitFor();
    const plain = await tops(reader);
    assert.notEqual(plain[0], plain[1], 'they stand in several lines');
    await desk.close();
    const page = await desk.open('ann', view, narrow);
    await cardOf(page, 'Bare 5').waitFor();
    const before = await tops(page);
    assert.equal((before[1] ?? 0) - (before[0] ?? 0), (plain[1] ?? 0) - (plain[0] ?? 0), 'no line is kept free');
    await cardOf(page, 'Bare 1').hover();
    assert.ok(isStill(await tops(page), before), 'nothing has moved');
    for (const name of ['Stage', 'Due']) {
      await cardOf(page, 'Bare 1').locator('.card-offers').getByRole('button', { name }).click();
      if (name === 'Stage') await page.locator('.cell-editor').getByRole('option', { name: 'Won' }).click();
      else await page.keyboard.press('Escape');
      await page.locator('.cell-editor').waitFor({ state: 'detached' });
      await cardOf(page, 'Bare 1').getByText('Won').waitFor();
      assert.ok(isStill(await tops(page), before), 'nothing has moved, whatever the card says now');
      await cardOf(page, 'Bare 1').locator('.card-title').hover();
    }
    await page.mouse.move(5, 5);
    const after = await tops(page);
    assert.ok((after[1] ?? 0) > (before[1] ?? 0) + 10, 'there is room for the value');
    await desk.close();
    for (const { id } of made) await desk.t.call('ann', 'DELETE', `/api/v2/rows/${id}`);
  });
});
