// Undoing what the agent did: random histories against a model of the pages, and what others have changed since.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';
import type { ModelServer, Reply } from './model-server.ts';

/** Numbers that look random and are the same each time (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Call = NonNullable<Reply['calls']>[number];

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let model: ModelServer;
  before(async () => {
    agent = await startAgent(await open(), undefined, {
      AGENT_MAX_STEPS: '50',
      AGENT_RUN_TOKENS: '10000000',
      AGENT_DAY_TOKENS: '100000000',
    });
    ({ t, model } = agent);
  });
  after(() => agent.stop());

  const call = async (method: string, path: string, body?: object) => {
    const answer = await t.call('ann', method, path, body && { body });
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const makePage = async (title: string, parent_id: number | null = null): Promise<number> =>
    (
      await call('POST', '/api/pages', {
        title,
        markdown: `Text of ${title}.\n\nMore.`,
        workspace_id: t.ws1,
        parent_id,
      })
    ).id;

  /** All calls in answers of so many, allowed as they come. */
  async function act(calls: Call[], atOnce = 3): Promise<Chat> {
    model.asked = [];
    const groups = Array.from({ length: Math.ceil(calls.length / atOnce) }, (_, at) =>
      calls.slice(at * atOnce, (at + 1) * atOnce),
    );
    model.script = (_, turn) => (groups[turn] ? { calls: groups[turn] } : { text: 'Done.' });
    const chat = await Chat.begin(t);
    await chat.say('Act');
    while (chat.status === 'waiting') await chat.decide('once');
    assert.equal(chat.status, 'done', JSON.stringify(chat.told.at(-2)));
    return chat;
  }

  it('brings everything back that nobody touched, whatever was done in whatever order', async () => {
    const database = await call('POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Orders' });
    const count = await call('POST', `/api/v2/collections/${database.id}/properties`, {
      name: 'Count',
      type: 'number',
    });
    const row = await call('POST', `/api/v2/collections/${database.id}/rows`, {
      title: 'Tea',
      values: { [count.id]: 3 },
    });
    for (let seed = 1; seed <= 6; seed++) {
      const random = numbers(seed);
      const pages = [await makePage(`A${seed}`), await makePage(`B${seed}`), await makePage(`C${seed}`)];
      const look = async () => ({
        pages: await Promise.all(
          pages.map(async (id) => {
            const { title, parent_id, deleted_at } = await t.app.database.reader('pages').where({ id }).first();
            const { text } = await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`);
            return { id, title, parent_id, isTrashed: deleted_at !== null, text };
          }),
        ),
        row: (await call('GET', `/api/v2/rows/${row.id}`)).values,
        properties: (await call('GET', `/api/v2/collections/${database.id}/properties`)).map(
          ({ name }: { name: string }) => name,
        ),
        live: Number((await t.app.database.reader('pages').whereNull('deleted_at').count({ count: '*' }))[0]?.count),
        comments: Number((await t.app.database.reader('comments').count({ count: '*' }))[0]?.count),
        tags: Number((await t.app.database.reader('page_tags').count({ count: '*' }))[0]?.count),
      });
      const one = () => pages[random(pages.length)] as number;
      const kinds: (() => Call)[] = [
        () => ({
          name: 'update_page',
          args: { page_id: one(), mode: ['append', 'prepend', 'replace'][random(3)], markdown: `W${random(99)}` },
        }),
        () => ({
          name: 'update_page',
          args: { page_id: one(), mode: 'append', markdown: 'x', title: `T${random(99)}` },
        }),
        () => ({ name: 'move_page', args: { page_id: pages[1], parent_id: random(2) ? pages[0] : null } }),
        () => ({ name: 'trash_page', args: { page_id: pages[2] } }),
        () => ({ name: 'create_page', args: { title: `N${random(99)}`, parent_id: pages[0], markdown: 'new' } }),
        () => ({
          name: 'create_row',
          args: { collection_id: database.id, title: 'Row', values: { Count: random(99) } },
        }),
        () => ({ name: 'update_row', args: { row_id: row.id, values: { Count: random(99), Name: `R${random(9)}` } } }),
        () => ({
          name: 'add_property',
          args: { collection_id: database.id, name: `P${seed} ${random(1000)}`, type: 'text' },
        }),
        () => ({ name: 'tag_item', args: { page_id: one(), add: [`t${random(5)}`] } }),
        () => ({ name: 'add_comment', args: { page_id: one(), body: `C${random(99)}` } }),
        () => ({ name: 'use_template', args: { key: 'meeting-notes', parent_id: pages[0] } }),
      ];
      const earlier = await look();
      const calls = Array.from({ length: 12 }, () => (kinds[random(kinds.length)] as () => Call)());
      const chat = await act(calls);
      const { runs } = await chat.record();
      const done = runs[0].actions.filter(({ status }: { status: string }) => status === 'done').length;
      assert.ok(done >= 4, `only ${done} of ${calls.length} were done`);
      const { body } = await chat.undo();
      assert.deepEqual([body.kept, body.undone.length], [[], done], `seed ${seed}`);
      assert.deepEqual(await look(), earlier, `seed ${seed}: ${JSON.stringify(calls)}`);
      assert.equal((await chat.record()).runs[0].status, 'undone');
      assert.deepEqual((await chat.undo()).body.undone, [], 'nothing is undone twice');
    }
  });

  it('leaves what somebody has changed since, and says who', async () => {
    const [first, second] = [await makePage('First'), await makePage('Second')];
    const write = (page_id: number) => ({ name: 'update_page', args: { page_id, mode: 'append', markdown: 'Agent' } });
    const chat = await act([write(first), write(second)]);
    const body = { append: 'Edi was here' };
    assert.equal((await t.call('edi', 'PATCH', `/api/v2/pages/${first}/markdown`, { body })).status, 200);
    const undone = (await chat.undo()).body;
    assert.equal(undone.undone.length, 1);
    assert.deepEqual(
      undone.kept.map(({ page_id, reason, changed_by }: Record<string, unknown>) => [page_id, reason, changed_by]),
      [[first, 'changed', { id: t.user('edi').id, name: 'Edi Example' }]],
    );
    assert.match((await t.call('ann', 'GET', `/api/v2/pages/${first}/markdown`)).text, /Agent[\s\S]*Edi was here/);
    assert.doesNotMatch((await t.call('ann', 'GET', `/api/v2/pages/${second}/markdown`)).text, /Agent/);
    assert.equal((await chat.record()).runs[0].status, 'done');
  });

  it('undoes single actions, and says of what went out that it cannot be taken back', async () => {
    const page = await makePage('Told');
    const told = { name: 'notify_user', args: { user_id: t.user('edi').id, page_id: page, text: 'Hello' } };
    const made = { name: 'create_page', args: { title: 'Kept', parent_id: page } };
    const chat = await act([told, made, { name: 'tag_item', args: { page_id: page, add: ['Now'] } }]);
    const { actions } = (await chat.record()).runs[0];
    const tagging = actions.find(({ tool }: { tool: string }) => tool === 'tag_item');
    assert.deepEqual((await chat.undo({ action_ids: [tagging.id] })).body, {
      ok: true,
      undone: [tagging.id],
      kept: [],
    });
    const { undone, kept } = (await chat.undo()).body;
    assert.deepEqual(
      [undone.length, kept.map(({ tool, reason }: Record<string, string>) => [tool, reason])],
      [1, [['notify_user', 'went_out']]],
    );
  });

  it('names nobody for what was undone by a second press at the same moment', async () => {
    const page = await makePage('Pressed twice');
    const chat = await act([
      { name: 'update_page', args: { page_id: page, mode: 'append', markdown: 'Agent' } },
      { name: 'create_page', args: { title: 'New', parent_id: page } },
      { name: 'tag_item', args: { page_id: page, add: ['Now'] } },
      { name: 'add_comment', args: { page_id: page, body: 'Agent' } },
    ]);
    const answers = await Promise.all([chat.undo(), chat.undo(), chat.undo()]);
    const { actions, status } = (await chat.record()).runs[0];
    assert.equal(status, 'undone');
    assert.deepEqual(
      answers.flatMap(({ body }) => body.undone).sort(),
      actions.map(({ id }: { id: number }) => id).sort(),
    );
    assert.deepEqual(
      answers.flatMap(({ body }) => body.kept),
      [],
    );
  });

  it('keeps a property that rows have values of by now', async () => {
    const database = await call('POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Filled' });
    const chat = await act([
      { name: 'add_property', args: { collection_id: database.id, name: 'Note', type: 'text' } },
    ]);
    const note = (await call('GET', `/api/v2/collections/${database.id}/properties`)).find(
      ({ name }: { name: string }) => name === 'Note',
    );
    await call('POST', `/api/v2/collections/${database.id}/rows`, { title: 'x', values: { [note.id]: 'y' } });
    assert.deepEqual(
      (await chat.undo()).body.kept.map(({ reason }: { reason: string }) => reason),
      ['changed'],
    );
  });

  it('takes back what a run did to its own work, in reverse', async () => {
    const text = async (id: number) => (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text;
    const isTrashed = async (id: number) =>
      (await t.app.database.reader('pages').where({ id }).first('deleted_at')).deleted_at !== null;
    const home = await makePage('Home');
    const inside = await makePage('Inside', home);
    const [first, second] = (await call('GET', `/api/v2/pages/${inside}/content`)).blocks;
    const earlier = await text(inside);
    const write = (markdown: string, more: object = { mode: 'append' }) => ({
      name: 'update_page',
      args: { page_id: inside, markdown, ...more },
    });
    const trash = (page_id: number) => ({ name: 'trash_page', args: { page_id } });
    const back = (page_id: number) => ({ name: 'restore_page', args: { page_id } });
    const make = { name: 'create_page', args: { title: 'New', parent_id: home, markdown: 'new' } };
    const block = (one: { id: string }, markdown: string) =>
      write(markdown, { mode: 'replace_block', block_id: one.id });
    const runs: [string, Call[]][] = [
      ['made below a page that is put away', [make, trash(home)]],
      ['written below a page that is put away', [write('one'), trash(home)]],
      ['put away and brought back with what is around it', [write('one'), trash(home), back(home), write('two')]],
      ['written, put away, brought back and put away', [write('one'), trash(inside), back(inside), trash(home)]],
      ['two blocks of a page', [block(first, 'First'), block(second, 'Second')]],
      [
        'moved out, put away with it',
        [{ name: 'move_page', args: { page_id: inside, parent_id: null } }, make, trash(home)],
      ],
    ];
    for (const [name, calls] of runs) {
      const chat = await act(calls, 1);
      const { actions } = (await chat.record()).runs[0];
      assert.equal(actions.length, calls.length, name);
      assert.ok(
        actions.every(({ status }: { status: string }) => status === 'done'),
        name + JSON.stringify(actions),
      );
      const answer = await chat.undo();
      assert.equal(answer.status, 200, `${name}: ${answer.text}`);
      const { undone, kept } = answer.body;
      assert.deepEqual([kept, undone.length], [[], calls.length], name);
      assert.equal(await text(inside), earlier, name);
      assert.deepEqual([await isTrashed(home), await isTrashed(inside)], [false, false], name);
      for (const { tool, page_id } of actions) if (tool === 'create_page') assert.ok(await isTrashed(page_id), name);
    }
  });

  it('leaves what somebody wrote in a page of the run before the run put it away with another', async () => {
    const home = await makePage('Shared home');
    const made = async () => {
      const { id } = await t.app.database.reader('pages').where({ title: 'Early', parent_id: home }).first('id');
      return id as number;
    };
    const calls: Call[] = [
      { name: 'create_page', args: { title: 'Early', parent_id: home, markdown: 'Agent' } },
      { name: 'trash_page', args: { page_id: home } },
    ];
    model.asked = [];
    model.script = async (_, turn) => {
      if (turn === 1) {
        const body = { append: 'Edi was here' };
        assert.equal((await t.call('edi', 'PATCH', `/api/v2/pages/${await made()}/markdown`, { body })).status, 200);
      }
      const next = calls[turn];
      return next ? { calls: [next] } : { text: 'Done.' };
    };
    const chat = await Chat.begin(t);
    await chat.say('Act');
    while (chat.status === 'waiting') await chat.decide('once');
    const { undone, kept } = (await chat.undo()).body;
    assert.deepEqual(
      [undone.length, kept.map(({ page_id, reason }: Record<string, unknown>) => [page_id, reason])],
      [1, [[await made(), 'changed']]],
    );
    assert.match((await t.call('ann', 'GET', `/api/v2/pages/${await made()}/markdown`)).text, /Edi was here/);
  });
});
