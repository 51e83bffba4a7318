// Lists that go on behind a cursor: their links lead to the end, and a page beside the cursor is refused.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const COUNT = 5;

onEachEngine((_engine, open) => {
  let t: TestApp;
  /** addresses by what they list */
  const lists: Record<string, string> = {};
  let headers: Record<string, string>;
  before(async () => {
    t = await startApp(await open());
    t.outbound.answer = () => ({});
    headers = await t.token('adm', 'read,write,admin');
    const made = async (path: string, body: object) => {
      const answer = await t.call('ann', 'POST', `/api/v2${path}`, { body });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.id;
    };
    const folder = await made('/pages', { workspace_id: t.ws1, title: 'Folder' });
    const db = await makeDatabase(t, [{ name: 'Points', type: 'number' }]);
    const hook = await made('/webhooks', { workspace_id: t.ws1, url: 'https://example.org/hook' });
    const since = t.app.now();
    for (let at = 0; at < COUNT; at += 1) {
      await made('/pages', { workspace_id: t.ws1, parent_id: folder, title: `Page ${at}` });
      await db.row({ Points: at % 2 ? at : null }, `Row ${at}`);
      await made('/groups', { workspace_id: t.ws1, name: `Group ${at}` });
      const delivery = { webhook_id: hook, event_id: `e${at}`, event: 'page.updated', payload: '{}' };
      await t.app.database
        .writer('webhook_deliveries')
        .insert({ ...delivery, status: 'success', created_at: t.app.now() });
    }
    const config = { sorts: [{ property_id: db.by.Points.id, direction: 'desc' }] };
    const view = await made(`/collections/${db.id}/views`, { name: 'Sorted', kind: 'table', config });
    Object.assign(lists, {
      pages: `/api/v2/pages?parent_id=${folder}`,
      children: `/api/v2/pages/${folder}/children?`,
      rows: `/api/v2/collections/${db.id}/rows?`,
      'rows in an order': `/api/v2/collections/${db.id}/rows?view_id=${view}`,
      deliveries: `/api/v2/webhooks/${hook}/deliveries?status=success`,
      'changes of rights': `/api/v2/audit/permissions?action=group_create&since=${since}`,
      'calls of the API': `/api/v2/audit/api?action=groups.create&since=${since}`,
    });
  });
  after(() => t.stop());

  const read = async (url: string) => {
    const answer = await t.inject('GET', url, { headers });
    assert.equal(answer.status, 200, `${url} ${answer.text}`);
    const links = [...String(answer.headers.link).matchAll(/<([^>]+)>; rel="(\w+)"/g)];
    const ids: number[] = answer.body.map((one: { id: number }) => one.id);
    return { ids, links: new Map(links.map(([, address, rel]) => [rel, address ?? ''])), headers: answer.headers };
  };

  describe('a list with a cursor', () => {
    it('names none behind its end, whose last part may be exactly full', async () => {
      for (const [name, url] of Object.entries(lists)) {
        assert.equal((await read(`${url}&limit=${COUNT}`)).headers['x-next-cursor'], undefined, name);
        const first = await read(`${url}&limit=1`);
        const rest = await read(`${url}&limit=${COUNT - 1}&cursor=${first.headers['x-next-cursor']}`);
        assert.equal(rest.ids.length, COUNT - 1, name);
        assert.deepEqual([rest.headers['x-next-cursor'], rest.links.has('next')], [undefined, false], name);
      }
    });

    it('is walked to its end by its links, which say no numbers of pages', async () => {
      for (const [name, url] of Object.entries(lists)) {
        const whole = (await read(url)).ids;
        assert.equal(whole.length, COUNT, name);
        const first = await read(`${url}&limit=2`);
        const walked = [...first.ids];
        let next: string | undefined = `${url}&limit=2&cursor=${first.headers['x-next-cursor']}`;
        for (let part = 0; next && part < COUNT; part += 1) {
          const { ids, links, headers: answered } = await read(next);
          walked.push(...ids);
          assert.deepEqual((await read(links.get('first') ?? '')).ids, first.ids, name);
          assert.deepEqual([links.has('prev'), links.has('last')], [false, false], name);
          assert.equal(Number(answered['x-total-count']), COUNT, name);
          next = links.get('next');
          const cursor = next && new URL(next, 'https://x').searchParams.get('cursor');
          assert.equal(cursor, answered['x-next-cursor'], name);
        }
        assert.deepEqual(walked, whole, name);
        assert.equal(next, undefined, name);
      }
    });

    it('names its pages by numbers as long as nobody sends a cursor', async () => {
      for (const url of Object.values(lists)) {
        const { ids, links } = await read(`${url}&limit=2&page=2`);
        assert.deepEqual([...links.keys()], ['first', 'prev', 'next', 'last'], url);
        const beside = ['first', 'prev', 'next', 'last'].map(async (rel) => (await read(links.get(rel) ?? '')).ids);
        const whole = (await read(url)).ids;
        assert.deepEqual(
          [...(await Promise.all(beside)), ids],
          [whole.slice(0, 2), whole.slice(0, 2), whole.slice(4), whole.slice(4), whole.slice(2, 4)],
        );
      }
    });

    it('has no page beside the cursor', async () => {
      for (const url of Object.values(lists)) {
        const { 'x-next-cursor': cursor } = (await read(`${url}&limit=2`)).headers;
        const { status, body } = await t.inject('GET', `${url}&limit=2&cursor=${cursor}&page=2`, { headers });
        assert.equal(status, 422, url);
        assert.deepEqual(body.errors, [{ parameter: 'page', detail: 'is not allowed beside cursor' }]);
      }
    });
  });
});
