// The page about a device: what waits by name, what two people changed at once, and how it looks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, look } from '../frame.ts';
import { type Device, keepingDevice, stored } from './desk.ts';

const browser = await openBrowser();

describe('the page about a device', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  let device: Device;
  before(async () => {
    frame = await furnishFrame(browser);
    device = await keepingDevice(frame, 'ann');
  });
  after(async () => {
    await device.close();
    await frame.stop();
  });

  async function rename(from: string, to: string): Promise<void> {
    const { page } = device;
    const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
    await row(from).focus();
    await page.keyboard.press('F2');
    await page.locator('.tree input').fill(to);
    await page.keyboard.press('Enter');
    await row(to).waitFor();
  }
  const badge = (text: string) => device.page.locator('.offline-badge', { hasText: text }).waitFor();
  const titleOf = async (name: string): Promise<string> =>
    (await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids[name]}`)).body.title;

  it('lists what waits by name, and gives it out as a file', async () => {
    const { page } = device;
    await device.cut();
    await device.go('Alpha');
    await rename('Gamma', 'Mine');
    await rename('Beta', 'Second');
    await badge('Offline, 2 waiting');
    await page.getByRole('link', { name: 'Offline', exact: true }).click();
    await page.getByText('Changes to “Gamma”').waitFor();
    await page.getByText('Changes to “Beta”').waitFor();
    await look(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as JSON' }).click(),
    ]);
    const { changes } = JSON.parse(readFileSync(await download.path(), 'utf8'));
    assert.deepEqual(
      changes.map(({ payload }: { payload: { fields: object } }) => payload.fields),
      [{ title: 'Mine' }, { title: 'Second' }],
    );
  });

  it('shows both sides of what somebody else changed meanwhile, and takes the one that is chosen', async () => {
    const { page } = device;
    const put = await frame.t.call('edi', 'PUT', `/api/pages/${frame.ids.Gamma}/rename`, { title: 'Theirs' });
    assert.equal(put.status, 200, put.text);
    await device.mend();
    await badge('1 needs you');
    assert.equal(await titleOf('Beta'), 'Second');
    assert.equal(await titleOf('Gamma'), 'Theirs');
    assert.ok((await frame.level()).includes('Mine (offline copy)'));
    await device.go('/offline');
    await page.getByRole('heading', { name: 'Changed by two people' }).waitFor();
    assert.deepEqual(await page.locator('.conflict dt').allTextContents(), ['Title', 'Title']);
    assert.deepEqual(await page.locator('.conflict dd').allTextContents(), ['Mine', 'Theirs']);
    await look(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await until(async () => (await titleOf('Gamma')) === 'Mine', 'my title');
    await page.locator('.offline-badge:not([hidden])').waitFor({ state: 'detached' });
    assert.ok(!(await frame.level()).includes('Mine (offline copy)'));
  });

  it('says what was not accepted, and lets it go on request', async () => {
    const { page } = device;
    await device.cut();
    await device.go('Alpha');
    await rename('Delta', 'Late');
    await badge('Offline, 1 waiting');
    await device.go('/offline');
    const facts = page.locator('.facts');
    await facts.getByText('1 change', { exact: true }).waitFor();
    assert.match(
      await facts.innerText(),
      /Connection\s+Offline\s+Waiting to be sent\s+1 change\s+Last in step\s+just now/,
    );
    const locked = await frame.t.call('edi', 'POST', `/api/pages/${frame.ids.Delta}/lock`, { locked: true });
    assert.equal(locked.status, 200, locked.text);
    await device.mend();
    await badge('1 needs you');
    await device.go('/offline');
    await page.locator('.offline-queue').getByText('Not accepted').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.locator('.offline-queue').getByText('Not accepted').waitFor({ state: 'detached' });
    assert.deepEqual(await stored(page, 'queue'), []);
    await page.locator('.offline-badge:not([hidden])').waitFor({ state: 'detached' });
    assert.equal(await titleOf('Delta'), 'Delta');
  });

  it('is one among the devices of somebody', async () => {
    const { page } = device;
    await page.locator('#devices').getByText('This device', { exact: true }).waitFor();
    await page.locator('.facts').getByText('0 changes', { exact: true }).waitFor();
    await page.locator('.facts').getByText('Online', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Empty this device/ }).waitFor();
  });
});

after(() => browser?.close());
