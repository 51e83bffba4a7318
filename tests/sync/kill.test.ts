// A server that is killed in the middle of a batch: sent again, each change is made once, and none is missing.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { enroll, type Server, start } from '../soak/writers.ts';

const CHANGES = 500;

onEachEngine((_engine, open) => {
  const servers: Server[] = [];
  // One that outlives a failure would keep the whole run from its end.
  after(() => servers.forEach(({ child }) => void child.kill('SIGKILL')));

  it('makes each change of a batch once, though the server was killed in the middle of it', async () => {
    const { dataDir, url } = await open();
    const target = { env: { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) } };
    const token = await enroll(target);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const mutations = Array.from({ length: CHANGES }, (_none, at) => ({
      ...{ client_id: `page-${at}`, type: 'page_create', client_timestamp: Date.now() },
      payload: { workspace_id: 1, title: `Page ${at}`, ...(at % 10 ? { parent_id: `page-${at - (at % 10)}` } : {}) },
    }));
    const body = JSON.stringify({ device_id: 'phone', mutations });
    const send = (base: string) => fetch(`${base}/api/v2/sync/batch`, { method: 'POST', headers, body });
    const first = await start(target);
    servers.push(first);
    const cut = send(first.base).then(
      (answer) => answer.text(),
      () => 'cut',
    );
    const synced = async () => {
      const answer = await fetch(`${first.base}/api/v2/sync/status?device_id=phone`, { headers });
      return ((await answer.json()) as { queue: { synced: number } }).queue.synced;
    };
    await until(async () => (await synced()) > 10, 'some of the batch');
    first.child.kill('SIGKILL');
    assert.equal(await cut, 'cut');
    const second = await start(target);
    servers.push(second);
    const { results } = (await (await send(second.base)).json()) as {
      results: { status: string; repeated?: true; id: number }[];
    };
    assert.ok(results.every(({ status }) => status === 'applied'));
    assert.ok(results.some(({ repeated }) => repeated) && !results.every(({ repeated }) => repeated));
    assert.equal(new Set(results.map(({ id }) => id)).size, CHANGES);
    const found: string[] = [];
    for (let since: string | undefined; ; ) {
      const query = new URLSearchParams({ limit: '1000', ...(since ? { since } : {}) });
      const answer = await fetch(`${second.base}/api/v2/sync/delta?${query}`, { headers });
      const delta = (await answer.json()) as {
        changes: { type: string; data: { title: string } }[];
        cursor: string;
        has_more: boolean;
      };
      found.push(...delta.changes.flatMap(({ type, data }) => (type === 'page' ? [data.title] : [])));
      since = delta.cursor;
      if (!delta.has_more) break;
    }
    const pages = found.filter((title) => /^Page \d+$/.test(title)).sort();
    assert.deepEqual(pages, mutations.map(({ payload }) => payload.title).sort());
  });
});
