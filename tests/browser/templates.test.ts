// Templates in a browser: pages made of them with and without scripts, kept from a page, and chosen for pages inside.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaults } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { type Frame, furnishFrame, leave } from './frame.ts';

const browser = await openBrowser();

describe('page templates', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  const menu = async (page: Page, name: string) => {
    await page.locator('.page-menu > summary').click();
    await page.locator('.page-menu').getByRole('link', { name }).click();
  };
  /** With scripts the gallery is a dialog, without them a page. */
  const gallery = async (page: Page, isDialog: boolean) => {
    await page.getByRole('link', { name: 'Start from a template' }).click();
    return isDialog ? page.frameLocator('.dialog iframe') : page;
  };
  const markdown = async (page: Page): Promise<string> =>
    (await frame.t.call('ann', 'GET', `/api/v2${new URL(page.url()).pathname}/markdown`)).text;

  for (const javaScriptEnabled of [true, false])
    it(`a page starts from a built-in one and asks first, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const visit = await frame.visit('edi', 'Alpha', { javaScriptEnabled });
      const { page } = visit;
      await page.goto(`${frame.t.url}/pages/new?parent_id=${frame.ids.Alpha}`);
      const shown = await gallery(page, javaScriptEnabled);
      await shown.getByText('goes inside “Alpha”').waitFor();
      await shown.getByRole('link', { name: 'Decision record' }).click();
      await shown.getByRole('heading', { name: 'Consequences' }).waitFor();
      if (javaScriptEnabled) assert.deepEqual(await axeFaults(page), []);
      await shown.getByLabel('Title of the page').fill('Which paint');
      await shown.getByLabel('What has to be decided?').fill('Red or blue?');
      await shown.getByRole('button', { name: 'Create the page' }).click();
      await page.getByRole('heading', { level: 1, name: 'Which paint' }).waitFor();
      assert.match(await markdown(page), /Edi Example[\s\S]*Red or blue\?/);
      await leave(visit);
    });

  it('an empty page is filled, one with a text is not', async () => {
    const { body } = await frame.t.call('ann', 'POST', '/api/pages', { title: 'Bare', workspace_id: frame.t.ws1 });
    frame.ids.Bare = body.id;
    const visit = await frame.visit('ann', 'Bare');
    const { page } = visit;
    const shown = await gallery(page, true);
    await shown.getByRole('link', { name: 'Weekly plan' }).focus();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await gallery(page, true);
    await shown.getByRole('link', { name: 'Weekly plan' }).click();
    await shown.getByRole('button', { name: 'Fill the page' }).click();
    await page.getByRole('heading', { name: 'Waiting for others' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Bare' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Start from a template' }).count(), 0);
    await page.goto(`${frame.t.url}/templates/0?key=weekly-plan&into_id=${body.id}`);
    await page.getByRole('button', { name: 'Fill the page' }).click();
    await page.getByRole('alert').filter({ hasText: 'has a text by now' }).waitFor();
    await leave(visit, /status of 409/);
  });

  it('a page is kept as a template, changed, used inside another and deleted', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await menu(page, 'Save as template');
    await page.getByLabel('Name', { exact: true }).fill('Gamma form');
    await page.getByRole('button', { name: 'Change the icon' }).click();
    const search = page.getByRole('searchbox', { name: 'Search emoji' });
    await search.fill('seedling');
    await page.getByRole('button', { name: 'seedling', exact: true }).waitFor();
    await search.press('Enter');
    await page.locator('.sign-button', { hasText: '🌱' }).waitFor();
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByRole('article').getByText('Text of Gamma.').waitFor();
    await page.getByLabel('Description').fill('For all of us');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('For all of us').first().waitFor();
    const kept = page.url();
    await page.goto(`${frame.t.url}/pages/${frame.ids.Beta}`);
    await menu(page, 'Template for pages inside');
    await page.getByRole('button', { name: /^Choose .*Gamma form/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Beta' }).waitFor();
    await page.goto(`${frame.t.url}/pages/new?parent_id=${frame.ids.Beta}`);
    await page.getByText('starts from the template Gamma form').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Below');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Below' }).waitFor();
    assert.equal((await markdown(page)).trim(), 'Text of Gamma.');
    await page.goto(kept);
    await page.getByRole('button', { name: 'Delete the template' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the template' }).click();
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Gamma form' }).count(), 0);
    await leave(visit);
  });
});

after(() => browser?.close());
