// Whoever clicks and types at once loses no letter, also where the script of what was clicked is not there yet.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();
const SCRIPTS = /\/static\/.*\.js/;

describe('what is typed right after a click', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  const written = async (title: string) => {
    const visit = await frame.visit('ann', title);
    await visit.page.locator('.article[data-ready]').waitFor();
    return visit;
  };
  /** Scripts are held back until it is typed. */
  async function typeEarly(page: Page, target: Locator, text: string): Promise<void> {
    const held: Route[] = [];
    await page.route(SCRIPTS, (route) => void held.push(route));
    await target.click();
    await until(async () => held.length > 0);
    await page.keyboard.type(text);
    // They go on by that.
    await page.unroute(SCRIPTS);
  }

  it('is the name of a tag', async () => {
    const visit = await written('Alpha');
    const { page } = visit;
    await typeEarly(page, page.getByRole('button', { name: 'Add tag' }), 'wo');
    await page.locator('input:focus[role="combobox"]').waitFor();
    await page.keyboard.type('rk\n');
    await page.locator('.page-tags .tag', { hasText: /^work$/ }).waitFor();
    await leave(visit);
  });

  it('finds an icon', async () => {
    const visit = await written('Beta');
    const { page } = visit;
    await typeEarly(page, page.getByRole('button', { name: 'Add icon' }), 'volcano\n');
    await page.getByRole('button', { name: 'Change the icon' }).filter({ hasText: '🌋' }).waitFor();
    await leave(visit);
  });

  it('finds the place a page moves to', async () => {
    const visit = await written('Gamma');
    const { page } = visit;
    await page.locator('.page-menu > summary').click();
    await typeEarly(page, page.locator('.page-menu a[href$="/move"]'), 'Alpha two\n');
    await page.getByText('Moved “Gamma” to “Alpha two”').waitFor();
    await leave(visit);
  });

  it('is an address to invite', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/members`);
    await page.locator('choice-field .combobox').waitFor({ state: 'attached' });
    await page.locator('summary', { hasText: 'Invite people' }).click();
    await page.keyboard.type('mia@example.net,');
    await page.locator('.person-chip', { hasText: 'mia@example.net' }).waitFor();
    await leave(visit);
  });

  it('is a comment on the page', async () => {
    const visit = await written('Delta');
    const { page } = visit;
    await page.locator('[data-comments][data-ready]').waitFor({ state: 'attached' });
    await typeEarly(page, page.locator('[data-comments-open]').first(), 'So be');
    await page.locator('.comments-panel textarea:focus').waitFor();
    await page.keyboard.type(' it');
    assert.equal(await page.locator('.thread-new textarea').inputValue(), 'So be it');
    await leave(visit);
  });
});
