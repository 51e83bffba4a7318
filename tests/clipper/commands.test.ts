// The clipper on the command line: an address becomes a page, and browsers are listed and disconnected.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { CommandInput } from '../../core/kernel/plugin.ts';
import { clipperCommands } from '../../plugins/clipper/commands.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { BASE, pairDevice } from './device.ts';

const PAGE = `<title>Light</title><article><h1>Light</h1><p>${'The keeper trimmed the wick at dusk. '.repeat(20)}</p></article>`;

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
    t.outbound.answer = (url) => (url.includes('gone') ? { status: 410 } : { body: Buffer.from(PAGE) });
  });
  after(() => t.stop());

  async function run(name: string, args: string[], options: Record<string, string> = {}) {
    const lines: string[] = [];
    let result: Record<string, unknown> = {};
    const output = {
      ...{
        json: false,
        line: (text: string) => lines.push(text),
        table: (rows: object[]) => lines.push(JSON.stringify(rows)),
      },
      ...{ result: (value: object) => Object.assign(result, value), progress: () => ({ update() {}, end() {} }) },
    };
    result = {};
    const input = { args, options, output, signal: new AbortController().signal } as unknown as CommandInput;
    const command = clipperCommands.find((one) => one.name === name);
    return { code: await command?.run(t.app, input), lines, result };
  }

  it('clips an address as its owner, and says what cannot be read', async () => {
    const made = await run('clip', ['https://example.org/light'], { user: 'edi' });
    assert.equal(made.code, 0, made.lines.join());
    const { page_id, title, state } = made.result.clip as { page_id: number; title: string; state: string };
    assert.deepEqual([title, state], ['Light', 'done']);
    assert.match((await t.call('edi', 'GET', `/api/v2/pages/${page_id}/markdown`)).text, /trimmed the wick/);
    const gone = await run('clip', ['https://example.org/gone'], { user: 'edi', parent: String(page_id) });
    assert.deepEqual([gone.code, (gone.result.clip as { state: string }).state], [1, 'failed']);
    assert.match(gone.lines.join(), /cannot be read: the address answers 410/);
    await t.app.jobs.drain();
    assert.equal((await t.call('edi', 'GET', `${BASE}/clips`)).body[0].path[1], 'Light');
    await assert.rejects(run('clip', ['http://127.0.0.1/'], { user: 'edi' }), { code: 'private_url' });
    await assert.rejects(run('clip', ['https://example.org/'], { user: 'nobody' }), { code: 'not_found' });
    await assert.rejects(
      run('clip', ['https://example.org/'], { user: 'edi', parent: 'x' }),
      /--parent: must be the number of a page/,
    );
  });

  it('lists browsers and disconnects one', async () => {
    const token = await pairDevice(t, 'ann');
    const { result, lines } = await run('device list', []);
    const [device] = result.devices as { id: number; user: string }[];
    assert.equal(device?.user, 'ann');
    assert.match(lines.join(), /Firefox on Linux/);
    assert.ok(!JSON.stringify(result).includes('token'));
    assert.equal((await run('device revoke', [String(device?.id)])).code, 0);
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await t.inject('GET', `${BASE}/status`, { headers })).body.code, 'token_revoked');
    await assert.rejects(run('device revoke', [String(device?.id)]), { code: 'not_found' });
    await assert.rejects(run('device revoke', ['x']), /device: must be the number of a device/);
  });
});
