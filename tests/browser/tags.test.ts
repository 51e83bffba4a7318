// Tags: coloured as they are made on a page, changed where they stand, merged in their list, and leading to what carries them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../testing/until.ts';
import { axeFaultsInBoth } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { excess, keptFrame, leave } from './frame.ts';

const browser = await openBrowser();
const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

describe('tags', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  const put = (title: string, name: string) =>
    frame.t.call('edi', 'POST', `/api/local-workspace/items/${frame.ids[title]}/tags`, { name });
  const ownTag = async (name: string): Promise<{ id: number; color: string } | undefined> => {
    const { tags } = (await frame.t.call('edi', 'GET', '/api/settings/tags/all')).body;
    return tags.find((one: { name: string }) => one.name === name);
  };

  it('are renamed, coloured and taken off where they stand', async () => {
    await put('Alpha', 'Mast');
    await put('Alpha', 'Sail');
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    const row = page.locator('.page-tags');
    await row.getByRole('link', { name: 'Mast' }).click();
    const panel = page.getByRole('dialog', { name: 'Mast' });
    await panel.getByRole('radio', { name: 'Pink' }).check({ force: true });
    const mast = row.locator('.tag', { hasText: 'Mast' });
    await mast.and(page.locator('[data-tone="pink"]')).waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await panel.getByRole('textbox', { name: 'Name' }).fill('sail');
    await panel.getByRole('textbox', { name: 'Name' }).press('Enter');
    await panel.getByText('You have a tag of this name already.').waitFor();
    await panel.getByRole('textbox', { name: 'Name' }).fill('Foremast');
    await panel.getByRole('textbox', { name: 'Name' }).press('Enter');
    await panel.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Remove the tag Foremast' }).waitFor();
    assert.equal((await ownTag('Foremast'))?.color, 'pink');
    // By keys: the way there is the same, and what is taken off gives the focus to what is beside it.
    await row.getByRole('link', { name: 'Foremast' }).press('Enter');
    const { id } = (await ownTag('Foremast')) ?? {};
    const open = page.getByRole('dialog').getByRole('link', { name: 'Show its pages' });
    assert.equal(await open.getAttribute('href'), `/tags/${id}`);
    await page.getByRole('button', { name: 'Remove from this page' }).press('Enter');
    await row.getByRole('link', { name: 'Foremast' }).waitFor({ state: 'detached' });
    await until(() =>
      row.getByRole('button', { name: 'Remove the tag Sail' }).evaluate((one) => one.matches(':focus')),
    );
    await leave(visit, /status of 409/);
  });

  it('are put on one after another without a word too many, by a field that stays where it is', async () => {
    await frame.t.call('edi', 'POST', '/api/settings/tags', { name: 'Known' });
    const visit = await frame.visit('edi', 'Gamma');
    const { page } = visit;
    const add = page.getByRole('button', { name: 'Add tag' });
    await add.click();
    const panel = page.getByRole('dialog', { name: 'Find or create a tag' });
    await panel.getByText('Only you see your tags.').waitFor();
    const field = panel.getByRole('combobox', { name: 'Tag' });
    const before = await panel.boundingBox();
    for (const name of ['One', 'Two', 'Known']) {
      await field.fill(name);
      await field.press('Enter');
      await page.locator('.page-tags .tag', { hasText: name }).waitFor();
    }
    await panel.getByRole('status').filter({ hasText: 'Known added.' }).waitFor({ state: 'attached' });
    const { x, y } = (await panel.boundingBox()) ?? {};
    assert.deepEqual([x, y], [before?.x, before?.y]);
    assert.equal(await page.locator('.toast').count(), 0);
    const tones = await page.locator('.page-tags .tag').evaluateAll((all) => all.map((one) => one.dataset.tone));
    assert.equal(new Set(tones).size, 3, tones.join());
    assert.deepEqual(await axeFaultsInBoth(page), []);
    // Where the row has no more room, the field goes below what is new.
    for (const name of ['A name of many words', 'Another name of many words', 'And one more of them']) {
      await field.fill(name);
      await field.press('Enter');
      await page.locator('.page-tags .tag', { hasText: name }).waitFor();
    }
    const row = await page.locator('.page-tags').boundingBox();
    await until(
      async () => ((await panel.boundingBox())?.y ?? 0) >= (row?.y ?? 0) + (row?.height ?? 0),
      'below the row',
    );
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await until(async () => (await add.getAttribute('aria-expanded')) === 'false', 'that it is closed');
    await leave(visit);
  });

  it('are renamed, left as they were and merged by keys, and found among many', async () => {
    const visit = await frame.visit('com', 'Alpha', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    const make = (name: string) => frame.t.call('com', 'POST', '/api/settings/tags', { name });
    for (const name of ['Draft', 'Drafts', ...'abcdefgh']) assert.equal((await make(name)).status, 200);
    const put = (name: string, title: string) =>
      frame.t.call('com', 'POST', `/api/local-workspace/items/${frame.ids[title]}/tags`, { name });
    for (const [name, title] of [
      ['Draft', 'Beta'],
      ['Drafts', 'Beta'],
      ['Drafts', 'Gamma'],
    ] as const)
      assert.equal((await put(name, title)).status, 200);
    await page.goto(`${frame.t.url}/tags`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    const tab = await page.locator('.tabs [aria-current]').boundingBox();
    assert.ok(tab && tab.x + tab.width <= 390, JSON.stringify(tab));
    await page.getByRole('searchbox', { name: 'Find a tag' }).fill('draf');
    await until(async () => (await page.locator('.tag-rows > li:visible').count()) === 2, 'two are found');
    await page.getByRole('searchbox', { name: 'Find a tag' }).fill('zzz');
    await page.getByText('No tag has such a name.').waitFor();
    await page.getByRole('searchbox', { name: 'Find a tag' }).fill('');
    const row = page.locator('.tag-rows > li', { hasText: 'Drafts' });
    const edit = row.locator('summary');
    const name = row.getByRole('textbox', { name: 'Name' });
    await edit.press('Enter');
    await name.fill('Given up');
    await name.press('Escape');
    await name.waitFor({ state: 'hidden' });
    assert.equal(await edit.evaluate((one) => one === document.activeElement), true);
    await edit.press('Enter');
    assert.equal(await name.inputValue(), 'Drafts');
    // Where one has scrolled, something lies half below the bar at the top, and is a small target.
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await name.fill('draft');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Merge “Drafts” into “Draft”' }).click();
    await row.waitFor({ state: 'detached' });
    const left = page.locator('.tag-rows > li', { hasText: 'Draft' });
    const goesOn = () => left.locator('.tag > a').evaluate((one) => one === document.activeElement);
    await until(goesOn, 'the tag that is left has the focus');
    const said = page.getByRole('status').filter({ hasText: '“Drafts” became “Draft”: 2 pages' });
    await said.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('link', { name: 'Drafts: 2 pages' }).waitFor();
    await edit.press('Enter');
    await name.fill('draft');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Merge “Drafts” into “Draft”' }).click();
    await row.waitFor({ state: 'detached' });
    await left.getByRole('link', { name: 'Draft: 2 pages' }).click();
    await page.getByRole('link', { name: 'Gamma' }).last().waitFor();
    await leave(visit, /status of 409/);
  });

  it('list what carries them as all lists of the library, to which they lead', async () => {
    const { t, ids } = frame;
    for (const [title, tag] of [
      ['Deep', 'Tide'],
      ['Gamma', 'Tide'],
      ['Gamma', 'Ebb'],
    ] as const)
      await t.call('edi', 'POST', '/api/library/bulk', { action: 'tag', page_ids: [ids[title]], tag });
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/library?tab=workspace`);
    await page.locator('.library-tags').getByRole('link', { name: 'Tide' }).click();
    await page.waitForURL('**/tags/*');
    const library = page.locator('.library[aria-busy="false"]');
    const titles = () => library.locator('.library-title').allInnerTexts();
    await library.getByText('2 pages').waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    const { pathname } = new URL(page.url());
    await library.getByRole('link', { name: 'Title', exact: true }).click();
    await until(async () => (await titles()).join() === 'Deep,Gamma', 'by title');
    await library.getByRole('link', { name: 'Title', exact: true }).click();
    await until(async () => (await titles()).join() === 'Gamma,Deep', 'turned round');
    await library.getByRole('combobox', { name: 'Also tagged' }).selectOption('Ebb');
    await library.getByText('1 page', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, pathname);
    await page.goBack();
    await until(async () => (await titles()).join() === 'Gamma,Deep', 'as before');
    await page.locator('.tag-head summary').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Tides');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByRole('heading', { name: 'Tides' }).waitFor();
    assert.equal(new URL(page.url()).pathname, pathname);
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await leave(visit);
  });

  it('are changed by fingers, in a panel as wide as there is room', async () => {
    await put('Beta', 'Keel');
    const visit = await frame.visit('edi', 'Beta', phone);
    const { page } = visit;
    await page.locator('.page-tags').getByRole('link', { name: 'Keel' }).tap();
    const panel = page.getByRole('dialog', { name: 'Keel' });
    await panel.locator('label[title="Red"]').tap();
    await page.locator('.page-tags .tag[data-tone="red"]').waitFor();
    assert.equal(await excess(page), 0);
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await panel.getByRole('link', { name: 'Show its pages' }).tap();
    await page.waitForURL(`**/tags/${(await ownTag('Keel'))?.id}`);
    await leave(visit);
  });
});
