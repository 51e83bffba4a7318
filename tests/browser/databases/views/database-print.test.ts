// Databases on paper: all rows and columns of a view over several pages, without what is there to be pressed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeDatabase } from '../../../databases/database.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, LIVE, named } from '../desk.ts';

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

  it('has the names of people whole, each in its own column, and no controls of a calendar', async () => {
    const { t } = desk;
    const people = ['Owner', 'Team'].map((name) => ({ name, type: 'person' }));
    const made = await makeDatabase(t, [...people, { name: 'Due', type: 'date' }]);
    const all = (['ann', 'edi', 'com'] as const).map((who) => t.user(who).id);
    for (const who of all) await made.row({ Owner: [who], Team: all, Due: '2026-12-01' }, 'A row');
    const config = { date_property_id: made.by.Due.id };
    await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, { name: 'Days', kind: 'calendar', config });
    const page = await desk.visit('ann', { viewport: { width: 400, height: 1000 } });
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator(LIVE).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.print-sheet .named-face').nth(11).waitFor();
    const over = await page.locator('.print-sheet td .named-face').evaluateAll((names) =>
      names.flatMap((one) => {
        const cell = one.closest('td')?.getBoundingClientRect().right ?? 0;
        return one.getBoundingClientRect().right > cell + 0.5 ? [one.textContent] : [];
      }),
    );
    assert.deepEqual(over, []);
    await page.emulateMedia({ media: null });
    const { views } = await made.reload();
    await page.goto(`${t.url}/pages/${made.pageId}?view=${views.at(-1).id}`);
    await page.locator('.calendar-head').waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.database button:visible').count(), 0);
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

  it('fits into a text, with the columns that have no room below the others, and ticks that are signs', async () => {
    const { t } = desk;
    const wide = await makeDatabase(t, [
      { name: 'Paid', type: 'checkbox' },
      { name: 'Stars', type: 'rating' },
      { name: 'Site', type: 'url' },
      ...Array.from({ length: 10 }, (_none, at) => ({ name: `Note ${at}`, type: 'text' })),
    ]);
    const long = 'several words that go on';
    await wide.row({ Paid: true, Stars: 3, Site: 'https://example.org/', 'Note 0': long, 'Note 9': long }, 'Roof');
    const blocks = [{ type: 'database', data: { collectionId: wide.id } }];
    const { body } = await t.call('ann', 'POST', '/api/v2/pages', { title: 'Plan', workspace_id: t.ws1, blocks });
    const page = await desk.visit('ann', { viewport: { width: 718, height: 1000 } });
    await page.goto(`${t.url}/pages/${body.id}`);
    await page.locator('.inline-database[data-ready]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.print-sheet table').nth(1).waitFor();
    const heads = await page.locator('.print-sheet thead th').allInnerTexts();
    assert.equal(heads.filter((one) => one === 'Name' || one === 'Title').length, 2, heads.join());
    assert.equal(new Set(heads).size, 14);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    const tick = page.locator('.print-sheet .check.on');
    assert.equal(await tick.evaluate((one) => getComputedStyle(one).backgroundColor), 'rgba(0, 0, 0, 0)');
    const after = (one: Element) => getComputedStyle(one, '::after').content;
    assert.equal(await page.locator('.print-sheet td a').evaluate(after), 'none');
    assert.equal(
      await page
        .getByRole('img', { name: /: 3 of 5 stars$/ })
        .last()
        .textContent(),
      '★★★★★',
    );
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
