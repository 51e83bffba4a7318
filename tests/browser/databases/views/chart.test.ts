// Charts in a browser: each part says what it is under a pointer and the focus, and leads to the rows behind it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFaults } from '../../../kit/axe.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();

describe('charts that can be asked', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'Stage', type: 'select', config: named('Open', 'Won') }]);
    for (const name of ['Open', 'Won', 'Won'])
      await desk.made.row({ Stage: desk.made.option('Stage', name) }, `${name} row`);
  });
  after(() => desk.stop());

  for (const kind of ['column', 'bar'])
    it(`say what a part of a ${kind} chart is, and show its rows`, async () => {
      const config = { chart_kind: kind, group_by: desk.made.by.Stage.id };
      const page = await desk.open('ann', await desk.makeView('chart', config));
      const part = page.getByRole('button', { name: /^Won: 2/ }).filter({ visible: true });
      await part.hover();
      await page.locator('.chart-tip', { hasText: 'Won: 2' }).waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await part.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('2 rows', { exact: true }).waitFor();
      assert.deepEqual(await dialog.getByRole('link').allInnerTexts(), ['Won row', 'Won row']);
      await desk.close();
    });

  it('have kinds whose names do not touch their borders', async () => {
    const page = await desk.open('ann', await desk.makeView('chart', { group_by: desk.made.by.Stage.id }));
    await page.locator('[data-tool="settings"]').click();
    const kinds = page.locator('.chart-kinds label');
    await kinds.first().waitFor();
    const rooms = await kinds.evaluateAll((all) =>
      all.map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one.lastChild as Node);
        const [inner, outer] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
        return Math.min(inner.left - outer.left, outer.right - inner.right);
      }),
    );
    assert.ok(
      rooms.every((room) => room >= 6),
      rooms.join(),
    );
    await desk.close();
  });
});
