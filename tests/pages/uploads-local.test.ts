// Files and folders from a computer: who may put them where, which names are refused, and what is shown of them.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { sweepLocalUploads } from '../../plugins/pages/routes/browser-local-uploads.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';

const BOUNDARY = 'a-boundary-of-the-test';
const BINARY = Buffer.from([0, 1, 2, 255, 254, 0]);

type Part = [name: string, value: string] | [name: string, filename: string, content: string | Buffer];

function multipart(parts: Part[]): Buffer {
  const pieces = parts.flatMap((part) => {
    const file = part.length === 3 ? `; filename="${part[1]}"\r\ncontent-type: application/octet-stream` : '';
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${part[0]}"${file}\r\n\r\n`;
    const content = part.length === 3 ? part[2] : part[1];
    return [Buffer.from(head), Buffer.isBuffer(content) ? content : Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  let parent: number;
  let locked: number;
  let foreign: number;

  const send = (who: Name | 'anon', end: 'upload' | 'upload-folder', parts: Part[]): Promise<Answer> =>
    t.inject('POST', `/api/local-workspace/${end}`, {
      body: multipart(parts),
      headers: {
        ...(who === 'anon' ? {} : { ...t.session(who), cookie: `${t.session(who).cookie}; workspace=${t.ws1}` }),
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
    });
  const made = async (who: Name, body: object): Promise<number> =>
    (await t.call(who, 'POST', '/api/pages', body)).body.id;
  const count = async (): Promise<number> => {
    const [row] = await t.app.context({ type: 'system', reason: 'test' }).db('pages').count({ total: '*' });
    return Number(row?.total);
  };

  before(async () => {
    database = await open();
    t = await startApp(database, { settings: { UPLOAD_MAX_MB: '1' } });
    parent = await made('ann', { title: 'Parent', workspace_id: t.ws1 });
    locked = await made('ann', { title: 'Locked', workspace_id: t.ws1 });
    await t.call('ann', 'POST', `/api/pages/${locked}/lock`, { locked: true });
    foreign = await made('bob', { title: 'Foreign', workspace_id: t.ws2 });
  });
  after(() => t.stop());

  it('refuses strangers, readers, foreign and locked places, and writes nothing', async () => {
    const before = await count();
    const file: Part = ['files', 'a.txt', 'text'];
    const structure: Part = ['structure', JSON.stringify([{ path: 'a.txt', type: 'file' }])];
    const table: [Name | 'anon', string, number][] = [
      ['anon', '', 401],
      ['bob', String(parent), 404],
      ['vic', String(parent), 403],
      ['edi', String(foreign), 404],
      ['edi', String(locked), 423],
      ['edi', '2147483647', 404],
      ['edi', '2147483648', 422],
      ['edi', 'x', 422],
    ];
    for (const [who, at, status] of table) {
      const place: Part[] = at ? [['parent_id', at]] : [];
      assert.equal((await send(who, 'upload', [file, ...place])).status, status, `${who} ${at}`);
      assert.equal((await send(who, 'upload-folder', [structure, file, ...place])).status, status, `${who} ${at}`);
    }
    for (const who of ['vic', 'com'] as const) {
      assert.equal((await send(who, 'upload', [file])).status, 403, who);
      assert.equal((await send(who, 'upload-folder', [structure, file])).status, 403, who);
    }
    assert.ok(!existsSync(join(database.dataDir, 'files')), 'nothing was stored');
    assert.equal(await count(), before);
  });

  it('refuses structures that are none, and names that leave their folder', async () => {
    const before = await count();
    const bad: unknown[] = [
      'x',
      {},
      [{ path: '../../x', type: 'file' }],
      [{ path: '/x', type: 'file' }],
      [{ path: 'a/../../x', type: 'file' }],
      [{ path: 'a//x', type: 'file' }],
      [{ path: 'C:/x', type: 'file' }],
      [{ path: 'a\\x', type: 'file' }],
      [{ path: 'a\nb', type: 'file' }],
      [{ path: '', type: 'file' }],
      [{ path: 'x', type: 'link' }],
      [{ path: 7, type: 'file' }],
      [null],
      [],
      [{ path: `${'a/'.repeat(50)}x`, type: 'file' }],
      [
        { path: 'a', type: 'file' },
        { path: 'a', type: 'folder' },
      ],
      [
        { path: 'a', type: 'folder' },
        { path: 'a/b', type: 'file' },
        { path: 'a/b/c', type: 'folder' },
      ],
    ];
    for (const structure of bad) {
      const text = structure === 'x' ? 'x' : JSON.stringify(structure);
      const answer = await send('edi', 'upload-folder', [
        ['structure', text],
        ['files', 'x', 'text'],
      ]);
      assert.equal(answer.status, 422, text);
    }
    assert.equal((await send('edi', 'upload-folder', [['files', 'x', 'text']])).status, 422, 'no structure');
    assert.equal((await send('edi', 'upload', [['parent_id', String(parent)]])).status, 422, 'no files');
    const extra = await send('edi', 'upload', [
      ['files', 'x', 'text'],
      ['surprise', '1'],
    ]);
    assert.equal(extra.status, 422);
    assert.equal(await count(), before);
  });

  it('makes one page of each file, whatever it is called', async () => {
    const answer = await send('edi', 'upload', [
      ['parent_id', String(parent)],
      ['files', '../../etc/passwd', 'root'],
      ['files', 'Plan.txt', 'Words of a plan'],
    ]);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.ok, true);
    assert.deepEqual(
      answer.body.items.map((one: { title: string; kind: string; parent_id: number }) => [
        one.title,
        one.kind,
        one.parent_id,
      ]),
      [
        ['passwd', 'file', parent],
        ['Plan.txt', 'file', parent],
      ],
    );
  });

  it('makes folders first and files inside them, and says of each what became of it', async () => {
    const structure = [
      { path: 'Trip', type: 'folder' },
      { path: 'Trip/Photos/one.txt', type: 'file' },
      { path: 'Trip/empty', type: 'folder' },
    ];
    const answer = await send('edi', 'upload-folder', [
      ['structure', JSON.stringify(structure)],
      ['files', 'one.txt', 'first'],
    ]);
    assert.equal(answer.status, 200, answer.text);
    const items = answer.body.items as { id: number; path: string; kind: string; parent_id: number | null }[];
    const byPath = new Map(items.map((one) => [one.path, one]));
    assert.deepEqual([...byPath.keys()], ['Trip', 'Trip/Photos', 'Trip/empty', 'Trip/Photos/one.txt']);
    assert.equal(byPath.get('Trip')?.parent_id, null);
    assert.equal(byPath.get('Trip/Photos')?.parent_id, byPath.get('Trip')?.id);
    assert.equal(byPath.get('Trip/Photos/one.txt')?.parent_id, byPath.get('Trip/Photos')?.id);
    assert.equal(byPath.get('Trip/Photos/one.txt')?.kind, 'file');
  });

  it('lets others write while it makes many folders', async () => {
    const paths = Array.from({ length: 1000 }, (_, at) => ({ path: `Many/${at}`, type: 'folder' }));
    const before = await count();
    let ended = false;
    const upload = send('edi', 'upload-folder', [['structure', JSON.stringify(paths)]]).then((answer) => {
      ended = true;
      return answer;
    });
    await until(async () => ended || (await count()) > before, 'the first folder');
    assert.ok((await made('ann', { title: 'Between', workspace_id: t.ws1 })) > 0);
    assert.ok(!ended, 'a page waited for all the folders');
    const { status, body } = await upload;
    assert.deepEqual([status, body.items.length], [200, 1001]);
  });

  it('refuses pictures that cannot be drawn, and files inside a file', async () => {
    const broken = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(20)]);
    const flood = Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      Buffer.from('IHDR'),
      Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 8, 6, 0, 0, 0]),
    ]);
    const { body } = await send('edi', 'upload', [
      ['files', 'broken.png', broken],
      ['files', 'flood.png', flood],
      ['files', 'page.png', '<!doctype html><script>alert(1)</script>'],
    ]);
    assert.deepEqual(
      body.errors.map((one: { name: string; code: string }) => [one.name, one.code]),
      [
        ['broken.png', 'validation_failed'],
        ['flood.png', 'validation_failed'],
      ],
    );
    const [html] = body.items as [{ id: number; kind: string }];
    const saved = await t.call('vic', 'GET', `/api/pages/${html.id}/download`);
    assert.match(saved.headers['content-type'] as string, /^text\/plain/);
    assert.match(saved.headers['content-disposition'] as string, /^attachment/);
    assert.equal(saved.headers['x-content-type-options'], 'nosniff');
    assert.match(saved.headers['content-security-policy'] as string, /sandbox/);
    const inside = await send('edi', 'upload', [
      ['files', 'a.txt', 'text'],
      ['parent_id', String(html.id)],
    ]);
    assert.equal(inside.status, 422);
  });

  it('names files that are too large and keeps the others', async () => {
    const answer = await send('edi', 'upload', [
      ['files', 'small.txt', 'small'],
      ['files', 'large.bin', Buffer.alloc(1_048_577)],
    ]);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.ok, false);
    assert.deepEqual(
      answer.body.items.map((one: { title: string }) => one.title),
      ['small.txt'],
    );
    assert.deepEqual(
      answer.body.errors.map((one: { name: string; code: string }) => [one.name, one.code]),
      [['large.bin', 'payload_too_large']],
    );
    const huge = await send('edi', 'upload', [['files', 'huge.bin', Buffer.alloc(6 * 1_048_576)]]);
    assert.equal(huge.status, 413);
  });

  it('says when the workspace is full, before anything is stored', async () => {
    const blobs = (): number =>
      readdirSync(join(database.dataDir, 'files'), { recursive: true }).filter((name) => /\.\w+$/.test(String(name)))
        .length;
    assert.equal((await send('edi', 'upload', [['files', 'x.bin', Buffer.alloc(700_000, 7)]])).body.ok, true);
    const before = blobs();
    t.app.settings.QUOTA_MB = 1;
    try {
      const full = await send('edi', 'upload', [
        ['files', 'y.bin', Buffer.alloc(700_000, 8)],
        ['files', 'small.txt', 'it still fits'],
      ]);
      const { items, errors } = full.body;
      assert.deepEqual([items.length, errors.length, errors[0]?.code], [1, 1, 'storage_full'], full.text);
      assert.match(errors[0].detail, /1 MiB in total/);
      const onPage = await t.inject('POST', `/api/pages/${parent}/files`, {
        body: multipart([['file', 'z.bin', Buffer.alloc(700_000, 9)]]),
        headers: { ...t.session('edi'), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      });
      assert.equal(onPage.status, 507, onPage.text);
      const other = await t.call('bob', 'POST', '/api/local-workspace/items', { name: 'Not mine', type: 'file' });
      assert.equal(other.status, 200, 'another workspace has its own room');
    } finally {
      t.app.settings.QUOTA_MB = 0;
    }
    assert.equal(blobs(), before + 1, 'only what fitted is there');
  });

  it('gives files back to those who may read them, text as text', async () => {
    const { body } = await send('edi', 'upload', [
      ['files', 'read me.txt', 'Grüße'],
      ['files', 'x.bin', BINARY],
      ['files', 'old.txt', Buffer.from('Grüße', 'latin1')],
    ]);
    const [text, binary, old] = body.items as [{ id: number }, { id: number }, { id: number }];
    for (const end of ['download', 'file-content']) {
      assert.equal((await t.call('bob', 'GET', `/api/pages/${text.id}/${end}`)).status, 404);
      assert.equal((await t.call('anon', 'GET', `/api/pages/${text.id}/${end}`)).status, 401);
    }
    const shown = await t.call('vic', 'GET', `/api/pages/${text.id}/file-content`);
    assert.deepEqual(shown.body, { ok: true, content: 'Grüße', mime: 'text/plain' });
    const read = await t.call('vic', 'GET', `/api/pages/${old.id}/file-content`);
    assert.deepEqual(read.body, { ok: true, content: 'Grüße', mime: 'text/plain; charset=windows-1252' });
    const whole = await t.call('vic', 'GET', `/api/pages/${old.id}/download`);
    assert.equal(whole.headers['content-type'], 'text/plain; charset=windows-1252');
    const refused = await t.call('vic', 'GET', `/api/pages/${binary.id}/file-content`);
    assert.equal(refused.body.ok, false);
    assert.equal(refused.body.error, 'binary');
    const saved = await t.call('vic', 'GET', `/api/pages/${text.id}/download`);
    assert.match(saved.headers['content-disposition'] as string, /^attachment; filename="read me.txt"/);
    assert.equal((await t.call('vic', 'GET', `/api/pages/${parent}/download`)).status, 404);
    const page = await t.call('vic', 'GET', `/pages/${text.id}`);
    assert.match(page.text, /Grüße/);
  });

  it('sweeps what a process that ended was receiving', async () => {
    const folder = join(database.dataDir, 'incoming');
    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const name of ['left', 'young']) writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, 'left'), old, old);
    await sweepLocalUploads(t.ctx('adm'));
    assert.deepEqual(readdirSync(folder), ['young']);
    rmSync(join(folder, 'young'));
  });

  it('leaves nothing of what it received behind', async () => {
    const left = () => readdirSync(join(database.dataDir, 'incoming'));
    await until(
      () => !left().length,
      () => `without ${left().join()}`,
    );
  });
});
