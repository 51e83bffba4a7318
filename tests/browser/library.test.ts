// The library in a browser: tabs that come without a new page, filters, acts on many pages; and the same without scripts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../testing/until.ts';
import { axeFaultsInBoth } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { type Frame, furnishFrame, leave } from './frame.ts';

const browser = await openBrowser();

describe('the library', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  for (const [name, options] of [
    ['wide', {}],
    ['on a phone', { viewport: { width: 390, height: 780 } }],
  ] as const)
    it(`goes from tab to tab, narrows and acts, ${name}`, async () => {
      const visit = await frame.visit('edi', 'Alpha', options);
      const { page } = visit;
      // What was opened is noted a moment after it was shown.
      const recents = async () => (await frame.t.call('edi', 'GET', '/api/library/recents')).body.total;
      await until(async () => (await recents()) > 0, 'the page that was opened is noted');
      await page.goto(`${frame.t.url}/library`);
      let loads = 0;
      page.on('request', (request) => {
        loads += Number(request.isNavigationRequest());
      });
      const library = page.locator('.library[aria-busy="false"]');
      await library.getByRole('link', { name: 'Alpha', exact: true }).waitFor();
      await library.getByRole('link', { name: 'Workspace' }).click();
      await library.getByRole('link', { name: 'Delta' }).waitFor();
      assert.deepEqual(await axeFaultsInBoth(page), []);
      assert.equal(await library.getByRole('link', { name: 'Alpha one' }).count(), 0);
      await library.getByRole('searchbox', { name: 'Find by title' }).fill('eta');
      await library.getByRole('searchbox', { name: 'Find by title' }).press('Enter');
      await library.getByText('1 page', { exact: true }).waitFor();
      await library.getByText('Save this filter').click();
      await library.getByRole('textbox', { name: 'Name of the filter' }).fill(`Letters ${name}`);
      await library.getByRole('button', { name: 'Save', exact: true }).click();
      await library.getByRole('link', { name: `Letters ${name}` }).waitFor();
      await library.getByRole('checkbox', { name: 'Select Beta' }).check();
      const bulk = library.getByRole('combobox', { name: 'With the selected pages' });
      await bulk.selectOption('favorite');
      await library.getByRole('button', { name: 'Apply' }).click();
      await library.getByText('One page done.').waitFor();
      await library.getByRole('link', { name: 'Favorites' }).click();
      await library.getByRole('link', { name: 'Beta' }).waitFor();
      await page.goBack();
      await library.getByText('1 page', { exact: true }).waitFor();
      assert.equal(loads, 0);
      await library.getByRole('checkbox', { name: 'Select Beta' }).check();
      await bulk.selectOption('unfavorite');
      await library.getByRole('button', { name: 'Apply' }).click();
      await library.getByText('One page done.').waitFor();
      await leave(visit);
    });

  it('folds what it is narrowed by into one button on a phone, which says how much is set', async () => {
    const visit = await frame.visit('edi', 'Alpha', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    await page.goto(`${frame.t.url}/library?tab=workspace`);
    const library = page.locator('.library[aria-busy="false"]');
    const kinds = library.getByRole('combobox', { name: 'Kind' });
    const filter = library.locator('.library-filter > summary');
    await filter.waitFor();
    assert.equal((await filter.innerText()).trim(), 'Filter');
    assert.equal(await kinds.count(), 0);
    await filter.click();
    await kinds.selectOption('page');
    await library.locator('.library-filter .badge', { hasText: '1' }).waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.setViewportSize({ width: 1280, height: 800 });
    await filter.waitFor({ state: 'hidden' });
    await kinds.waitFor();
    await leave(visit);
  });

  it('works without scripts', async () => {
    const visit = await frame.visit('edi', 'Alpha', { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(`${frame.t.url}/library?tab=workspace`);
    await page.getByRole('searchbox', { name: 'Find by title' }).fill('gamma');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await page.getByRole('checkbox', { name: 'Select Gamma' }).check();
    await page.getByRole('combobox', { name: 'With the selected pages' }).selectOption('tag');
    await page.getByRole('textbox', { name: 'Tag' }).fill('Greek');
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await page.getByText('One page done.').waitFor();
    await page.locator('.library-tags').getByText('Greek').waitFor();
    await leave(visit);
  });
});
