// The tabs of the console: a column beside what they show when there is room, a menu with the name of the tab on a phone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axeFaultsInBoth } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { keptFrame, leave } from './frame.ts';

const browser = await openBrowser();

describe('the tabs of the console', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  it('are a menu on a phone, which says where one is, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const visit = await frame.visit('adm', 'Alpha', { viewport: { width: 390, height: 780 }, javaScriptEnabled });
      const { page } = visit;
      await page.goto(`${frame.t.url}/admin`);
      const tabs = page.getByRole('navigation', { name: 'Administration' });
      assert.equal(await tabs.getByRole('link', { name: 'Backups' }).count(), 0);
      await tabs.locator('summary', { hasText: 'Overview' }).click();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tabs-${javaScriptEnabled}.png` });
      if (javaScriptEnabled) assert.deepEqual(await axeFaultsInBoth(page), []);
      await tabs.getByRole('link', { name: 'Backups' }).click();
      await page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor();
      await tabs.locator('summary', { hasText: 'Backups' }).waitFor();
      await leave(visit);
    }
  });

  it('are a column of one line each when there is room, in German, too', async () => {
    const visit = await frame.visit('adm', 'Alpha', { viewport: { width: 1280, height: 800 }, locale: 'de' });
    await visit.page.goto(`${frame.t.url}/admin`);
    const tabs = visit.page.getByRole('navigation', { name: 'Verwaltung' });
    await tabs.getByRole('link', { name: 'Sicherungen' }).waitFor();
    assert.equal(await tabs.locator('summary').isVisible(), false);
    const boxes = await Promise.all((await tabs.locator('.tabs a').all()).map((link) => link.boundingBox()));
    const places = boxes.map((box) => ({ x: box?.x, height: box?.height }));
    assert.deepEqual(places, Array(boxes.length).fill(places[0]));
    const figures = await visit.page.locator('.figures').first().boundingBox();
    assert.ok((figures?.x ?? 0) > (boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0), 'beside what they show');
    await leave(visit);
  });
});
