// The history of a page in a browser: its blocks with what changed, the rail, and the way back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave, look } from '../frame.ts';
import { EARLIER, LATER } from './compared-page.ts';

const browser = await openBrowser();

describe('history', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
    const put = (who: 'ann' | 'edi', blocks: object[]) =>
      frame.t.call(who, 'PUT', `/api/pages/${frame.ids.Beta}/content`, { blocks });
    assert.equal((await put('ann', EARLIER)).status, 200);
    assert.equal((await put('edi', EARLIER.slice(0, -1))).status, 200);
    assert.equal((await put('edi', LATER)).status, 200);
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });
  const open = async (who: 'vic' | 'edi', options = {}) => {
    const visit = await frame.visit(who, 'Beta', options);
    await visit.page.goto(`${frame.t.url}/pages/${frame.ids.Beta}/history`);
    return visit;
  };

  it('shows what changed in the blocks themselves, and opens what is folded, without scripts', async () => {
    const visit = await open('vic', { javaScriptEnabled: false });
    const { page } = visit;
    const shown = page.locator('.compared');
    assert.equal(await shown.locator('#intro ins').first().textContent(), 'blue');
    assert.equal(await shown.locator('#table ins').first().textContent(), '950');
    assert.ok(await shown.locator('#togp').isVisible());
    assert.ok(await shown.locator('#steady4').isHidden());
    await shown.locator('.history-fold > summary').first().click();
    assert.ok(await shown.locator('#steady4').isVisible());
    await leave(visit);
  });

  it('is without faults, wide and on a phone, in both colours', async () => {
    const visit = await open('edi');
    await look(visit.page);
    await visit.page.goto(`${visit.page.url()}?view=side`);
    await look(visit.page);
    await leave(visit);
  });

  it('has the face beside who and when, and the way back beside the title on a phone', async () => {
    const visit = await open('edi', { viewport: { width: 390, height: 780 } });
    await visit.page.locator('.history-open').click();
    const box = async (selector: string) => {
      const found = await visit.page.locator(selector).first().boundingBox();
      assert.ok(found, selector);
      return found;
    };
    const [face, words] = [await box('.history-faces'), await box('.history-words')];
    assert.ok(face.x + face.width <= words.x && face.y < words.y + words.height, JSON.stringify([face, words]));
    const [title, back] = [await box('.history-head h1'), await box('.history-back')];
    assert.ok(title.x + title.width <= back.x && back.y < title.y + title.height, JSON.stringify([title, back]));
    await leave(visit);
  });

  it('goes from change to change by a key or a press', async () => {
    const visit = await open('vic');
    const { page } = visit;
    await page.getByText(/^\d+ changes$/).waitFor();
    const reached = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.change')].findIndex((one) => 'reached' in (one as HTMLElement).dataset),
      );
    await page.keyboard.press('n');
    assert.equal(await reached(), 0);
    // The keyboard goes on from there, and whoever listens hears what it is.
    await page.locator('.change[data-reached]:focus').waitFor();
    const status = page.locator('[data-history-status]');
    assert.match((await status.textContent())!, /^1 of \d+: Changed: Aims of the year/);
    await page.getByRole('button', { name: 'Next change' }).click();
    assert.equal(await reached(), 1);
    await page.locator('.history-jumps', { hasText: /^2 of \d+$/ }).waitFor();
    assert.ok(
      await page.getByRole('button', { name: 'Next change' }).evaluate((one) => one === document.activeElement),
    );
    await page.keyboard.press('p');
    assert.equal(await reached(), 0);
    await leave(visit);
  });

  it('opens a session to its versions, and goes back from the head of the page on a phone', async () => {
    const visit = await open('edi', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    const before = await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids.Beta}/markdown`);
    assert.match(before.text, /blue boat/);
    await page.locator('.history-open').click();
    const session = page.locator('.history-session').first();
    await session.locator('summary').click();
    assert.equal(await session.locator('a').count(), 2);
    await session.locator('a').nth(1).click();
    await page.waitForURL(/version=/);
    await page.locator('.history-session[open] a[aria-current]').waitFor({ state: 'attached' });
    const restore = page.locator('.history-head summary', { hasText: 'Restore' });
    assert.ok((await restore.boundingBox())!.y < 300);
    await restore.click();
    await page.getByRole('button', { name: /^Restore the version of/ }).click();
    await page.getByText('Restored an earlier version').waitFor();
    await page.locator('.article', { hasText: 'red boat' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undid the restoration').waitFor();
    await page.locator('.article', { hasText: 'blue boat' }).waitFor();
    await leave(visit);
  });

  it('opens the list over the text on a phone, with room for fingers, and closes it on choosing', async () => {
    const visit = await open('edi', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    const [opener, list] = [page.locator('.history-open'), page.locator('.history-list')];
    assert.ok(await list.isHidden());
    await opener.press('Enter');
    await page.locator('.history-list [aria-current]:focus').waitFor();
    const heights = await list
      .locator('a.history-entry:visible, summary')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    assert.ok(heights.length > 2 && heights.every((height) => height >= 44), heights.join());
    await page.keyboard.press('Escape');
    assert.ok(await list.isHidden());
    assert.ok(await opener.evaluate((one) => one === document.activeElement));
    await opener.click();
    await list.locator('a.history-entry:visible').last().click();
    await list.waitFor({ state: 'hidden' });
    await page.waitForURL(/version=/);
    await page.locator('.history-version:not([aria-busy])').waitFor();
    // What is done with a version stays in sight, however far one reads.
    await page.getByRole('button', { name: 'Next change' }).click();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    for (const one of [
      opener,
      page.locator('.history-head summary'),
      page.getByRole('button', { name: 'Next change' }),
    ]) {
      const box = await one.boundingBox();
      assert.ok(box && box.y > 0 && box.y < 200 && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    }
    await leave(visit);
    // Without scripts too.
    const plain = await open('vic', { viewport: { width: 390, height: 780 }, javaScriptEnabled: false });
    await plain.page.locator('.history-open').click();
    await plain.page.locator('a.history-entry:visible').last().click();
    await plain.page.waitForURL(/version=/);
    assert.ok(await plain.page.locator('.history-list').isHidden());
    await leave(plain);
  });

  it('shows another version in place: the text stays where it is, Back leads back, and it is told', async () => {
    const visit = await open('vic', { viewport: { width: 1280, height: 500 } });
    const { page } = visit;
    const chosen = () => page.locator('.history-list [aria-current] .history-time').textContent();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('link', { name: 'Snapshot' }).click();
    await page.waitForURL(/view=text/);
    await page.locator('.tabs [aria-current]:focus', { hasText: 'Snapshot' }).waitFor();
    await page.evaluate(() => scrollTo(0, 400));
    const last = page.locator('.history-list a.history-entry:visible').last();
    await last.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/version=\d+.*view=text/);
    await page.locator('.history-version:not([aria-busy])').waitFor();
    assert.equal(await page.evaluate(() => scrollY), 400);
    assert.ok(await last.evaluate((one) => one === document.activeElement && one.ariaCurrent === 'true'));
    assert.match((await page.locator('[data-history-status]').textContent())!, /^Saved \d+ \w+ 2026/);
    await page.goBack();
    await page.getByRole('heading', { name: /^Last saved/ }).waitFor();
    await page.goBack();
    await page.locator('.compared').waitFor();
    assert.ok(await chosen());
    assert.ok(await page.evaluate(() => 'isSamePage' in window));
    await leave(visit);
  });

  it('compares with any other version, whose address shows the same, with scripts and without', async () => {
    const versions = (await frame.t.call('ann', 'GET', `/api/pages/${frame.ids.Beta}/versions`)).body.versions;
    const first = versions.at(-2).id;
    for (const javaScriptEnabled of [true, false]) {
      const visit = await open('vic', { javaScriptEnabled });
      const { page } = visit;
      await page.locator('.history-compare summary').click();
      await page.getByLabel('Compare with', { exact: true }).selectOption(String(first));
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.waitForURL(new RegExp(`version=${versions[0].id}.*against=${first}`));
      await page.getByText(/^Changes from .* to /).waitFor();
      assert.equal(await page.locator('.compared #intro ins').first().textContent(), 'blue');
      const address = page.url();
      await page.getByRole('link', { name: 'Side by side' }).click();
      await page.locator('.changes .side.before').first().waitFor();
      assert.match(page.url(), new RegExp(`against=${first}`));
      await page.goto(address);
      await page.getByText(/^Changes from .* to /).waitFor();
      await leave(visit);
    }
  });

  it('draws diagrams in every view, those of both sides too', async () => {
    const put = (source: string) =>
      frame.t.call('ann', 'PUT', `/api/pages/${frame.ids.Gamma}/content`, {
        blocks: [{ id: 'drawn', type: 'mermaid', data: { source } }],
      });
    await put('graph LR\n  A --> B');
    await put('graph LR\n  A --> C');
    const visit = await frame.visit('vic', 'Gamma');
    const { page } = visit;
    const drawn = page.locator('.article figure.mermaid[data-drawn] img.diagram');
    const history = `${frame.t.url}/pages/${frame.ids.Gamma}/history`;
    const [latest] = (await frame.t.call('ann', 'GET', `/api/pages/${frame.ids.Gamma}/versions`)).body.versions;
    await page.goto(`${history}?version=${latest.id}`);
    await drawn.nth(1).waitFor();
    await page.getByRole('link', { name: 'Side by side' }).click();
    await page.locator('.side.before img.diagram').waitFor();
    await page.locator('.side.after img.diagram').waitFor();
    await page.getByRole('link', { name: 'Snapshot' }).click();
    await page.locator('.history-version > .article:not(.compared) img.diagram').waitFor();
    await leave(visit);
  });

  it('adds older versions to a long list, finds the named ones, and keeps its place', async () => {
    const id = frame.ids.Delta;
    const { writer } = frame.t.app.database;
    const { id: _, ...row } = await writer('page_versions').where({ page_id: id }).first();
    const now = Date.parse(frame.t.app.now());
    for (let at = 0; at < 120; at++) {
      const created_at = new Date(now - (120 - at) * 5 * 3_600_000).toISOString();
      await writer('page_versions').insert({ ...row, created_at, note: at % 50 ? '' : `Name ${at}` });
    }
    const visit = await frame.visit('vic', 'Delta');
    const { page } = visit;
    await page.goto(`${frame.t.url}/pages/${id}/history`);
    const [list, entries] = [page.locator('.history-list'), page.locator('.history-list a.history-entry')];
    const heads = () => list.locator('h2').allTextContents();
    const had = await entries.count();
    const older = page.getByRole('link', { name: 'Older' });
    await older.click();
    await entries.nth(had).waitFor({ state: 'attached' });
    const days = await heads();
    assert.equal(new Set(days).size, days.length);
    const scrolled = await list.evaluate((one) => one.scrollTop);
    assert.ok(scrolled > 0);
    assert.equal(await list.locator('[aria-current]').count(), 1);
    await older.click();
    await older.waitFor({ state: 'detached' });
    assert.ok((await list.evaluate((one) => one.scrollTop)) >= scrolled);
    await page.getByLabel('Show', { exact: true }).first().selectOption('named');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/only=named/);
    await list.getByText('Name 100').waitFor();
    assert.deepEqual(await list.locator('.history-note').allTextContents(), ['Name 100', 'Name 50', 'Name 0']);
    await page.goBack();
    await entries.nth(4).waitFor({ state: 'attached' });
    await look(page);
    await leave(visit);
  });
});
