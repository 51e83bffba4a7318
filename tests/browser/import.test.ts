// The import by the wizard: a folder of notes, its preview, cancel, the run with a report, and the way back.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { zipOf } from '../importers/formats/zip.ts';
import type { TestApp } from '../kit/app.ts';
import { axeFaults } from '../kit/axe.ts';
import { listen, openBrowser, signIn, type Visit } from '../kit/browser.ts';

const browser = await openBrowser();

const NOTES: Record<string, string> = {
  '.obsidian/app.json': '{}',
  'Tulips.md': '---\ntags: [red]\n---\nThey link to [[Garden/Soil]] and to [[Nowhere]].',
  'Garden/Soil.md': 'Dark and *deep*.',
  'Garden/map.png': 'no picture at all',
};

describe('the import wizard', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let t: TestApp & { url: string };
  let visit: Visit;
  let page: Page;
  const vault = join(scratchFolder(), 'My vault');

  before(async () => {
    for (const [path, text] of Object.entries(NOTES)) {
      mkdirSync(join(vault, path, '..'), { recursive: true });
      writeFileSync(join(vault, path), text);
    }
    database = await migratedDatabase('sqlite');
    t = await listen(database);
    visit = await browser!.visit({ viewport: { width: 1280, height: 900 } });
    page = visit.page;
    await signIn(visit, t, t.session('ann'));
    await t.call('ann', 'POST', '/api/pages', { title: 'Archive of notes', workspace_id: t.ws1 });
  });
  after(async () => {
    await visit.close();
    await t.stop();
    await database.cleanup();
  });

  async function preview(): Promise<void> {
    await page.goto(`${t.url}/import?new=1`);
    await page.getByLabel('Choose a folder').setInputFiles(vault);
    await page.getByText(/My vault: \d files/).waitFor();
    assert.equal(
      await page.locator('input[name="source"]:checked').inputValue(),
      'notes-vault',
      'guessed by its files',
    );
    await page.getByRole('button', { name: 'Show the preview' }).click();
    await page.getByRole('heading', { name: 'Preview', exact: true }).waitFor();
  }
  const axe = () => axeFaults(page);

  it('says how many files were chosen', async () => {
    await page.goto(`${t.url}/import`);
    await page.locator('button:disabled', { hasText: 'Show the preview' }).waitFor();
    const file = (name: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(`# ${name}`) });
    await page.locator('#import-file').setInputFiles([file('a.md'), file('b.md')]);
    await page.getByText('2 files, 0.1 MB', { exact: true }).waitFor();
  });

  it('asks for files by two buttons in the place where they can be dropped', async () => {
    await page.goto(`${t.url}/import?new=1`);
    for (const name of ['Choose files or a zip archive', 'Choose a folder']) {
      const chooser = page.waitForEvent('filechooser');
      const box = await page.getByText(name, { exact: true }).boundingBox();
      await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
      await chooser;
      await page.getByLabel(name).focus();
      const shown = await page.getByLabel(name).evaluate((field) => getComputedStyle(field).opacity);
      assert.equal(shown, '0', 'the words of the browser stand beside those of the product');
    }
    assert.deepEqual(await axe(), []);
  });

  it('shows what would come, and forgets it when it is cancelled', async () => {
    await preview();
    await page.getByText('Garden/Soil.md').first().waitFor();
    assert.deepEqual(await axe(), []);
    await page.reload();
    await page.getByRole('heading', { name: 'Preview', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
    assert.equal((await t.call('ann', 'GET', '/api/search?q=deep')).body.total, 0);
  });

  it('imports into the chosen page, reports, and takes it all back', async () => {
    await page.goto(`${t.url}/import?new=1`);
    await page.getByLabel('Destination').fill('archive');
    await page.getByRole('button', { name: /Archive of notes/ }).click();
    await page.getByText('Into “Archive of notes”').waitFor();
    await page.getByLabel('Choose a folder').setInputFiles(vault);
    await page.getByText(/My vault: \d files/).waitFor();
    await page.getByRole('button', { name: 'Show the preview' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: /Done, with a few remarks|Import complete/ }).waitFor();
    await page.getByText('1 link that leads nowhere').click();
    await page.getByText('→ Nowhere').waitFor();
    assert.deepEqual(await axe(), []);
    await page.getByRole('link', { name: 'Show the pages' }).click();
    await page.getByRole('heading', { name: 'Archive of notes' }).waitFor();
    await page.locator('.item-name', { hasText: 'Tulips' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByRole('heading', { name: 'The import was undone' }).waitFor({ timeout: 20_000 });
    assert.equal((await t.call('ann', 'GET', '/api/search?q=tulips')).body.total, 0);
    await page.getByRole('link', { name: 'Import something else' }).click();
    await page.getByRole('heading', { name: 'Choose files' }).waitFor();
  });

  it('tells by the names in an archive where it comes from', async () => {
    await page.goto(`${t.url}/import?new=1`);
    const archives: [string, Record<string, string>, string][] = [
      ['vault.zip', NOTES, 'notes-vault'],
      ['plain.zip', { 'a.md': '# A', 'b/c.md': '# C' }, 'markdown'],
      ['broken.zip', {}, 'markdown'],
    ];
    for (const [name, files, source] of archives) {
      const entries = Object.entries(files).map(([path, content]) => ({ name: path, data: content }));
      const buffer = name === 'broken.zip' ? Buffer.from('PK and nothing else') : zipOf(entries);
      await page.locator('#import-file').setInputFiles({ name, mimeType: 'application/zip', buffer });
      await page.getByText(`${name}: 1 file`).waitFor();
      assert.equal(await page.locator('input[name="source"]:checked').inputValue(), source, name);
    }
  });

  it('shows columns with samples, takes other names and types, and links what it made', async () => {
    await page.goto(`${t.url}/import?new=1`);
    const table = 'Task,Points,Note\nPlan,3,a\nBuild,5,b\nShip,8,c\n';
    await page
      .locator('#import-file')
      .setInputFiles({ name: 'sprint.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByText('sprint.csv: 1 file').waitFor();
    assert.equal(await page.locator('input[name="source"]:checked').inputValue(), 'csv', 'told by its ending');
    await page.getByRole('button', { name: 'Show the preview' }).click();
    await page.getByLabel('Type of Points').waitFor();
    assert.equal(await page.getByLabel('Type of Points').inputValue(), 'number');
    await page.getByLabel('Name of Points').fill('Effort');
    await page.getByLabel('Type of Points').selectOption('text');
    await page.getByLabel('Leave out Note').check();
    await page.getByRole('button', { name: 'Preview again' }).click();
    await page.getByRole('button', { name: 'Preview again' }).waitFor({ state: 'detached' });
    await page.getByLabel('Name of Effort').waitFor();
    assert.equal(await page.getByLabel('Type of Effort').inputValue(), 'text');
    assert.deepEqual(await axe(), []);
    await page.getByRole('button', { name: 'Import', exact: true }).dblclick();
    await page.getByRole('heading', { name: 'Import complete' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, 'two clicks start it once');
    await page.getByText('Every item').click();
    await page.getByRole('link', { name: 'sprint.csv', exact: true }).click();
    await page.getByText('Effort').first().waitFor();
    assert.equal(await page.getByText('Note', { exact: true }).count(), 0);
  });

  it('asks what comes first in dates that could be read both ways', async () => {
    await page.goto(`${t.url}/import?new=1`);
    await page
      .locator('#import-file')
      .setInputFiles({ name: 'teas.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Day\nTea,1/2/2026\n') });
    await page.getByRole('button', { name: 'Show the preview' }).click();
    await page.getByLabel('Day and month of Day').selectOption('Month first');
    await page.getByRole('button', { name: 'Preview again' }).click();
    await page.getByRole('button', { name: 'Preview again' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Day and month of Day').inputValue(), 'mdy');
    assert.equal(await page.getByText('Dates whose day and month could be').count(), 0);
    assert.deepEqual(await axe(), []);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Import complete' }).waitFor();
  });

  it('packs 3,000 files, and draws the page meanwhile', async () => {
    await page.goto(`${t.url}/import?new=1`);
    await page.evaluate(() => {
      const list = new DataTransfer();
      for (let index = 0; index < 3000; index += 1) list.items.add(new File([`# Note ${index}`], `note-${index}.md`));
      const field = document.querySelector('#import-file') as HTMLInputElement;
      field.files = list.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.getByText(/3,000 files/).waitFor();
    const drawn = await page.evaluateHandle(() => {
      const counts = new Set<number>();
      const look = () => {
        const [, done] = /Packing: ([\d,]+) of/.exec(document.body.innerText) ?? [];
        if (done) counts.add(Number(done.replace(',', '')));
        requestAnimationFrame(look);
      };
      look();
      return counts;
    });
    await page.getByRole('button', { name: 'Show the preview' }).click();
    await page.getByRole('heading', { name: 'Preview', exact: true }).waitFor({ timeout: 60_000 });
    const between = await drawn.evaluate((counts) => [...counts].filter((count) => count > 0 && count < 3000));
    assert.ok(between.length > 2, `frames were drawn after ${between.join()} files`);
    await page.getByText('3,000').first().waitFor();
  });

  it('and nothing broke the policy or failed in the console', () => {
    assert.deepEqual(visit.complaints, []);
  });
});

after(() => browser?.close());
