// The frame of every page in a browser: sidebar, menus, palette, colours, languages, phones, no scripts, right to left.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { excess, keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();

const active = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? '');

/** Runs in the page: the words of fields that are narrower than their placeholder, or than their longest choice. */
function wordsCut(fields: Element[]): string[] {
  return (fields as (HTMLInputElement | HTMLSelectElement)[]).flatMap((field) => {
    const style = getComputedStyle(field);
    const said = field instanceof HTMLSelectElement ? [...field.options].map(({ text }) => text) : [field.placeholder];
    // Where a choice may take several lines, each word has to fit into one.
    const words = style.whiteSpace === 'normal' ? said.flatMap((one) => one.split(' ')) : said;
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    pen.font = style.font;
    const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return words.filter((one) => pen.measureText(one).width > room).map((one) => `${one} ${room}`);
  });
}

describe('the frame of every page', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  it('hides the sidebar and brings it back, and remembers it', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    await page.getByRole('button', { name: 'Hide the sidebar' }).click();
    await sidebar.waitFor({ state: 'hidden' });
    assert.equal(await active(page), 'Show the sidebar');
    await page.reload();
    assert.equal(await page.locator('html').getAttribute('data-sidebar'), 'closed');
    assert.equal(await sidebar.isVisible(), false);
    await page.keyboard.press('Control+\\');
    await sidebar.waitFor();
    await page.reload();
    assert.equal(await sidebar.isVisible(), true);
    await leave(visit);
  });

  it('makes the sidebar wider and narrower by keys and by the pointer, and remembers it', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const separator = page.getByRole('separator', { name: 'Width of the sidebar' });
    const width = async () => Math.round((await page.locator('.sidebar').boundingBox())?.width ?? 0);
    await separator.press('ArrowRight');
    assert.equal(await width(), 280);
    await separator.press('Home');
    assert.equal(await width(), 200);
    await separator.press('ArrowLeft');
    assert.equal(await separator.getAttribute('aria-valuenow'), '200');
    await page.mouse.move(199, 400);
    await page.mouse.down();
    await page.mouse.move(352, 420, { steps: 4 });
    await page.mouse.up();
    assert.equal(await width(), 360);
    await page.reload();
    assert.equal(await width(), 360);
    assert.equal(await separator.getAttribute('aria-valuenow'), '360');
    await leave(visit);
  });

  it('changes colours at once and language with one click, and remembers both', async () => {
    const visit = await frame.visit('ann', 'Alpha', { colorScheme: 'light' });
    const { page } = visit;
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const bright = await paper();
    await page.locator('.person-menu > summary').click();
    const told = page.waitForResponse((answer) => answer.url().endsWith('/settings/appearance'));
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await told;
    assert.notEqual(await paper(), bright);
    await page.reload();
    assert.notEqual(await paper(), bright);
    await page.locator('.person-menu > summary').click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('link', { name: 'Papierkorb' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.match(page.url(), /\/pages\/\d+$/);
    await leave(visit);
  });

  it('finds pages and commands in the palette by keyboard alone', async () => {
    const visit = await frame.visit('ann', 'Beta');
    const { page } = visit;
    // What was opened is noted a moment after it is sent.
    const isNoted = async () => (await frame.t.call('ann', 'GET', '/api/v2/recents')).text.includes('Beta');
    await until(isNoted, 'Beta among the pages seen lately');
    await page.goto(`${frame.t.url}/pages/${frame.ids.Alpha}`);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await page.getByRole('option', { name: 'Beta' }).waitFor();
    await field.fill('alpha tw');
    const found = page.getByRole('option', { name: /^Alpha two/ });
    await found.waitFor();
    assert.equal(await field.getAttribute('aria-activedescendant'), await found.getAttribute('id'));
    assert.match((await page.locator('.palette [role="status"]').textContent()) ?? '', /^1 result$/);
    await field.press('ArrowDown');
    assert.equal(await found.getAttribute('aria-selected'), 'false');
    await field.press('ArrowUp');
    await field.press('Enter');
    await page.waitForURL(`**/pages/${frame.ids['Alpha two']}`);
    await page.keyboard.press('Control+k');
    assert.equal(await field.inputValue(), 'alpha tw');
    await field.fill('trash');
    await page.getByRole('option', { name: 'Trash', exact: true }).waitFor();
    const tab = visit.context.waitForEvent('page');
    await field.press('Control+Enter');
    await (await tab).waitForURL('**/trash');
    await page.bringToFront();
    await page.keyboard.press('Control+k');
    await field.fill('zzz');
    await page.getByRole('option', { name: /everywhere/ }).waitFor();
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    await leave(visit);
  });

  it('makes a page of what is typed in the palette, and does what the menu of the page offers', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await page.keyboard.press('Control+k');
    await field.fill('>hist');
    await page.getByRole('option', { name: /History/ }).waitFor();
    assert.equal(await page.getByRole('option', { name: /everywhere|Create page/ }).count(), 0);
    await field.press('Enter');
    await page.waitForURL('**/history');
    await page.keyboard.press('Control+k');
    await field.fill('Quince <b>jelly</b>');
    await page.getByRole('option', { name: 'Create page “Quince <b>jelly</b>”' }).click();
    await page.waitForURL(/\/pages\/\d+$/);
    await page
      .getByRole('heading', { name: 'Quince <b>jelly</b>' })
      .or(page.getByText('Quince <b>jelly</b>'))
      .first()
      .waitFor();
    await frame.t.call('ann', 'DELETE', `/api/v2/pages/${page.url().split('/').at(-1)}`);
    await leave(visit);
    const reader = await frame.visit('vic', 'Alpha');
    await reader.page.keyboard.press('Control+k');
    await reader.page.getByRole('combobox', { name: 'Search and commands' }).fill('quince marmalade');
    await reader.page.getByRole('option', { name: /everywhere/ }).waitFor();
    assert.equal(await reader.page.getByRole('option', { name: /Create page/ }).count(), 0);
    await leave(reader);
  });

  it('goes on with Tab in the palette, finds tags and people behind signs, and marks what it found', async () => {
    await frame.t.call('ann', 'POST', '/api/settings/tags', { name: 'Orchard' });
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await page.keyboard.press('Control+k');
    await field.fill('beta');
    await page.getByRole('option', { name: /^Beta/ }).waitFor();
    assert.equal(await page.locator('.palette-option mark').first().textContent(), 'Beta');
    assert.equal(
      await page
        .getByRole('option', { name: /everywhere/ })
        .locator('mark')
        .count(),
      0,
    );
    await field.press('Tab');
    await page.getByRole('option', { name: 'Open in side peek' }).waitFor();
    assert.equal(await page.locator('.palette-step').textContent(), 'Beta');
    assert.equal(await field.getAttribute('placeholder'), '');
    await field.press('Escape');
    await page.getByRole('option', { name: /^Beta/ }).waitFor();
    assert.equal(await field.inputValue(), 'beta');
    await field.press('Tab');
    await page.getByRole('option', { name: 'Open in side peek' }).waitFor();
    await field.pressSequentially('side');
    await page.getByRole('option', { name: 'History' }).waitFor({ state: 'detached' });
    await field.press('Enter');
    await page.frameLocator('iframe').getByRole('heading', { name: 'Beta' }).first().waitFor();
    await page.goto(`${frame.t.url}/pages/${frame.ids.Alpha}`);
    await page.keyboard.press('Control+k');
    await field.fill('@ann');
    await page.getByRole('option', { name: /@ann/ }).waitFor();
    await field.press('Enter');
    await page.getByRole('option', { name: /^Alpha two/ }).waitFor();
    await field.press('Backspace');
    await page.getByRole('option', { name: /@ann/ }).waitFor();
    await field.fill('#orch');
    await page.getByRole('option', { name: /Orchard/ }).waitFor();
    await field.press('Enter');
    await page.waitForURL('**/tags/*');
    await leave(visit);
  });

  it('lists its shortcuts on ?, but not while somebody types', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('');
    await page.keyboard.type('?');
    assert.equal(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count(), 0);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement === document.body);
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Search and commands').waitFor();
    await list.getByText('Ctrl+K').waitFor();
    await leave(visit);
  });

  it('closes a menu on Escape and on a click elsewhere', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const summary = page.locator('.switcher > summary');
    const link = page.getByRole('link', { name: 'All workspaces' });
    await summary.click();
    await link.waitFor();
    await summary.press('ArrowDown');
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    assert.equal(await active(page), 'SUMMARY');
    await summary.click();
    await page.getByRole('heading', { level: 1 }).click();
    await link.waitFor({ state: 'hidden' });
    await leave(visit);
  });

  it('is a drawer on a phone, in which the focus stays', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    const opener = page.getByRole('link', { name: 'Menu', exact: true });
    await opener.click();
    await page.getByRole('link', { name: 'Trash' }).waitFor();
    assert.equal(await active(page), 'Close');
    assert.equal(await page.locator('.stage').evaluate((stage) => (stage as HTMLElement).inert), true);
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('Tab');
    assert.ok(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('.sidebar') !== null,
      ),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Trash' }).waitFor({ state: 'hidden' });
    assert.equal(await active(page), 'Menu');
    await opener.click();
    await page.mouse.click(375, 400);
    await page.getByRole('link', { name: 'Trash' }).waitFor({ state: 'hidden' });
    await leave(visit);
  });

  it('renames a page in the drawer of a phone, whose menu floats above it', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 390, height: 780 }, hasTouch: true });
    const { page } = visit;
    await page.getByRole('link', { name: 'Menu', exact: true }).tap();
    await page.locator('[data-tree="menu"]').tap();
    await page.getByRole('menuitem', { name: 'Rename' }).tap();
    const field = page.getByRole('textbox', { name: 'Name of the page' });
    await field.waitFor();
    assert.ok(await field.evaluate((one) => one === document.activeElement && one.closest('.sidebar.open') !== null));
    await page.keyboard.press('Escape');
    await leave(visit);
  });

  it('has nothing smaller than a fingertip on a phone, with its menus open', async () => {
    const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
    const visit = await frame.visit('ann', 'Alpha', phone);
    const { page } = visit;
    const small = () =>
      page.locator('.topbar, .sidebar, .page-head, .visitor-foot').evaluateAll((parts) =>
        parts
          .flatMap((part) => [...part.querySelectorAll('a, button:not(.tree-toggle), summary')])
          .filter(
            (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height < 39.5,
          )
          .map((one) => one.outerHTML.slice(0, 120)),
      );
    await page.locator('.article[data-ready="true"]').waitFor();
    await page.locator('.page-menu > summary').tap();
    await page.getByRole('link', { name: 'History' }).waitFor();
    assert.deepEqual(await small(), []);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Menu', exact: true }).tap();
    await page.locator('.person-menu > summary').tap();
    await page.getByRole('button', { name: 'Dark', exact: true }).waitFor();
    assert.deepEqual(await small(), []);
    assert.equal(await excess(page), 0);
    await leave(visit);
  });

  it('works without scripts: links, menus, drawer, colours', async () => {
    const visit = await frame.visit('ann', 'Alpha', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 780 },
    });
    const { page } = visit;
    assert.equal(await page.locator('.scripted:visible').count(), 0);
    await page.getByRole('link', { name: 'Menu', exact: true }).click();
    await page.locator('.person-menu > summary').click();
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await page.waitForLoadState();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await page.getByRole('link', { name: 'Menu', exact: true }).click();
    await page.locator('.sidebar .tree').getByRole('link', { name: 'Alpha two' }).click();
    await page.getByRole('heading', { level: 1, name: 'Alpha two' }).waitFor();
    await leave(visit);
  });

  it('lets visitors choose, and returns only to pages of its own', async () => {
    const visit = await frame.visit('anon', '');
    await visit.page.getByRole('button', { name: 'Deutsch' }).click();
    await visit.page.getByRole('link', { name: 'Anmelden' }).first().waitFor();
    await leave(visit);
    const back = async (referer: string) => {
      const headers = { referer, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
      return (await frame.t.inject('POST', '/settings/appearance', { body: 'theme=dark', headers })).headers.location;
    };
    const own = frame.t.url;
    const table = {
      [`${own}/help?x=1`]: '/help?x=1',
      'https://evil.example/a': '/',
      [`${own}//evil.example`]: '/',
      nonsense: '/',
    };
    for (const [referer, path] of Object.entries(table)) assert.equal(await back(referer), path, referer);
  });

  it('says when the connection is gone and when it is back', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const boxes = () => Promise.all(['h1', '.sidebar'].map((part) => visit.page.locator(part).first().boundingBox()));
    const before = await boxes();
    await visit.context.setOffline(true);
    const notice = visit.page.getByText('You are offline');
    await notice.waitFor();
    // Nothing moves: neither what is dragged just now, nor the foot of the sidebar out of the window.
    assert.deepEqual(await boxes(), before);
    assert.match(await notice.innerText(), /What you write is sent later/);
    // What does not wait to be sent says so, also where its own words are out of reach.
    await visit.page.locator('.tree [role="treeitem"]', { hasText: 'Beta' }).first().press('Alt+ArrowDown');
    await visit.page.locator('.toast', { hasText: 'This needs a connection' }).waitFor();
    assert.equal(await visit.page.getByText('try again').count(), 0);
    await visit.context.setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await leave(visit, /ERR_INTERNET_DISCONNECTED/);
  });

  it('says in the words of the reader what went wrong, inside the frame', async () => {
    const visit = await frame.visit('ann', 'Alpha', { locale: 'de-DE' });
    await visit.page.goto(`${frame.t.url}/nowhere`);
    await visit.page.getByRole('heading', { level: 1, name: 'Nicht gefunden' }).waitFor();
    await visit.page.getByRole('link', { name: 'Papierkorb' }).waitFor();
    await leave(visit, /status of 404/);
  });

  it('has room on a phone for what fields and choices say in German', async () => {
    const visit = await frame.visit('ann', 'Alpha', { locale: 'de-DE', viewport: { width: 390, height: 800 } });
    const { page } = visit;
    const cut: string[] = [];
    // An empty trash has nothing to search.
    const gone = await frame.t.call('ann', 'POST', '/api/v2/pages', { workspace_id: frame.t.ws1, title: 'Gone' });
    await frame.t.call('ann', 'DELETE', `/api/v2/pages/${gone.body.id}`);
    for (const path of ['/search', '/trash', `/pages/${frame.ids.Alpha}/sharing`]) {
      await page.goto(frame.t.url + path);
      const fields = page.locator('main').locator('input[placeholder]:visible, select:visible');
      assert.ok((await fields.count()) > 0, path);
      cut.push(...(await fields.evaluateAll(wordsCut)));
    }
    assert.deepEqual(cut, []);
    await leave(visit);
  });

  it('reads from right to left without spilling over', async () => {
    const visit = await frame.visit('ann', 'Alpha two');
    const { page } = visit;
    for (const width of [320, 760, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator('html').evaluate((root) => root.setAttribute('dir', 'rtl'));
      assert.ok((await excess(page)) <= 0, `at ${width} px`);
    }
    const box = await page.locator('.sidebar').boundingBox();
    assert.equal(Math.round((box?.x ?? 0) + (box?.width ?? 0)), 1280);
    await leave(visit);
  });

  const row = (page: Page, name: string) => page.getByRole('treeitem', { name });
  /** how each is opened, and what is there then */
  const layers: [string, (page: Page) => Promise<void>, (page: Page) => Locator][] = [
    ['the page', async () => undefined, (page) => page.locator('.article')],
    ['workspaces', (page) => page.locator('.switcher > summary').click(), (page) => page.locator('.switcher[open]')],
    [
      'the menu of the person',
      (page) => page.locator('.person-menu > summary').click(),
      (page) => page.locator('.person-menu[open]'),
    ],
    [
      'the menu of the page',
      (page) => page.locator('.page-menu > summary').click(),
      (page) => page.locator('.page-menu[open]'),
    ],
    ['the menu of a row', (page) => row(page, 'Beta').press('Shift+F10'), (page) => page.getByRole('menuitem').first()],
    ['a name being changed', (page) => row(page, 'Beta').press('F2'), (page) => page.locator('.tree input')],
    [
      'the palette',
      async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('a');
      },
      (page) => page.getByRole('option').nth(3),
    ],
    ['the shortcuts', (page) => page.keyboard.press('?'), (page) => page.getByRole('dialog')],
    ['a toast', (page) => row(page, 'Gamma').press('Alt+ArrowDown'), (page) => page.locator('.toast')],
  ];
  it('is accessible in the light and in the dark with each of its layers open', async () => {
    const faults: string[] = [];
    for (const [name, open, layer] of layers) {
      const visit = await frame.visit('ann', 'Alpha');
      await visit.page.locator('.tree[role="tree"]').waitFor();
      await open(visit.page);
      await layer(visit.page).waitFor();
      // A layer covers halves of the links behind it, which are then too small to be hit.
      const found = await axeFaultsInBoth(visit.page, { exclude: ['.sidebar-scroll'] });
      faults.push(...found.map((fault) => `${name}: ${fault}`));
      await leave(visit);
    }
    assert.deepEqual(faults, []);
  });
});
