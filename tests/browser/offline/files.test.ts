// Files put into a page without a connection: they wait in the page, over a reload, and stand in it afterwards.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, look } from '../frame.ts';
import { type Device, keepingDevice, stored } from './desk.ts';

interface StoredBlock {
  type: string;
  data: { name?: string };
}

const browser = await openBrowser();

describe('files without a connection', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  const ready = ({ page }: Device) => page.locator('.article[data-ready]').waitFor();
  const kinds = async (id: number): Promise<string[]> => {
    const { body } = await frame.t.call('ann', 'GET', `/api/v2/pages/${id}`);
    return JSON.parse(body.content).blocks.map(({ type, data }: StoredBlock) => data.name ?? type);
  };
  const held = ({ page }: Device) => stored<{ name: string }>(page, 'held_files');

  /** Into the text where the caret is, as from another program. */
  const paste = ({ page }: Device, ...names: string[]) =>
    page.evaluate(async (given) => {
      const transfer = new DataTransfer();
      for (const name of given) {
        const canvas = document.createElement('canvas');
        canvas.width = 40;
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
        const isPicture = name.endsWith('.png');
        // No two pictures are alike: those that are would be kept once.
        const content = isPicture ? [blob as Blob, name] : ['words of ', name];
        transfer.items.add(new File(content, name, { type: isPicture ? 'image/png' : 'text/plain' }));
      }
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, names);

  async function writing(title: string): Promise<Device> {
    const device = await keepingDevice(frame, 'ann');
    await device.go(title);
    const id = frame.ids[title];
    await until(
      async () => (await stored<{ id: number }>(device.page, 'documents')).some((one) => one.id === id),
      'the page is kept',
    );
    await device.cut();
    await device.page.reload();
    await ready(device);
    await device.page.getByText(`Text of ${title}.`).click();
    await device.page.keyboard.press('End');
    return device;
  }

  it('wait in their order over a reload, and stand in the page once there is a connection', async () => {
    const device = await writing('Alpha');
    const { page } = device;
    await paste(device, 'one.png', 'two.txt');
    await page.locator('[data-held]', { hasText: 'two.txt' }).waitFor();
    await page.getByText('Offline, 2 waiting').waitFor();
    await page.reload();
    await ready(device);
    await page.locator('[data-held]').nth(1).waitFor();
    const names = await page.locator('[data-held] span').allTextContents();
    assert.deepEqual(names, ['one.png · waits for a connection', 'two.txt · waits for a connection']);
    await look(page);
    await device.go('/offline');
    await page.getByText('File “one.png” in “Alpha”').waitFor();
    await look(page);
    await device.go('Alpha');
    await ready(device);
    await device.mend();
    await page.locator('.block-image img').waitFor();
    await page.locator('[data-held]').first().waitFor({ state: 'detached' });
    const id = frame.ids.Alpha as number;
    await until(async () => (await kinds(id)).join() === 'paragraph,one.png,two.txt', 'both files');
    assert.deepEqual(await held(device), []);
    await device.close();
  });

  it('go by themselves while another page is open, behind what was written before them', async () => {
    const device = await writing('Beta');
    const { page } = device;
    await page.keyboard.press('Enter');
    await page.keyboard.type('New line');
    await paste(device, 'picture.png');
    await page.locator('[data-held]').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Below');
    await device.go('/offline');
    await device.mend();
    const id = frame.ids.Beta as number;
    await until(async () => (await kinds(id)).join() === 'paragraph,paragraph,picture.png,paragraph', 'the picture');
    await device.close();
  });

  it('go into a page that was made without a connection', async () => {
    const device = await writing('Gamma');
    const { page } = device;
    await page.getByRole('link', { name: 'New page' }).click();
    await page.waitForURL(/\/pages\/\d{10,}/);
    await ready(device);
    await page.keyboard.type('Trip');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Seen');
    await paste(device, 'view.png');
    await page.locator('[data-held]').waitFor();
    await device.mend();
    await page.waitForURL(/\/pages\/\d{1,9}($|#)/);
    await page.locator('.block-image img').waitFor();
    const made = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
    await until(async () => (await kinds(made)).join() === 'paragraph,view.png', 'the picture');
    await device.close();
  });

  it('that are not accepted stay, can be saved and given up', async () => {
    const device = await writing('Delta');
    const { page } = device;
    await paste(device, 'late.txt', 'not.txt');
    await page.locator('[data-held]').nth(1).waitFor();
    await page.getByRole('button', { name: 'Do not add not.txt' }).click();
    await page.locator('[data-held]').nth(1).waitFor({ state: 'detached' });
    const locked = await frame.t.call('edi', 'POST', `/api/pages/${frame.ids.Delta}/lock`, { locked: true });
    assert.equal(locked.status, 200, locked.text);
    await device.mend();
    await page.locator('.offline-badge', { hasText: '1 needs you' }).waitFor();
    await device.go('/offline');
    const line = page.locator('.offline-queue li', { hasText: 'File “late.txt” in “Delta”' });
    await line.getByText('Not accepted').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      line.getByRole('button', { name: 'Save to this device' }).click(),
    ]);
    assert.equal(readFileSync(await download.path(), 'utf8'), 'words of late.txt');
    const discard = line.getByRole('button', { name: 'Discard' });
    await discard.click();
    const question = page.getByRole('dialog', { name: 'Discard “late.txt”?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal((await held(device)).length, 1);
    await discard.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await line.waitFor({ state: 'detached' });
    assert.deepEqual(await held(device), []);
    await device.close();
  });

  it('that do not fit on the device are refused with what to do, and the text stays', async () => {
    const device = await writing('Alpha one');
    const { page } = device;
    await page.evaluate(() => {
      navigator.storage.estimate = async () => ({ usage: 99, quota: 100 });
    });
    await page.keyboard.type(' And on.');
    await paste(device, 'large.txt');
    await page.getByText('“large.txt” was not added: there is no room left on this device.').waitFor();
    await page.getByText('Text of Alpha one. And on.').waitFor();
    assert.deepEqual(await held(device), []);
    await device.close();
  });

  it('are refused with what to do where nothing is kept', async () => {
    const { page, context, close } = await frame.visit('edi', 'Alpha two');
    await page.locator('.article[data-ready]').waitFor();
    await page.getByText('Text of Alpha two.').click();
    await context.setOffline(true);
    await paste({ page } as Device, 'lost.txt');
    // Both what sends it and what shows it say so.
    await page.getByText('The server cannot be reached. This needs a connection.').first().waitFor();
    await close();
  });
});

after(() => browser?.close());
