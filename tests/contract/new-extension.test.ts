// A plugin written from the help alone: its own test passes, and it is used in the browser and on the command line.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ejs from 'ejs';
import { onEachEngine } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import type { TestApp } from '../kit/app.ts';
import { listen, openBrowser, signIn } from '../kit/browser.ts';
import { filesOfHelp, writeHelpPlugin } from '../kit/help-plugin.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const extensions = scratchFolder();
writeHelpPlugin(extensions);
after(() => rmSync(extensions, { recursive: true }));

const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const commonplace = (args: string[], more: Record<string, string>) =>
  spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: { ...env, EXTENSIONS_DIR: extensions, LOG_LEVEL: 'error', ...more },
  });

describe('the plugin of the help', () => {
  it('is the same in every language, but for what is said around it', () => {
    assert.equal(filesOfHelp('en').size, 11);
    assert.deepEqual(filesOfHelp('de'), filesOfHelp('en'));
  });

  it('passes its own test', () => {
    const { status, stdout, stderr } = commonplace(['test', 'weather'], {
      DATA_DIR: join(extensions, 'data'),
      NODE_OPTIONS: '--test-reporter=tap',
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /# pass 1\n/);
  });

  it('fails with its test, and where it is not there', () => {
    const broken = join(extensions, 'broken');
    cpSync(join(extensions, 'weather'), broken, { recursive: true });
    const test = join(broken, 'index.test.ts');
    writeFileSync(test, readFileSync(test, 'utf8').replace('times: 1', 'times: 2'));
    assert.equal(commonplace(['test', broken], { DATA_DIR: join(extensions, 'data') }).status, 1);
    rmSync(broken, { recursive: true });
    const { status, stderr } = commonplace(['test', 'nothing'], { DATA_DIR: join(extensions, 'data') });
    assert.equal(status, 1);
    assert.match(stderr, /There is no extension nothing/);
  });

  onEachEngine((engine, open) => {
    let t: TestApp & { url: string };
    let page: { id: number };
    before(async () => {
      // Templates that another application of this process has compiled look in its folders only.
      ejs.clearCache();
      t = await listen(await open(), { settings: { EXTENSIONS_DIR: extensions } });
      page = (await t.as('ann').post('/api/v2/pages', { workspace_id: t.ws1, title: 'Garden' })).body;
      assert.equal((await t.as('edi').put(`/api/v2/weather/${page.id}`, { sky: 'clear' })).status, 200);
      await t.settled();
    });
    after(() => t.stop());

    it('is in the API document and in the help', async () => {
      const { body } = await t.as('ann').get('/api/v2/openapi.json');
      assert.ok(body.paths['/weather/{id}'] ?? body.paths['/api/v2/weather/{id}']);
      assert.match((await t.as('ann').get('/help/extending')).text, /<code>weather\.noted<\/code>/);
    });

    it('answers on the command line', async () => {
      const { dataDir, url = '' } = await open();
      const { status, stdout, stderr } = commonplace(['weather', 'list', '--json'], {
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        SECRET_KEY: 'a key for tests that is long enough',
      });
      assert.equal(status, 0, stderr);
      assert.deepEqual(JSON.parse(stdout).skies, [{ page_id: page.id, sky: 'clear', times: 1 }]);
    });

    it('shows its button, styled, and says in the reader’s language what its script finds', {
      skip: process.env.BROWSER === 'none' || engine !== 'sqlite',
    }, async () => {
      const browser = await openBrowser();
      assert.ok(browser);
      try {
        for (const [locale, question] of [
          ['en-GB', 'What is the sky like?'],
          ['de-DE', 'Wie ist der Himmel?'],
        ]) {
          const visit = await browser.visit({ locale });
          await signIn(visit, t, t.session('vic'));
          await visit.page.goto(`${t.url}/pages/${page.id}`);
          const button = visit.page.getByRole('button', { name: question });
          assert.equal(
            await button.evaluate((one) => getComputedStyle(one.parentElement as HTMLElement).marginTop),
            '0px',
          );
          await button.click();
          await visit.page.getByText('clear', { exact: true }).waitFor();
          assert.deepEqual(visit.complaints, []);
        }
      } finally {
        await browser.close();
      }
    });
  });
});
