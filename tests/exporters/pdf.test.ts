// Exports as PDF, drawn by a real Chromium: what is on the sheets, and that it reaches nothing but what it is given.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { extractText, getDocumentProxy } from 'unpdf';
import { printed } from '../../plugins/exporters/formats/pdf/chromium.ts';
import { head } from '../../plugins/exporters/formats/pdf/write.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { makeDatabase } from '../databases/database.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { browserProgram } from '../kit/browser.ts';
import { PIXEL } from '../kit/pictures.ts';
import { exported } from './unpacking.ts';

const program = await browserProgram();

/** The words of each sheet. */
async function sheetsOf(file: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false });
  return text.map((one) => one.replace(/\s+/g, ' ').trim());
}

describe('the program that draws PDFs', { skip: program ? false : 'no browser' }, () => {
  it('reads no other file, reaches no network and runs no script', async () => {
    const folder = scratchFolder();
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      response.end('SEEN-NET');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const secret = join(scratchFolder(), 'secret.txt');
    writeFileSync(secret, 'SEEN-FILE');
    writeFileSync(join(folder, 'near.html'), 'SEEN-NEAR');
    const body = [
      '<p>here</p><script>document.body.append("SEEN-SCRIPT")</script>',
      ...[pathToFileURL(secret).href, 'near.html', `http://127.0.0.1:${port}/frame`].map(
        (href) => `<iframe src="${href}"></iframe><object data="${href}"></object><embed src="${href}">`,
      ),
      `<img src="http://127.0.0.1:${port}/img" onerror="document.body.append('SEEN-EVENT')">`,
      `<link rel="stylesheet" href="http://127.0.0.1:${port}/css"><style>p{background:url(http://127.0.0.1:${port}/bg)}</style>`,
    ];
    writeFileSync(
      join(folder, 'page.html'),
      `${head('x', 'en', 'p { color: black }')}${body.join('\n')}</body></html>`,
    );
    const sheets = await sheetsOf(readFileSync(await printed(program as string, folder)));
    server.close();
    assert.match(sheets.join(' '), /here/);
    assert.doesNotMatch(sheets.join(' '), /SEEN/);
    assert.deepEqual(asked, []);
  });

  it('is named in the reason when it cannot be started', async () => {
    const folder = scratchFolder();
    await assert.rejects(printed(join(folder, 'nothing'), folder), {
      code: 'validation_failed',
      message: /CHROME_BIN/,
    });
    await assert.rejects(printed('/bin/false', folder), { message: /it ended with 1/ });
    const silent = join(folder, 'silent');
    writeFileSync(silent, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    await assert.rejects(printed(silent, folder, 300), { message: /it took longer than 0\.3 s/ });
  });
});

onEachEngine((_engine, open) => {
  describe('exports as PDF', () => {
    let t: TestApp;
    let top: number;
    before(async () => {
      t = await startApp(await open(), { settings: { CHROME_BIN: program ?? '' } });
      const ctx = t.ctx('ann');
      const { files } = await import('../../plugins/files/contract.ts');
      const given = { content: PIXEL, name: 'dot.png', workspaceId: t.ws1, maxBytes: 1e6 };
      const { id: fileId } = await ctx.use(files).store(ctx, given);
      const create = async (body: object): Promise<number> => {
        const made = await t.call('ann', 'POST', '/api/pages', { workspace_id: t.ws1, ...body });
        assert.equal(made.status, 200, made.text);
        return made.body.id;
      };
      top = await create({ title: 'Handbook <1>', markdown: '# Begin\n\n- one\n- two\n\n$$e=mc^2$$' });
      const blocks = [
        {
          type: 'toggle',
          data: { open: false },
          content: [{ type: 'text', text: 'more' }],
          children: [{ type: 'paragraph', data: {}, content: [{ type: 'text', text: 'was folded' }] }],
        },
        { type: 'image', data: { fileId, name: 'dot.png' } },
        { type: 'video', data: { url: '/etc/passwd', name: 'a film' } },
      ];
      const inner = await create({ title: 'Inner', parent_id: top });
      assert.equal((await t.call('ann', 'PUT', `/api/pages/${inner}/content`, { blocks })).status, 200);
    });
    after(() => t.stop());

    it('hold a page, or all inside it on sheets of their own', { skip: program ? false : 'no browser' }, async () => {
      const alone = await sheetsOf(await exported(t, 'vic', { format: 'pdf', page_id: top }));
      assert.equal(alone.length, 1);
      assert.match(alone[0] as string, /^Handbook <1> Begin .*one .*two/);
      const made = await makeDatabase(t, [{ name: 'Note', type: 'text' }], { parent_id: top });
      await made.row({ Note: 'said' }, 'A row');
      const all = await sheetsOf(await exported(t, 'vic', { format: 'pdf', page_id: top, subtree: true }));
      assert.equal(all.length, 3);
      assert.match(all[1] as string, /^Inner more was folded a film$/);
      assert.match(all[2] as string, /^Tasks Name Note A row said$/);
      // What lay on the disk for it goes when the file has been taken.
      const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`commonplace-pdf-${process.pid}-`));
      while (left().length) await setTimeout(20);
    });

    it('of a workspace begin with its name and its pages', { skip: program ? false : 'no browser' }, async () => {
      const [front = '', first] = await sheetsOf(await exported(t, 'vic', { format: 'pdf', workspace_id: t.ws1 }));
      assert.match(front, /Contents Handbook <1> Inner Tasks$/);
      assert.match(String(first), /^Handbook <1> Begin/);
    });

    it('are refused with what to do where no Chromium is named', async () => {
      const { CHROME_BIN } = t.app.settings;
      t.app.settings.CHROME_BIN = '';
      const { status, body } = await t.call('vic', 'POST', '/api/v2/exports', { format: 'pdf', page_id: top });
      assert.equal(status, 409);
      assert.match(body.detail, /CHROME_BIN .* print the page in your browser/);
      const shown = await t.form('vic', '/exports', { format: 'pdf', page_id: top, subtree: 'true' });
      assert.match(shown.text, /“Handbook &lt;1&gt;” will be exported/);
      t.app.settings.CHROME_BIN = CHROME_BIN;
    });
  });
});
