// Databases on paper: all rows and columns of a view over several pages, without what is there to be pressed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();
const COUNT = 60;

describe('databases on paper', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    const plain = Array.from({ length: 12 }, (_none, at) => ({ name: `Column ${at + 1}`, type: 'text' }));
    desk = await furnishDatabase(browser, [{ name: 'Stage', type: 'select', config: named('Open', 'Won') }, ...plain]);
    const options = ['Open', 'Won'].map((name) => desk.made.option('Stage', name));
    for (let at = 0; at < COUNT; at++) await desk.made.row({ Stage: options[at % 2] }, `Row ${at + 1}`);
  });
  after(() => desk.stop());

  it('has every row and column, on more pages than one, and none of the controls', async () => {
    const page = await desk.open('ann');
    await page.getByRole('gridcell').first().click();
    await page.emulateMedia({ media: 'print' });
    await page
      .locator('.print-sheet tbody tr')
      .nth(COUNT - 1)
      .waitFor();
    assert.equal(await page.locator('.print-sheet thead th').count(), 14);
    await page.locator('.print-sheet').getByText(`${COUNT} rows`, { exact: true }).waitFor();
    for (const role of ['button', 'tab', 'grid', 'link'] as const)
      assert.equal(await page.locator('.database').getByRole(role).count(), 0, role);
    const chip = await page
      .locator('.print-sheet .chip')
      .first()
      .evaluate((one) => {
        const { borderTopStyle, lineHeight } = getComputedStyle(one);
        return {
          borderTopStyle,
          lines: Math.floor(one.getBoundingClientRect().height / Number.parseFloat(lineHeight)),
        };
      });
    assert.deepEqual(chip, { borderTopStyle: 'solid', lines: 1 });
    const isCut = () => document.documentElement.scrollWidth > innerWidth;
    assert.equal(await page.evaluate(isCut), false);
    const file = (await page.pdf()).toString('latin1');
    assert.ok((file.match(/\/Type \/Page\b/g) ?? []).length > 1);
    await desk.close();
  });

  it('has the columns of a board beside each other', async () => {
    const page = await desk.open('ann', await desk.makeView('board', { group_by: desk.made.by.Stage.id }));
    await page.locator('.row-card').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const tops = await page
      .locator('.board-column')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    assert.ok(tops.length >= 2);
    assert.equal(new Set(tops).size, 1);
    await desk.close();
  });

  it('keeps the groups of a view', async () => {
    const page = await desk.open('ann', await desk.makeView('table', { group_by: desk.made.by.Stage.id }));
    await page.getByRole('row', { name: 'Row 1', exact: false }).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const heads = page.locator('.print-sheet th[scope="rowgroup"]');
    await heads.nth(1).waitFor();
    assert.deepEqual(await heads.allInnerTexts(), ['Open 30', 'Won 30']);
    await desk.close();
  });
});
