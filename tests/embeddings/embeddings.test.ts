// Search by meaning: other words for the same are found by those who may see them, and by nobody else.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readWaiting } from '../../plugins/embeddings/reading.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { type EmbeddingServer, startEmbeddingServer } from './embedding-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Any = any;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let server: EmbeddingServer;
  before(async () => {
    server = await startEmbeddingServer();
    t = await startApp(await open(), {
      settings: {
        ...{ EMBEDDINGS_PROVIDER: 'openai', EMBEDDINGS_MODEL: 'subjects', EMBEDDINGS_API_KEY: 'sk-1' },
        EMBEDDINGS_BASE_URL: `${server.url}/v1`,
      },
    });
  });
  after(async () => {
    await t.stop();
    await server.close();
  });
  beforeEach(() => {
    Object.assign(server, { fault: 'none', refuses: '' });
    server.asked.length = 0;
  });

  const page = async (title: string, markdown: string, more: object = {}): Promise<number> => {
    const answer = await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title, markdown, ...more });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.id;
  };
  const find = (who: Name, q: string, more = '&meaning=true') =>
    t.call(who, 'GET', `/api/v2/search?q=${encodeURIComponent(q)}${more}`);
  const found = async (who: Name, q: string, more?: string): Promise<string[]> => {
    const answer = await find(who, q, more);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.map((one: Any) => one.title);
  };
  const system = () => t.app.context({ type: 'system', reason: 'tests' });

  describe('search by meaning', () => {
    it('finds what is called otherwise, with the text that is about it, and goes by words where nobody asks for it', async () => {
      const long = `${'Nothing to see here. '.repeat(120)}\n\nEvery automobile is washed on Friday.`;
      await page('Fleet', long);
      await page('Kennel', 'One puppy sleeps.');
      await t.settled();
      assert.deepEqual(await found('ann', 'vehicle'), ['Fleet']);
      const [hit] = (await find('ann', 'vehicle')).body;
      assert.match(hit.snippet, /automobile is washed/);
      assert.deepEqual(await found('ann', 'vehicle', ''), []);
      assert.equal(server.asked[0]?.key, 'Bearer sk-1');
      assert.deepEqual([server.asked[0]?.path, server.asked[0]?.model], ['/v1/embeddings', 'subjects']);
      const browser = await t.call('ann', 'GET', '/api/search?q=vehicle&meaning=true');
      assert.deepEqual([browser.body.results[0].title, browser.body.knows_meaning], ['Fleet', true]);
      const shown = (await t.call('ann', 'GET', '/search?q=vehicle&meaning=true')).text;
      assert.match(shown, /aria-current="page">By meaning/);
      assert.match(shown, /automobile is washed/);
      assert.match((await t.call('ann', 'GET', '/search?q=vehicle')).text, /Nothing found/);
      server.fault = 'busy';
      const away = (await t.call('ann', 'GET', '/search?q=Fleet+vehicles&meaning=true')).text;
      assert.match(away, /Search by meaning isn’t available right now/);
    });

    it('puts what both find first, counts each page once, and pages through it', async () => {
      await page('Invoice rules', 'How an invoice is written.');
      await page('Money', 'Each payment is booked.');
      await t.settled();
      const all = await find('ann', 'invoice');
      assert.deepEqual(
        all.body.map((one: Any) => one.title),
        ['Invoice rules', 'Money'],
      );
      assert.equal(all.headers['x-total-count'], '2');
      assert.deepEqual(await found('ann', 'invoice', '&meaning=true&limit=1&page=2'), ['Money']);
      assert.deepEqual(await found('ann', 'invoice', '&meaning=true&type=collection'), []);
    });

    it('shows nobody what they may not see, and forgets what is in the trash', async () => {
      const secret = await page('Secret trip', 'A vacation on the moon.');
      await t.call('ann', 'PUT', `/api/v2/pages/${secret}/permissions/type`, { permission_type: 'private' });
      const open_ = await page('Open trip', 'A vacation by the sea.');
      await t.settled();
      assert.deepEqual((await found('ann', 'urlaub')).sort(), ['Open trip', 'Secret trip']);
      for (const who of ['vic', 'edi'] as const) assert.deepEqual(await found(who, 'urlaub'), ['Open trip'], who);
      assert.deepEqual(await found('bob', 'urlaub'), []);
      const { token } = (await t.call('ann', 'POST', '/api/v2/tokens', { root_page_id: open_ })).body;
      const headers = { authorization: `Bearer ${token}` };
      const limited = await t.inject('GET', '/api/v2/search?q=urlaub&meaning=true', { headers });
      assert.deepEqual(
        limited.body.map((one: Any) => one.title),
        ['Open trip'],
      );
      await t.call('ann', 'DELETE', `/api/v2/pages/${open_}`);
      assert.deepEqual(await found('vic', 'urlaub'), []);
      await t.call('ann', 'POST', `/api/v2/pages/${open_}/restore`);
      assert.deepEqual(await found('vic', 'urlaub'), ['Open trip']);
    });

    it('reads a page again when its text is another one, and then only', async () => {
      const id = await page('Changing', 'A hound.');
      await t.settled();
      server.asked.length = 0;
      await t.call('ann', 'PATCH', `/api/v2/pages/${id}`, { page_icon: '🐕' });
      await t.settled();
      assert.equal(server.asked.length, 0);
      await t.call('ann', 'PUT', `/api/v2/pages/${id}/markdown`, { markdown: 'A wagen.' });
      await t.settled();
      assert.deepEqual(server.asked[0]?.texts, ['Changing\n\nA wagen.']);
      assert.ok((await found('ann', 'car')).includes('Changing'));
      assert.ok(!(await found('ann', 'dog')).includes('Changing'));
    });

    it('reads the others when the server refuses the text of one, which its words still find', async () => {
      server.refuses = 'forbidden';
      await page('Refused', 'A forbidden bill.');
      await page('Taken', 'Another bill.');
      await t.settled();
      server.refuses = '';
      const titles = await found('ann', 'rechnung');
      assert.ok(titles.includes('Taken') && !titles.includes('Refused'), titles.join());
      assert.ok((await found('ann', 'forbidden')).includes('Refused'));
      assert.equal((await t.app.database.reader('page_embeddings').whereRaw('wanted > done')).length, 0);
    });

    for (const fault of ['busy', 'garbage', 'few', 'words', 'sizes'] as const)
      it(`says that it does not answer when the server is ${fault}, and writes down nothing`, async () => {
        const id = await page(`Faulty ${fault}`, 'A leave.');
        await page(`Beside ${fault}`, 'A leave.');
        await t.app.events.run();
        server.fault = fault;
        await assert.rejects(readWaiting(system(), new AbortController().signal), { name: 'Error', isRefused: false });
        assert.deepEqual(await t.app.database.reader('page_embedding_parts').where({ page_id: id }), []);
        // One vector for one question is right where one of several is missing.
        const away = await find('ann', `vacation ${fault}`);
        if (fault !== 'sizes') assert.deepEqual([away.status, away.body.code], [503, 'unavailable'], fault);
        assert.equal((await find('ann', 'leave', '')).status, 200);
        server.fault = 'none';
        await readWaiting(system(), new AbortController().signal);
        assert.ok((await found('ann', 'urlaub')).includes(`Faulty ${fault}`));
      });

    it('reads what was there before, and all of it anew for another model', async () => {
      await t.app.database.writer('page_embeddings').delete();
      assert.deepEqual(await found('ann', 'hund'), []);
      const pages = Number((await t.app.database.reader('pages').whereNull('deleted_at').count({ n: '*' }))[0]?.n);
      const { lookForUnread } = await import('../../plugins/embeddings/reading.ts');
      await lookForUnread(system());
      await t.settled();
      assert.deepEqual(await found('ann', 'hund'), ['Kennel']);
      const [kept] = await t.app.database.reader('page_embeddings').where({ model: 'subjects' }).count({ n: '*' });
      assert.equal(Number(kept?.n), pages);
      t.app.settings.EMBEDDINGS_MODEL = 'others';
      assert.deepEqual(await found('ann', 'hund'), []);
      await lookForUnread(system());
      await t.settled();
      assert.deepEqual(await found('ann', 'hund'), ['Kennel']);
      t.app.settings.EMBEDDINGS_MODEL = 'subjects';
    });
  });
});
