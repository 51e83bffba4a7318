// The start page says first what waits: rows that somebody has to do, the next day first, and what they have not read.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const states = {
  options: [
    { name: 'Open', color: 'gray', group: 'todo' },
    { name: 'Done', color: 'green', group: 'done' },
  ],
};

onEachEngine((_engine, open) => {
  let t: TestApp;
  let made: Made;
  const day = (from: number) => ({
    start: new Date(Date.parse(t.app.now()) + from * 86_400_000).toISOString().slice(0, 10),
    end: null,
    timezone: null,
  });
  before(async () => {
    t = await startApp(await open());
    made = await makeDatabase(t, [
      { name: 'Status', type: 'status', config: states },
      { name: 'Owner', type: 'person' },
      { name: 'Due', type: 'date' },
    ]);
    const [edi, todo, done] = [t.user('edi').id, made.option('Status', 'Open'), made.option('Status', 'Done')];
    await made.row({ Owner: [edi], Status: todo }, 'Some day');
    await made.row({ Owner: [edi], Status: todo, Due: day(1) }, 'Tomorrow it is');
    await made.row({ Owner: [edi], Status: todo, Due: day(-3) }, 'Overdue it is');
    await made.row({ Owner: [edi], Status: done, Due: day(-4) }, 'Done it is');
    await made.row({ Owner: [t.user('ann').id], Status: todo, Due: day(-4) }, 'Of somebody else');
    await t.settled();
  });
  after(() => t.stop());

  const read = async (who: Name): Promise<string> => {
    const { status, text } = await t.inject('GET', '/', { headers: t.session(who) });
    assert.equal(status, 200);
    return text;
  };
  const duties = (text: string): string[] => {
    const [, list = ''] = /<h2>Assigned to you<\/h2>([\s\S]*?)<\/section>/.exec(text) ?? [];
    return [...list.matchAll(/class="home-words">([^<]*)</g)].map(([, title]) => String(title));
  };

  it('lists what is assigned and not done, what is late first and what has no day last', async () => {
    const text = await read('edi');
    assert.deepEqual(duties(text), ['Overdue it is', 'Tomorrow it is', 'Some day']);
    assert.match(text, /data-due="late"/);
    assert.match(text, />tomorrow<\/time>/);
    assert.doesNotMatch(text, /type="search" name="search"/, 'the sidebar has a search');
  });

  it('names nothing that somebody no longer sees', async () => {
    await t.call('ann', 'PUT', `/api/v2/pages/${made.pageId}/permissions/type`, { permission_type: 'private' });
    assert.deepEqual(duties(await read('edi')), []);
    await t.call('ann', 'PUT', `/api/v2/pages/${made.pageId}/permissions/type`, { permission_type: 'inherit' });
  });

  it('shows what somebody was told and has not read', async () => {
    const text = await read('edi');
    assert.match(text, /<h2>Unread <span class="badge">\d+<\/span><\/h2>/);
    assert.match(text, /href="\/notifications\?tab=unread"/);
    assert.doesNotMatch(await read('vic'), /<h2>Unread/);
  });
});
