// Reading without a connection: what is kept, the tree, the search, and why something is not here.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { excess, type Frame, furnishFrame } from '../frame.ts';
import { type Device, keepingDevice } from './desk.ts';

const browser = await openBrowser();

describe('reading without a connection', { skip: browser ? false : 'no browser' }, () => {
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

  it('shows a kept page with its tree, and says of another why it is not here', async () => {
    const { page } = device;
    await device.cut();
    await device.go('Alpha');
    await page.getByText('Text of Alpha.').waitFor();
    assert.equal(await page.title(), 'Alpha · Commonplace');
    assert.deepEqual(await page.locator('.tree .tree-title').allTextContents(), ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await page.getByRole('treeitem', { name: 'Alpha', exact: true }).locator('.tree-toggle').click();
    await page.getByRole('treeitem', { name: 'Alpha two' }).waitFor();
    assert.equal(await page.getByRole('treeitem', { name: 'Beta' }).getAttribute('title'), 'Not on this device');
    assert.equal(await page.getByRole('treeitem', { name: 'Alpha', exact: true }).getAttribute('title'), null);
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await device.go('Beta');
    await page.getByRole('heading', { name: 'This page is not on this device' }).waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.setViewportSize({ width: 390, height: 780 });
    assert.equal(await excess(page), 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await device.mend();
  });
});

after(() => browser?.close());
