// Somebody begins to write before the editor of a page is there, on a line as slow as can be: no letter is lost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser, signIn, type Visit } from '../../kit/browser.ts';
import { type Frame, furnishFrame } from '../frame.ts';

const browser = await openBrowser();

describe('typing before the editor is there', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  /** A page whose editor comes when `come` is called. */
  async function early(title: string, hash = ''): Promise<Visit & { come(): Promise<void> }> {
    const visit = await (browser as NonNullable<typeof browser>).visit({ viewport: { width: 1280, height: 800 } });
    await signIn(visit, frame.t, frame.t.session('ann'));
    const { page } = visit;
    let come = () => {};
    const coming = new Promise<void>((done) => {
      come = done;
    });
    const script = new URL(frame.t.app.assets.url('editor.js'), frame.t.url).href;
    await page.route(script, async (route) => {
      await coming;
      await route.continue();
    });
    await page.goto(`${frame.t.url}/pages/${frame.ids[title]}${hash}`, { waitUntil: 'commit' });
    await page.locator('.article[data-live]').waitFor();
    // The frame, which catches what is typed, names its keys as soon as it runs.
    await page.locator('.sidebar kbd[data-keys]').filter({ hasText: /./ }).first().waitFor();
    return {
      ...visit,
      async come() {
        come();
        await page.locator('.article[data-ready]').waitFor();
      },
    };
  }
  const stored = async (title: string) => (await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids[title]}`)).body;

  it('goes where somebody has clicked, with its lines', async () => {
    const { page, come, close } = await early('Alpha');
    const text = page.getByText('Text of Alpha.');
    const { width = 0, height = 0 } = (await text.boundingBox()) ?? {};
    await text.click({ position: { x: Math.min(width - 1, 400), y: height / 2 } });
    await page.keyboard.type('Right away.x');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second line');
    await come();
    await page.getByText('Text of Alpha.Right away.').waitFor();
    await page.keyboard.type(', and on');
    await until(async () => (await stored('Alpha')).content.includes('Second line, and on'), 'the text');
    assert.match((await stored('Alpha')).content, /Text of Alpha\.Right away\./);
    await close();
  });

  it('names a page that was made just now', async () => {
    const { page, come, close } = await early('Beta', '#new');
    await page.keyboard.type('Called early');
    await come();
    await until(async () => (await stored('Beta')).title === 'Called early', 'the title');
    await close();
  });

  it('leaves shortcuts to the page where nobody has clicked into its text', async () => {
    const { page, come, close } = await early('Gamma');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('Delta');
    await page.keyboard.press('Escape');
    await come();
    assert.match((await stored('Gamma')).content, /Text of Gamma\./);
    await close();
  });
});

after(() => browser?.close());
