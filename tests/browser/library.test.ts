// The library in a browser: tabs that come without a new page, filters, acts on many pages; and the same without scripts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../testing/until.ts';
import { axeFaultsInBoth } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { excess, keptFrame, leave } from './frame.ts';

const browser = await openBrowser();

describe('the library', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

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
      await library.getByText('1 selected').waitFor();
      await library.getByRole('button', { name: 'Favorite', exact: true }).click();
      await library.getByText('One page done.').waitFor();
      await library.getByRole('link', { name: 'Favorites' }).click();
      await library.getByRole('link', { name: 'Beta' }).waitFor();
      await page.goBack();
      await library.getByText('1 page', { exact: true }).waitFor();
      assert.equal(loads, 0);
      await library.getByRole('checkbox', { name: 'Select Beta' }).check();
      await library.getByRole('button', { name: 'Unfavorite' }).click();
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

  it('chooses all pages in the head of their list, which stays where it is, and shows tags apart in their colours', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    for (const tag of ['Client', 'Draft'])
      await frame.t.call('edi', 'POST', '/api/library/bulk', { action: 'tag', page_ids: [frame.ids.Beta], tag });
    const { tags } = (await frame.t.call('edi', 'GET', '/api/settings/tags/all')).body;
    const { id } = tags.find(({ name }: { name: string }) => name === 'Client');
    await frame.t.call('edi', 'PUT', `/api/settings/tags/${id}`, { color: 'red' });
    await page.goto(`${frame.t.url}/library?tab=workspace`);
    const table = page.locator('.library[aria-busy="false"] .library-table');
    const before = await table.boundingBox();
    await table.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('4 selected').waitFor();
    assert.deepEqual(await table.boundingBox(), before);
    const chips = table.locator('.library-tags .badge');
    const [first, second] = await Promise.all([chips.nth(0).boundingBox(), chips.nth(1).boundingBox()]);
    assert.ok((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0) >= 4, 'a gap between tags');
    const colour = (at: number) => chips.nth(at).evaluate((chip) => getComputedStyle(chip).backgroundColor);
    assert.notEqual(await colour(0), await colour(1));
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByText('4 pages').waitFor();
    await leave(visit);
  });

  it('is put in another order by the heads of its columns', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/library?tab=workspace`);
    const library = page.locator('.library[aria-busy="false"]');
    const titles = () => library.locator('.library-title').allInnerTexts();
    const own = await titles();
    const table = library.locator('.library-table');
    const before = await table.boundingBox();
    await library.getByRole('link', { name: 'Title', exact: true }).click();
    await library.locator('th[aria-sort="ascending"]', { hasText: 'Title' }).waitFor();
    assert.deepEqual(await titles(), [...own].sort());
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await library.getByRole('link', { name: 'Title', exact: true }).click();
    await library.locator('th[aria-sort="descending"]', { hasText: 'Title' }).waitFor();
    assert.deepEqual(await titles(), [...own].sort().reverse());
    assert.equal(await library.getByRole('combobox', { name: 'Sort' }).inputValue(), 'title');
    assert.deepEqual(await table.boundingBox(), before, 'the list stays where it is');
    await library.getByRole('link', { name: 'Title', exact: true }).click();
    await until(async () => (await titles()).join() === own.join(), 'the order of the tab');
    assert.equal(await library.locator('th[aria-sort]').count(), 0);
    await leave(visit);
  });

  it('has a gap between a title and what marks it as new', async () => {
    const { t, ids } = frame;
    await t.call('edi', 'POST', '/api/library/bulk', { action: 'read', page_ids: [ids.Delta] });
    await t.call('ann', 'PATCH', `/api/v2/pages/${ids.Delta}`, { page_icon: '🧭' });
    const visit = await frame.visit('edi', 'Alpha');
    await visit.page.goto(`${t.url}/library?tab=workspace`);
    const badge = visit.page.locator('.library-name .badge').first();
    const gap = await badge.evaluate((one) => {
      const link = one.previousElementSibling as Element;
      return one.getBoundingClientRect().left - link.getBoundingClientRect().right;
    });
    assert.ok(gap >= 6, `${gap} px`);
    await leave(visit);
  });

  it('finds pages below others by their titles, and says what was not found', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/library?tab=workspace`);
    const library = page.locator('.library[aria-busy="false"]');
    assert.equal(await library.getByText('Save this filter').isVisible(), false);
    const words = library.getByRole('searchbox', { name: 'Find by title' });
    await words.pressSequentially('Deep ');
    await library.getByRole('link', { name: 'Deep' }).waitFor();
    await until(() => new URL(page.url()).searchParams.get('q')?.trim() === 'Deep', 'its address');
    assert.equal(await words.inputValue(), 'Deep ');
    await words.press('Enter');
    await words.fill('Omega');
    await library.getByRole('heading', { name: 'No page matches “Omega”' }).waitFor();
    await library.getByRole('link', { name: 'Clear filters' }).click();
    await library.getByText('4 pages').waitFor();
    await leave(visit);
  });

  it('takes all lines along between two that are chosen with Shift, and is sorted by a press anywhere in a head', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/library?tab=workspace`);
    const boxes = page.locator('.library[aria-busy="false"] tbody input');
    await boxes.nth(3).waitFor();
    await boxes.nth(0).click();
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    const ticked = () => boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
    assert.deepEqual((await ticked()).slice(0, 4), [true, true, true, false]);
    await boxes.nth(1).click({ modifiers: ['Shift'] });
    assert.deepEqual((await ticked()).slice(0, 4), [true, false, false, false]);
    const head = page.locator('.library-table th', { hasText: 'Title' });
    const { width, height } = (await head.boundingBox()) as { width: number; height: number };
    await head.click({ position: { x: width - 8, y: height / 2 } });
    await until(() => new URL(page.url()).searchParams.get('sort') === 'title', 'its order');
    await leave(visit);
  });

  it('finds what was typed, and keeps what was chosen, before its scripts were there', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await page.route(/\/library\.js(\?|$)/, async (route) => {
      await woken;
      await route.continue();
    });
    await page.goto(`${frame.t.url}/library?tab=workspace`, { waitUntil: 'commit' });
    const library = page.locator('.library');
    await library.getByRole('searchbox', { name: 'Find by title' }).fill('Deep');
    await library.getByRole('combobox', { name: 'Kind' }).selectOption('page');
    wake();
    await until(() => new URL(page.url()).searchParams.get('kind') === 'page', 'its address');
    await library.getByText('1 page', { exact: true }).waitFor();
    await library.getByRole('link', { name: 'Deep' }).waitFor();
    await leave(visit);
  });

  it('has lines of one height as wide as there is room, and says where pages are published and what it counts', async () => {
    const { t, ids } = frame;
    const title = `A title ${'of many words '.repeat(20)}`.trim();
    const long = await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, parent_id: ids.Beta });
    for (const id of [long.body.id, ids.Gamma])
      assert.equal((await t.call('ann', 'POST', `/api/pages/${id}/publish`, {})).status, 200);
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 1440, height: 900 } });
    const { page } = visit;
    await page.goto(`${t.url}/library?tab=workspace`);
    await page.getByText('4 pages at the top').waitFor();
    const table = page.locator('.library-table');
    const heights = await table.locator('tbody tr').evaluateAll((all) => all.map((one) => one.clientHeight));
    assert.ok(Math.max(...heights) <= 42 && Math.max(...heights) - Math.min(...heights) <= 1, heights.join());
    assert.ok(((await table.boundingBox())?.width ?? 0) > 1050);
    assert.equal(await table.getByText('workspace').count(), 0);
    await page.locator('.tabs').getByRole('link', { name: 'Published' }).click();
    const line = table.locator('tbody tr', { hasText: 'A title' });
    await line.getByRole('link', { name: /^\/p\// }).waitFor();
    await line.locator('.library-since time').waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    const lines = await line
      .locator('.library-title')
      .evaluate((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight));
    assert.equal(Math.round(lines), 2);
    await line.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('status').filter({ hasText: 'Link copied.' }).waitFor();
    await page.setViewportSize({ width: 390, height: 780 });
    assert.equal(await excess(page), 0);
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await leave(visit);
  });

  it('offers what would change some of the selected pages', async () => {
    const { t, ids } = frame;
    await t.call('edi', 'POST', '/api/library/bulk', { action: 'favorite', page_ids: [ids.Alpha] });
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/library?tab=workspace`);
    const acts = () => page.locator('.library-bulk > button:not([type="button"])').allInnerTexts();
    await page.getByRole('checkbox', { name: 'Select Alpha' }).check();
    await page.getByText('1 selected').waitFor();
    assert.deepEqual(await acts(), ['Unfavorite', 'Move to trash']);
    await page.getByRole('checkbox', { name: 'Select Gamma' }).check();
    await page.getByText('2 selected').waitFor();
    assert.deepEqual(await acts(), ['Favorite', 'Unfavorite', 'Move to trash']);
    await leave(visit);
  });

  it('says with whom pages are shared, what to do where none are, and leads to the tags', async () => {
    const { t, ids } = frame;
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/library?tab=shared`);
    await page.getByRole('heading', { name: 'Nothing shared yet' }).waitFor();
    await page.getByRole('link', { name: 'Choose a page to share' }).waitFor();
    await t.call('ann', 'POST', `/api/pages/${ids.Beta}/share`, { email: t.user('bob').email, access: 'view' });
    await page.reload();
    const line = page.locator('.library-table tbody tr');
    await line.locator('.library-people', { hasText: 'Bob Example' }).waitFor();
    const heads = await page.locator('.library-table th').evaluateAll((all) => all.map((one) => one.clientHeight));
    assert.equal(new Set(heads).size, 1, 'heads of one line');
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.locator('.library .tabs').getByRole('link', { name: 'Tags' }).click();
    await page
      .locator('.tabs')
      .getByRole('link', { name: 'Tags', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor();
    await page.locator('.sidebar').getByRole('link', { name: 'Library' }).and(page.locator('[aria-current]')).waitFor();
    await page.getByRole('heading', { name: 'No tags yet' }).waitFor();
    await page.getByRole('textbox', { name: 'New tag' }).fill('Quiet');
    await page.getByRole('radio', { name: 'Green' }).check();
    await page.getByRole('button', { name: 'Create' }).click();
    const quiet = page.locator('.tag-rows li', { hasText: 'Quiet' });
    assert.equal(await quiet.locator('.tag').getAttribute('data-tone'), 'green');
    const erase = quiet.getByRole('button', { name: 'Delete the tag Quiet' });
    assert.equal(await erase.isVisible(), false);
    await quiet.locator('summary').click();
    await erase.waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await leave(visit);
  });

  it('works without scripts', async () => {
    const visit = await frame.visit('edi', 'Alpha', { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(`${frame.t.url}/library?tab=workspace`);
    await page.getByRole('searchbox', { name: 'Find by title' }).fill('gamma');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await page.getByRole('checkbox', { name: 'Select Gamma' }).check();
    const bulk = page.getByRole('group', { name: 'With the selected pages' });
    await bulk.getByText('Tags').click();
    await bulk.getByRole('textbox', { name: 'Tag' }).fill('Greek');
    await bulk.getByRole('button', { name: 'Add tag' }).click();
    await page.getByText('One page done.').waitFor();
    await page.locator('.library-tags').getByText('Greek').waitFor();
    await leave(visit);
  });
});
