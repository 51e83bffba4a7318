// A disk that is really full: nothing is half-written, reading goes on, and deleting works, because room was kept for it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { multipart } from '../../../testing/multipart.ts';
import { until } from '../../../testing/until.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'commonplace-full-'));

/** Only root may make a disk of its own; elsewhere the test is left out. */
function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isMounted = mounted();

describe('a full disk', { skip: !isMounted && 'a small disk can be mounted by root only' }, () => {
  let t: TestApp;
  const filler = join(folder, 'filler');
  const page = async (title: string) =>
    t.call('ann', 'POST', '/api/pages', { workspace_id: t.ws1, title, markdown: 'text '.repeat(50_000) });

  before(async () => {
    t = await startApp({ engine: 'sqlite', dataDir: folder, cleanup: async () => {} });
    await t.app.ballast.keep();
  });
  after(async () => {
    await t?.stop();
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses to save, goes on reading and deleting, and works again as soon as there is room', async () => {
    assert.ok(existsSync(join(folder, 'ballast')));
    const kept = await page('Kept');
    assert.equal(kept.status, 200);
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize, 1));
    const refused = await page('Too much');
    assert.equal(refused.status, 507);
    assert.equal(refused.body.code, 'storage_full');
    assert.equal((await t.call('ann', 'GET', `/api/pages/${kept.body.id}/content`)).status, 200);
    while (existsSync(join(folder, 'ballast'))) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal((await t.call('ann', 'POST', `/api/pages/${kept.body.id}/trash`)).status, 200);
    const halves = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.parentPath.includes('incoming'),
    );
    assert.deepEqual(halves, []);
    truncateSync(filler, 0);
    assert.equal((await page('After')).status, 200);
    await t.app.ballast.keep();
    assert.ok(existsSync(join(folder, 'ballast')));
  });

  it('answers a part of an upload that finds no room, over a real connection, and goes on when there is some', async () => {
    const size = 12 * 1_048_576;
    const { id } = (await t.call('ann', 'POST', '/api/uploads', { name: 'large.bin', size })).body;
    const address = await t.app.start();
    const token = await t.token('ann');
    const send = async (offset: number) => {
      const headers = { ...token, 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' };
      const body = new Uint8Array(size - offset);
      const signal = AbortSignal.timeout(20_000);
      return fetch(`${address}/api/uploads/${id}`, { method: 'PATCH', body, headers, signal });
    };
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 4 * 1_048_576, 1));
    const refused = await send(0);
    assert.deepEqual([refused.status, (await refused.json()).code], [507, 'storage_full']);
    const whole = multipart({}, { field: 'files', name: 'large.bin', content: Buffer.alloc(size) });
    const local = await t.call('ann', 'POST', '/api/local-workspace/upload', whole);
    assert.deepEqual([local.status, local.body.detail], [507, 'The disk of the service is full; nothing was saved.']);
    assert.deepEqual(readdirSync(join(folder, 'incoming')), []);
    truncateSync(filler, 0);
    const { offset } = (await t.call('ann', 'GET', `/api/uploads/${id}`)).body;
    assert.equal((await send(offset)).status, 200);
    assert.equal((await t.call('ann', 'DELETE', `/api/uploads/${id}`)).status, 200);
  });

  it('keeps nothing of a backup that finds no room, and says why', async () => {
    const size = 12 * 1_048_576;
    const { filename } = await t.app.storage.put(randomBytes(size), 'bin', size);
    await t.ctx('ann').tx((tx) =>
      tx.db('files').insert({
        ...{ workspace_id: t.ws1, filename, name: 'x.bin', mime: 'application/octet-stream', size, sha256: 'x' },
        ...{ created_by: t.user('ann').id, created_at: tx.now() },
      }),
    );
    const make = async () => {
      const { id } = (await t.call('adm', 'POST', '/api/v2/admin/backups')).body;
      const found = async () => (await t.call('adm', 'GET', `/api/v2/admin/backups/${id}`)).body;
      await until(async () => ['failed', 'verified'].includes((await found()).state));
      return found();
    };
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 8 * 1_048_576, 1));
    const { state, error } = await make();
    assert.deepEqual([state, error], ['failed', 'The disk of the service is full. Nothing of the backup was kept.']);
    assert.deepEqual(readdirSync(join(folder, 'backups')), []);
    truncateSync(filler, 0);
    assert.equal((await make()).state, 'verified');
  });
});
