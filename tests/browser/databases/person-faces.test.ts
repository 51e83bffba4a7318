// People with their pictures, and how far something is as a sign, wherever a database shows values.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase } from './desk.ts';

const browser = await openBrowser();
const options = [
  { name: 'Open', color: 'gray', group: 'todo' },
  { name: 'Under way', color: 'blue', group: 'doing' },
  { name: 'Shut', color: 'green', group: 'done' },
];

describe('faces and signs in a database', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Owner', type: 'person' },
      { name: 'Maker', type: 'created_by' },
      { name: 'State', type: 'status', config: { options } },
    ]);
    const { t, made } = desk;
    for (const { name } of options)
      await made.row({ Owner: [t.user('ann').id, t.user('edi').id], State: made.option('State', name) }, name);
  });
  after(() => desk.stop());

  const isDrawn = (picture: Locator) => picture.evaluate((one) => (one as HTMLImageElement).decode().then(() => true));
  const groups = (page: Page) =>
    page.locator('.chip[data-group]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.group));

  it('stand in the cells of a table, with the words that were there before', async () => {
    const page = await desk.open('ann');
    const cell = page.locator('.grid-cell:has(.named-face)').first();
    await cell.waitFor();
    assert.equal(await cell.textContent(), 'Ann Example, Edi Example');
    const pictures = cell.locator('img.avatar');
    assert.equal(await pictures.count(), 2);
    assert.ok(await isDrawn(pictures.first()));
    assert.deepEqual(await groups(page), ['todo', 'doing', 'done']);
    assert.deepEqual(await axeFaults(page), []);
    await cell.dblclick();
    await page.getByRole('option', { name: 'Vic Example' }).locator('img.avatar').waitFor();
    await page.getByRole('option', { name: 'Vic Example' }).click();
    await page.keyboard.press('Escape');
    await page.locator('.named-face', { hasText: 'Vic Example' }).waitFor();
    await desk.close();
  });

  for (const kind of ['board', 'gallery', 'list'])
    it(`stand on the cards of a ${kind}`, async () => {
      const { made } = desk;
      const page = await desk.open('vic', await desk.makeView(kind, { group_by: made.by.State.id }));
      await page.locator('.card-facts .named-face img.avatar').first().waitFor();
      await page.locator('.chip[data-group="done"]').first().waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await desk.close();
    });

  it('are pictures that somebody chose, too, and stay signs in the head of a row', async () => {
    const { t, made } = desk;
    const { body } = await t.call('ann', 'GET', `/api/collections/${made.id}/table-data`);
    const { faces, people } = body.names;
    assert.deepEqual(Object.keys(faces).sort(), Object.keys(people).sort());
    assert.match(faces[t.user('ann').id], /^\/api\/settings\/avatar\//);
    const { text } = await t.call('ann', 'GET', `/pages/${body.pages[2].id}`);
    assert.match(text, /class="chip" data-tone="green" data-group="done"/);
  });
});
