// Bookmarks get their words from the sites they lead to: once, as a job, guarded, and never while somebody writes.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { JobPostponement } from '../../core/events/jobs.ts';
import type { Block } from '../../plugins/blocks/block.ts';
import { Pace } from '../../plugins/bookmarks/fetch-throttle.ts';
import { decodeHtml, readMetadata } from '../../plugins/bookmarks/html-metadata.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { SiteAnswer } from '../../testing/outbound.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

describe('the head of a page', () => {
  const read = (head: string) =>
    readMetadata(`<html><head>${head}</head><body><title>no</title></body>`, 'https://a.test/b/');

  it('says title, description and pictures, as text', () => {
    const found = read(
      `<title>A &amp; B\n <b></title><meta name="description" content=" Two\twords "><link rel="shortcut icon" href="../i.png"><meta property="og:image" content="//c.test/p.png">`,
    );
    assert.deepEqual(found, {
      title: 'A & B <b>',
      description: 'Two words',
      pictures: ['https://c.test/p.png', 'https://a.test/i.png'],
    });
    assert.equal(read('<title>x</title><meta property="og:title" content="Better">').title, 'Better');
  });

  it('says nothing where there is nothing, and no address that is none', () => {
    const none = { title: '', description: '', pictures: [] };
    assert.deepEqual(
      read('<link rel="icon" href="javascript:x"><link rel="icon" href="data:image/png;base64,x">'),
      none,
    );
    assert.deepEqual(readMetadata('', 'https://a.test'), none);
    assert.equal(read(`<title>${'long '.repeat(5000)}</title>`).title.length, 300);
  });

  it('is read in the encoding that it names', () => {
    const umlaut = Buffer.from('<meta charset="iso-8859-1"><title>\xe4', 'latin1');
    assert.match(decodeHtml(umlaut, 'text/html'), /ä/);
    assert.match(decodeHtml(Buffer.from('ä'), 'text/html; charset=utf-8'), /ä/);
    assert.match(decodeHtml(Buffer.from('ä'), 'text/html; charset=unheard-of'), /ä/);
  });
});

it('one request a second, in the order in which they came', () => {
  const pace = new Pace();
  const turn = (key: string, now: number) => {
    try {
      pace.take(key, now);
      return now;
    } catch (error) {
      assert.ok(error instanceof JobPostponement);
      return Date.parse(error.until);
    }
  };
  assert.deepEqual([turn('a', 5000), turn('b', 5000), turn('c', 5000), turn('b', 5500)], [5000, 6000, 7000, 6000]);
  assert.deepEqual([turn('b', 6000), turn('c', 7500), turn('d', 7500)], [6000, 7500, 8500]);
  pace.giveUp('u', 0);
  assert.deepEqual([pace.isVain('u', 1000), pace.isVain('u', 3_600_000), pace.isVain('v', 0)], [true, false, false]);
});

it('for somebody who waits in the same order, unless it would take too long', async () => {
  const pace = new Pace();
  await pace.soon(5000, 0);
  await assert.rejects(pace.soon(5000, 900), { code: 'rate_limited' });
  await pace.soon(5990, 10);
  assert.throws(() => pace.take('a', 6500), JobPostponement);
  assert.doesNotThrow(() => pace.take('a', 7000));
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { settings: { LINK_PREVIEWS: 'on' }, now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  /** What other sites answer, instead of the network. */
  const answering = (answers: Record<string, SiteAnswer>): void => {
    t.outbound.asked = [];
    t.outbound.answer = (url) => {
      const found = answers[url];
      if (!found) throw new Error(`nobody answers at ${url}`);
      return found;
    };
  };
  const page = (title: string, more = ''): SiteAnswer => ({
    body: Buffer.from(`<title>${title}</title>${more}`),
  });
  const bookmark = (url: string, data: object = {}) => ({ type: 'bookmark', data: { url, ...data } });
  const make = async (...blocks: object[]): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title: 'Page', workspace_id: t.ws1, blocks })).body.id;
  const planned = async (): Promise<Record<string, unknown>[]> =>
    (await t.app.database.reader('jobs').where({ kind: 'bookmarks.describe' }).orderBy('id')).map(({ payload }) =>
      JSON.parse(payload),
    );
  const run = (payload: Record<string, unknown>) =>
    t.app.jobs
      .kind('bookmarks.describe')
      ?.run(t.app.context({ type: 'system', reason: 'tests' }), payload, new AbortController().signal);
  const runAll = async (): Promise<void> => {
    now += 60_000;
    const found = await planned();
    await t.app.database.writer('jobs').where({ kind: 'bookmarks.describe' }).delete();
    for (const payload of found) {
      now += 2000;
      await run(payload);
    }
  };
  const stored = async (id: number) => (await t.call('ann', 'GET', `/api/pages/${id}/content`)).body.blocks;

  it('are looked up once they are saved, where they say nothing yet, and not by reading', async () => {
    answering({
      'https://a.test/': page('Title of A', '<meta name="description" content="About"><link rel="icon" href="/i.png">'),
      'https://a.test/i.png': { body: PIXEL, headers: { 'content-type': 'image/png' } },
    });
    const id = await make(
      bookmark('https://a.test/'),
      { type: 'toggle', data: { open: true }, children: [bookmark('https://a.test/')] },
      bookmark('https://b.test/', { title: 'Mine' }),
      bookmark('/pages/1'),
    );
    assert.deepEqual(t.outbound.asked, []);
    await runAll();
    assert.deepEqual(t.outbound.asked, ['https://a.test/', 'https://a.test/i.png']);
    const [first, toggle, own] = await stored(id);
    const { imageFileId, ...words } = first.data;
    assert.deepEqual(words, { url: 'https://a.test/', title: 'Title of A', description: 'About' });
    assert.deepEqual(toggle.children[0].data, first.data);
    assert.deepEqual(own.data, { url: 'https://b.test/', title: 'Mine' });
    const shown = (await t.call('vic', 'GET', `/pages/${id}`)).text;
    const src = /<img src="(\/api\/files[^"]+\.webp)"/.exec(shown)?.[1] ?? '';
    assert.equal((await t.call('vic', 'GET', src)).status, 200, `${imageFileId}`);
    await stored(id);
    assert.deepEqual([t.outbound.asked.length, await planned()], [2, []]);
  });

  it('stay as they are while the page is written, locked, in the trash, or when somebody gave them words', async () => {
    answering({ 'https://c.test/': page('C') });
    const id = await make(bookmark('https://c.test/'));
    const [payload] = await planned();
    assert.ok(payload);
    await assert.rejects(async () => run(payload), JobPostponement);
    now += 60_000;
    await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true });
    now += 60_000;
    await run(payload);
    await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: false });
    await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks: [bookmark('https://c.test/', { title: 'Own' })] });
    now += 60_000;
    await run(payload);
    await t.call('ann', 'POST', `/api/pages/${id}/trash`);
    await run(payload);
    assert.deepEqual(t.outbound.asked, []);
    await t.app.database.writer('jobs').where({ kind: 'bookmarks.describe' }).delete();
  });

  it('that lead nowhere are not asked again at each save; a site in trouble is', async () => {
    answering({ 'https://gone.test/': { status: 404 }, 'https://ill.test/': { status: 503 } });
    const blocks = [bookmark('https://gone.test/')];
    const id = await make(...blocks);
    await runAll();
    await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks: [...blocks, { type: 'divider', data: {} }] });
    await runAll();
    assert.deepEqual(t.outbound.asked, ['https://gone.test/']);
    assert.deepEqual((await stored(id))[0].data, { url: 'https://gone.test/' });
    await make(bookmark('https://ill.test/'));
    await assert.rejects(runAll, /ill\.test answered 503/);
  });

  it('that the agent wrote are asked of nobody, for an address can carry what it read', async () => {
    answering({ 'https://a.test/': page('Title of A') });
    const block = { id: 'b1', ...bookmark('https://a.test/') } as Block;
    const ctx = t.ctx('ann').as(t.ctx('ann').actor, 'agent');
    const made = { workspaceId: t.ws1, title: 'Written by the agent', blocks: [block] };
    await ctx.tx((tx) => tx.use(pages).create(tx, made));
    assert.deepEqual(await planned(), []);
  });

  it('lend titles to links that are pasted: at once, in turn, to whoever may write the page', async () => {
    answering({
      'https://title.test/': page('A title'),
      'https://none.test/': page(''),
      'https://down.test/': { status: 503 },
    });
    const id = await make();
    const ask = (who: 'ann' | 'vic', url: string) => {
      now += 2000;
      return t.call(who, 'POST', `/api/pages/${id}/link-title`, { url });
    };
    assert.deepEqual((await ask('ann', 'https://title.test/')).body, { ok: true, title: 'A title' });
    for (const url of ['https://none.test/', 'https://down.test/', 'https://none.test/', 'https://unheard.test/'])
      assert.deepEqual((await ask('ann', url)).body, { ok: true, title: null }, url);
    assert.deepEqual(
      t.outbound.asked,
      ['title', 'none', 'down', 'unheard'].map((name) => `https://${name}.test/`),
    );
    assert.equal((await ask('vic', 'https://title.test/')).status, 403);
    now += 2000;
    // Whichever of them is looked at last: one is refused at once, while the others wait for their turn.
    const five = Array.from({ length: 5 }, () =>
      t.call('ann', 'POST', `/api/pages/${id}/link-title`, { url: 'https://title.test/' }),
    );
    await Promise.any(five.map(async (one) => assert.equal((await one).status, 429)));
    now += 60_000;
    t.outbound.answer = undefined;
    for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'file:///etc/passwd'])
      assert.deepEqual((await ask('ann', url)).body, { ok: true, title: null }, url);
  });

  it('never reach into the own network', async () => {
    let reached = 0;
    const server = createServer((_request, response) => {
      reached += 1;
      response.setHeader('content-type', 'text/html').end('<title>SECRET-7f3a</title>');
    });
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    t.outbound.answer = undefined;
    const hosts = [
      '127.0.0.1',
      'localhost',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ];
    const ids: number[] = [];
    for (const host of hosts) ids.push(await make(bookmark(`http://${host}:${port}/`)));
    await runAll().finally(() => server.close());
    assert.equal(reached, 0);
    for (const id of ids) assert.ok(!JSON.stringify(await stored(id)).includes('SECRET'));
  });
});

onEachEngine((_engine, open) => {
  it('are left alone where the setting says so', async () => {
    const t = await startApp(await open(), { settings: { LINK_PREVIEWS: 'off' } });
    const blocks = [{ type: 'bookmark', data: { url: 'https://a.test/' } }];
    await t.call('ann', 'POST', '/api/pages', { title: 'Page', workspace_id: t.ws1, blocks });
    assert.deepEqual(await t.app.database.reader('jobs').where({ kind: 'bookmarks.describe' }), []);
    t.outbound.answer = () => ({ body: Buffer.from('<title>A</title>') });
    const { body } = await t.call('ann', 'POST', '/api/pages', { title: 'Page', workspace_id: t.ws1 });
    const asked = await t.call('ann', 'POST', `/api/pages/${body.id}/link-title`, { url: 'https://a.test/' });
    assert.deepEqual([asked.body.title, t.outbound.asked], [null, []]);
    await t.stop();
  });
});
