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
    const box = async (selector: string) => {
      const found = await visit.page.locator(selector).first().boundingBox();
      assert.ok(found, selector);
      return found;
    };
    const [face, words] = [await box('.history-faces'), await box('.history-words')];
    assert.ok(face.x + face.width <= words.x && face.y < words.y + words.height, JSON.stringify([face, words]));
    const [title, back] = [await box('.history-head h1'), await box('.history-head .button')];
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
    await page.getByRole('button', { name: 'Next change' }).click();
    assert.equal(await reached(), 1);
    await page.keyboard.press('p');
    assert.equal(await reached(), 0);
    await leave(visit);
  });

  it('opens a session to its versions, and goes back from the head of the page on a phone', async () => {
    const visit = await open('edi', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    const before = await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids.Beta}/markdown`);
    assert.match(before.text, /blue boat/);
    const session = page.locator('.history-session').first();
    await session.locator('summary').click();
    assert.equal(await session.locator('a').count(), 2);
    await session.locator('a').nth(1).click();
    await page.waitForURL(/version=/);
    assert.equal(await page.locator('.history-session[open] a[aria-current]').count(), 1);
    const restore = page.locator('.history-head summary', { hasText: 'Restore' });
    assert.ok((await restore.boundingBox())!.y < 300);
    await restore.click();
    await page.getByRole('button', { name: /^Restore the version of/ }).click();
    await page.getByText(/^Restored the version of/).waitFor();
    await page.locator('.article', { hasText: 'red boat' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.article', { hasText: 'blue boat' }).waitFor();
    await leave(visit);
  });
});
