// Publishing in a browser: its tab in the dialog of sharing, what visitors see, and who sees which property.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Made, makeDatabase } from '../../databases/database.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { excess, type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('publishing', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  let db: Made;
  before(async () => {
    frame = await furnishFrame(browser);
    db = await makeDatabase(frame.t, [
      { name: 'Price', type: 'number' },
      { name: 'When', type: 'date' },
      { name: 'Kind', type: 'select', config: { options: [{ name: 'Lamp', color: 'blue' }] } },
    ]);
    const today = { start: frame.t.app.now().slice(0, 10), end: null, timezone: null };
    await db.row({ Price: 12, Kind: db.option('Kind', 'Lamp'), When: today }, 'A lamp');
  });
  after(() => frame.stop());

  it('happens in a tab of the dialog, by keyboard', async () => {
    const visit = await frame.visit('ann', 'Alpha two');
    const { page } = visit;
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const tab = dialog.getByRole('link', { name: 'Publish', exact: true });
    await tab.focus();
    await page.keyboard.press('Enter');
    const address = dialog.getByLabel('Address', { exact: true });
    await dialog.getByText(/^At .*\/p\/alpha-two$/).waitFor();
    assert.equal(await address.isVisible(), false, 'one button is enough');
    assert.ok(await tab.evaluate((link) => link === document.activeElement));
    await dialog.getByText('Address and options').focus();
    await page.keyboard.press('Enter');
    await address.fill('42');
    await page.keyboard.press('Enter');
    await dialog.locator('.fault').waitFor();
    assert.match(await dialog.locator('.fault').innerText(), /must hold a letter/);
    await address.fill('by-keyboard');
    await dialog.getByLabel('With all pages below it').check();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('The page is published.').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    assert.equal((await frame.t.inject('GET', '/p/by-keyboard')).status, 200);
    await dialog.getByRole('button', { name: 'Unpublish' }).click();
    await dialog.getByText('no longer published').waitFor();
    assert.equal((await frame.t.inject('GET', '/p/by-keyboard')).status, 404);
    await leave(visit, /422/);
  });

  for (const [look, options] of Object.entries({
    'wide and light': { viewport: { width: 1200, height: 800 }, colorScheme: 'light' },
    'a phone in the dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  } as const))
    it(`gives visitors pages and tables to read, ${look}`, async () => {
      const { t, ids } = frame;
      const put = (id: number, body: object) => t.call('ann', 'PUT', `/api/v2/pages/${id}/publish`, body);
      await put(ids.Alpha as number, { slug: 'alpha-tree', with_children: true });
      await put(db.pageId, { slug: 'lamps', with_children: false });
      const visit = await (browser as NonNullable<typeof browser>).visit(options);
      const { page } = visit;
      await page.goto(`${t.url}/p/alpha-tree`);
      await page.keyboard.press('Tab');
      assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Skip to content/);
      assert.deepEqual(await axeFaults(page), []);
      assert.ok((await excess(page)) <= 0);
      const way = page.getByRole('navigation', { name: 'Pages' });
      await page.emulateMedia({ media: 'print' });
      assert.equal(await way.count(), 0, 'the way through the tree is printed');
      await page.emulateMedia({ media: 'screen' });
      const step = way.getByRole('link', { name: 'Alpha two' });
      if (look.includes('phone')) {
        assert.equal(await step.count(), 0, 'the way is folded above the text');
        await way.getByText('Pages', { exact: true }).first().click();
        assert.ok(((await step.boundingBox())?.height ?? 0) >= 40);
      }
      await step.click();
      await page.getByRole('heading', { level: 1, name: 'Alpha two' }).waitFor();
      await page.goto(`${t.url}/p/lamps`);
      assert.match(await page.getByRole('table').innerText(), /A lamp\s+12\s+[\s\S]*Lamp/);
      const heights = await page.locator('td, .chip').evaluateAll((all) => all.map((one) => one.clientHeight));
      assert.ok(Math.max(...heights) < 45, 'a value is broken into lines');
      assert.deepEqual(await axeFaults(page), []);
      assert.ok((await excess(page)) <= 0);
      const kinds = { board: 'group_by', gallery: '', list: '', calendar: 'date_property_id', chart: 'group_by' };
      for (const [kind, key] of Object.entries(kinds)) {
        const by = key === 'group_by' ? db.by.Kind.id : db.by.When.id;
        const made = { name: `${kind} ${look}`, kind, config: key ? { [key]: by } : {} };
        const view = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, made);
        assert.equal(view.status, 200, view.text);
        await page.goto(`${t.url}/p/lamps?view=${view.body.id}`);
        await page.getByRole('main').getByText('A lamp').or(page.locator('.chart-picture:visible')).first().waitFor();
        assert.deepEqual(await axeFaults(page), [], kind);
        assert.ok((await excess(page)) <= 0, kind);
      }
      assert.deepEqual(visit.complaints, []);
      await visit.close();
    });

  it('leaves properties to those who may see them, without scripts, too', async () => {
    const { t } = frame;
    const visit = await frame.visit('ann', 'Alpha', { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(`${t.url}/pages/${db.pageId}/sharing`);
    await page.getByRole('link', { name: 'Properties', exact: true }).click();
    await page.getByText('Show to some people only').first().click();
    await page.getByLabel('Person or group').first().fill('edi@example.org');
    await page.getByRole('button', { name: 'Allow' }).first().click();
    await page.getByRole('button', { name: 'Take Price from Edi Example' }).waitFor();
    const schema = await t.call('vic', 'GET', `/api/v2/collections/${db.id}/properties`);
    assert.ok(!schema.text.includes('Price'));
    await leave(visit);
  });

  it('shows the properties in the dialog, on a phone in the dark', async () => {
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
    const visit = await frame.visit('ann', 'Alpha', phone);
    const { page } = visit;
    await page.goto(`${frame.t.url}/pages/${db.pageId}`);
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Properties', exact: true }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Price' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    assert.ok((await excess(page)) <= 0);
    await leave(visit);
  });
});

after(() => browser?.close());
