// A right that ends while somebody looks at what it was for: it goes from the screen, and the page says so.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { makeDatabase } from '../../databases/database.ts';
import type { Name } from '../../kit/app.ts';
import { openBrowser, signIn, type TestBrowser, type Visit } from '../../kit/browser.ts';
import { type Frame, furnishFrame } from '../frame.ts';

const SECRET = 'SECRET-7f3a';

const browser = await openBrowser();

describe('a right that ends', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  const open: Visit[] = [];
  before(async () => {
    frame = await furnishFrame(browser);
  });
  afterEach(async () => {
    for (const visit of open.splice(0)) await visit.close();
  });
  after(async () => {
    await frame.stop();
    await browser?.close();
  });

  const ok = async (who: Name, method: string, url: string, body?: object) => {
    const answer = await frame.t.call(who, method, url, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const make = async (title: string, markdown: string): Promise<number> =>
    (await ok('ann', 'POST', '/api/pages', { workspace_id: frame.t.ws1, title, markdown })).id;
  const narrow = (id: number) =>
    ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'restricted' });
  /** opens something, and waits until it hears what happens elsewhere */
  const heard = async (page: Page, act: () => Promise<unknown>) => {
    const line = page.waitForEvent('websocket', (one) => one.url().includes('/ws/events'));
    await act();
    let hears = false;
    (await line).on('framereceived', () => {
      hears = true;
    });
    await until(async () => {
      await make('Said', '');
      return hears;
    }, 'an event');
  };
  /** where the secret is shown, of a page that is told what happens elsewhere */
  const look = async (who: Name, id: number): Promise<Page> => {
    const visit = await (browser as TestBrowser).visit();
    open.push(visit);
    const { page } = visit;
    await signIn(visit, frame.t, frame.t.session(who));
    await heard(page, () => page.goto(`${frame.t.url}/pages/${id}`));
    await page.getByText(SECRET).first().waitFor();
    return page;
  };
  const lost = async (page: Page) => {
    await page.getByText(SECRET).first().waitFor({ state: 'detached' });
  };

  it('empties the page of a reader, of a writer and the one beside another', async () => {
    const id = await make('Plan', SECRET);
    const front = await make('Front', `[to the plan](/pages/${id}) ${SECRET}`);
    const [reader, writer, beside] = [await look('vic', id), await look('edi', id), await look('com', front)];
    const link = beside.getByRole('link', { name: 'to the plan' });
    await link.hover();
    await beside.locator('html[data-reading="ready"]').waitFor();
    await heard(beside, () => link.click({ modifiers: ['Alt'] }));
    const inner = beside.frameLocator('.peek-frame').getByText(SECRET);
    await inner.waitFor();
    await narrow(id);
    await inner.waitFor({ state: 'detached' });
    for (const page of [reader, writer]) {
      await lost(page);
      await page.getByRole('heading', { name: 'Not found' }).waitFor();
    }
    assert.ok(await beside.getByText(SECRET).isVisible());
  });

  it('empties a database, and where it is shown in a page', async () => {
    const db = await makeDatabase(frame.t, [{ name: 'Note', type: 'text' }], { title: 'Deals' });
    await db.row({ Note: SECRET }, 'A row');
    const home = await make('Home of deals', '');
    const blocks = [{ id: 'abcdefgh', type: 'database', data: { collectionId: db.id } }];
    await ok('ann', 'PUT', `/api/v2/pages/${home}/content`, { blocks });
    const pages = [await look('edi', db.pageId), await look('com', home), await look('edi', home)];
    await narrow(db.pageId);
    for (const page of pages) await lost(page);
  });
});
