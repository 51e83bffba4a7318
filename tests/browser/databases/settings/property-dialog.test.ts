// The settings of a property by hand: Enter keeps them, many options are found by typing, and on a phone they are a sheet.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../../../../testing/until.ts';
import { axeFaultsInBoth } from '../../../kit/axe.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const MANY = 499;

describe('the settings of a property', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'State', type: 'status' },
      { name: 'City', type: 'select', config: named(...Array.from({ length: MANY }, (_none, at) => `City ${at + 1}`)) },
    ]);
    await desk.made.row({ City: desk.made.option('City', 'City 300') }, 'Row');
  });
  after(() => desk.stop());

  const dialog = (page: Page) => page.getByRole('dialog');

  async function settings(name: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await desk.open('ann', undefined, options);
    const head = page.getByRole('columnheader', { name });
    await head.scrollIntoViewIfNeeded();
    await head.click();
    await page.getByRole('menuitem', { name: 'Edit property' }).click();
    await dialog(page).waitFor();
    return page;
  }

  const stored = async (name: string) => (await desk.made.reload()).by[name].config.options as { name: string }[];

  it('are kept by Enter in a field', async () => {
    const page = await settings('State');
    await page.getByLabel('Name of the option').first().fill('Waiting');
    await page.keyboard.press('Enter');
    await until(async () => (await stored('State'))[0]?.name === 'Waiting');
    await desk.close();
  });

  it('find one of many options, and add one that is none of them', async () => {
    const page = await settings('City');
    const search = page.getByRole('searchbox', { name: 'Find an option' });
    await search.fill('city 49');
    await page.getByText('11 options').waitFor();
    assert.equal(await page.getByLabel('Name of the option').locator('visible=true').count(), 11);
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await search.press('Enter');
    await page.keyboard.type('!');
    await search.fill('Rome');
    await page.getByText('0 options').waitFor();
    await search.press('Enter');
    await page.keyboard.press('Enter');
    await until(async () => (await stored('City')).length === MANY + 1);
    const names = (await stored('City')).map(({ name }) => name);
    assert.ok(names.includes('City 49!') && names.at(-1) === 'Rome', names.slice(-2).join());
    await desk.close();
  });

  it('leave the picker of the cell as few of many options as are seen, what is chosen among them', async () => {
    const page = await desk.open('ann');
    await page.getByRole('gridcell', { name: 'City 300' }).dblclick();
    await page.getByRole('option', { name: 'City 300', selected: true }).waitFor();
    assert.ok((await page.getByRole('option').count()) <= 100);
    await page.getByText('more: keep typing').waitFor();
    await page.keyboard.type('city 488');
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: 'City 488' }).waitFor();
    await desk.close();
  });

  it('fill a phone from below, with whole names and a button to keep them in reach', async () => {
    const page = await settings('State', PHONE);
    const box = await dialog(page).boundingBox();
    assert.ok(box && box.x === 0 && box.width === 390 && box.height > 700, JSON.stringify(box));
    for (const label of ['Name of the option', 'Stands for']) {
      const field = await dialog(page).getByLabel(label, { exact: true }).first().boundingBox();
      assert.ok(field && field.width > 200, `${label} ${JSON.stringify(field)}`);
    }
    const save = await page.getByRole('button', { name: 'Save' }).boundingBox();
    assert.ok(save && save.height >= 44 && save.y + save.height <= 780 && save.y > 700, JSON.stringify(save));
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await desk.close();
  });

  it('tell databases of one name apart by their places, found by typing, and name what a rollup asks', async () => {
    const { t } = desk;
    const home = (await t.call('ann', 'POST', '/api/pages', { title: 'Garden plan', workspace_id: t.ws1 })).body;
    const made = { title: 'Twins', template: 'blank' };
    for (const parent of [home.id, undefined])
      await t.call('ann', 'POST', '/api/v2/collections', {
        ...{ title: made.title, ...(parent ? { parent_id: parent } : { workspace_id: t.ws1 }) },
      });
    const page = await desk.open('ann');
    await page.locator('[data-tool="property"]').click();
    const panel = page.locator('.property-panel');
    await panel.getByRole('option', { name: 'Relation', exact: true }).click();
    await panel.getByRole('button', { name: /^Related database: / }).click();
    await page.getByRole('combobox', { name: 'Related database' }).fill('twin');
    const found = page.getByRole('dialog', { name: 'Related database' }).getByRole('option');
    assert.deepEqual((await found.allTextContents()).toSorted(), ['TwinsGarden plan', 'TwinsTop level']);
    await found.filter({ hasText: 'Garden plan' }).click();
    await panel.getByRole('button', { name: 'Related database: Twins · Garden plan' }).waitFor();
    await panel.locator('input').first().fill('Kin');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Kin' }).waitFor();
    await page.locator('[data-tool="property"]').click();
    await panel.getByRole('option', { name: 'Rollup', exact: true }).click();
    for (const name of ['Relation', 'Property', 'Calculate'])
      await panel.getByRole('combobox', { name, exact: true }).waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await desk.close();
  });

  it('are asked on a phone in a sheet of its own height for a new one', async () => {
    const page = await desk.open('ann', undefined, PHONE);
    await page.locator('[data-tool="options"]').tap();
    await page.getByRole('menuitem', { name: 'Add property' }).tap();
    const panel = page.getByRole('dialog', { name: 'Add property' });
    const box = await panel.boundingBox();
    assert.ok(box && box.width === 390 && box.height > 700, JSON.stringify(box));
    const list = await panel.getByRole('listbox').boundingBox();
    assert.ok(list && list.height > 500, JSON.stringify(list));
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await panel.getByRole('button', { name: 'Close' }).tap();
    await panel.waitFor({ state: 'detached' });
    await desk.close();
  });
});
