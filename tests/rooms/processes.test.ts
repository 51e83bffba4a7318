// Rooms of several processes on one database, and a server that is killed. Random writers are in the soak.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { writingToken } from '../cli/run.ts';
import { type Server, start, type Target } from '../soak/writers.ts';
import { come, type Person, paragraph, sayTheSame, synced } from './people.ts';

onEachEngine((engine, open) => {
  let target: Target;
  let headers: Record<string, string>;
  const servers: Server[] = [];
  const here: Person[] = [];

  before(async () => {
    const database = await open();
    const { dataDir, url } = database;
    target = { env: { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) } };
    headers = { authorization: `Bearer ${await writingToken(database)}` };
    servers.push(await start(target), await start(target));
  });
  after(async () => {
    for (const person of here) person.leave();
    for (const { child } of servers) child.kill('SIGKILL');
  });

  const base = (index: number): string => (servers[index] as Server).base;
  const call = async (method: string, path: string, body?: object) => {
    const sent = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(`${base(0)}/api/v2${path}`, {
      method,
      headers: sent,
      body: body && JSON.stringify(body),
    });
    assert.equal(answer.status, 200, `${method} ${path}`);
    return answer.json();
  };
  const make = async (): Promise<number> => {
    const blocks = [paragraph('a', 'one'), paragraph('b', 'two')];
    return ((await call('POST', '/pages', { workspace_id: 1, title: 'Shared', blocks })) as { id: number }).id;
  };
  const enter = (index: number, id: number): Person => {
    const person = come(base(index), id, headers);
    here.push(person);
    return person;
  };

  it('share a room, and who is in it', async () => {
    const id = await make();
    const [one, two] = [enter(0, id), enter(1, id)];
    await synced(one, two);
    one.provider.awareness.setLocalStateField('cursor', null);
    one.type(' by one');
    two.rewrite([...two.blocks(), paragraph('c', 'x'.repeat(20_000))]);
    await until(() => two.text() === 'one by one' && one.blocks().length === 3);
    sayTheSame(one, two);
    if (engine === 'postgres') await until(() => two.provider.awareness.getStates().has(one.doc.clientID));
    one.leave();
    two.leave();
    const versions = async () => ((await call('GET', `/pages/${id}/versions`)) as object[]).length;
    await until(async () => (await versions()) > 1);
  });

  it('hold what was acknowledged when one is killed', async () => {
    const id = await make();
    const [one, two] = [enter(0, id), enter(0, id)];
    await synced(one, two);
    one.type(' for good');
    await until(() => two.text() === 'one for good');
    const [{ child }] = servers as [Server];
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const person of [one, two]) person.leave();
    servers[0] = await start(target);
    const { blocks } = (await call('GET', `/pages/${id}/content`)) as { blocks: { content: { text: string }[] }[] };
    assert.equal(blocks[0]?.content[0]?.text, 'one for good');
  });

  it('say goodbye when they stop, and have everything in the page', async () => {
    const id = await make();
    const one = enter(0, id);
    await synced(one);
    one.type(' at last');
    const [{ child }] = servers as [Server];
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
    await until(() => one.closed.includes(1001));
    one.leave();
    servers[0] = await start(target);
    const { blocks } = (await call('GET', `/pages/${id}/content`)) as { blocks: { content: { text: string }[] }[] };
    assert.equal(blocks[0]?.content[0]?.text, 'one at last');
  });
});
