// Cards of what the agent wants to do: each says in words what would be done, and none shows an id or is empty.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { AGENT_TOOLS } from '../../plugins/agent/tools/registry.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';

interface Card {
  name: string;
  args: Record<string, unknown>;
  says: RegExp;
}

const OPTIONS = [{ name: 'Open' }, { name: 'Shut' }];

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let cards: Card[];
  /** a database, and two of its properties */
  let orders: { collection_id: number; state: number; owner: number };

  const make = async (path: string, body: object) => {
    const answer = await t.call('ann', 'POST', path, { body });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const makePage = async (title: string, parent_id: number | null = null): Promise<number> =>
    (await make('/api/pages', { title, markdown: 'They live here.\n\nThey dig.', workspace_id: t.ws1, parent_id })).id;
  const idsIn = (value: unknown): string[] => {
    if (typeof value === 'number') return [String(value)];
    return typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) => [...(/^\d+$/.test(key) ? [key] : []), ...idsIn(each)])
      : [];
  };

  async function pageCards(): Promise<Card[]> {
    const [home, inner] = [await makePage('Quokka'), await makePage('Burrow')];
    await makePage('Cave', home);
    const gone = await makePage('Gone');
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${gone}`)).status, 200);
    await t.call('ann', 'PATCH', `/api/v2/pages/${inner}/markdown`, { body: { append: 'By night.' } });
    const [first, second] = (await t.call('ann', 'GET', `/api/v2/pages/${inner}/content`)).body.blocks;
    const version = await t.app.database.reader('page_versions').where({ page_id: inner }).orderBy('id').first('id');
    const write = { page_id: inner, mode: 'replace_block', block_id: second.id, markdown: 'They climb.' };
    const { name: workspace } = await t.app.database.reader('workspaces').where({ id: t.ws1 }).first('name');
    return [
      {
        name: 'create_page',
        args: { parent_id: home, title: 'Den', markdown: 'Warm.' },
        says: /Quokka.*Title Den Warm\./,
      },
      { name: 'create_page', args: { workspace_id: t.ws1, title: 'Den' }, says: new RegExp(`Workspace ${workspace}`) },
      { name: 'update_page', args: write, says: /Burrow.*They dig climb \./ },
      {
        name: 'update_page',
        args: { page_id: inner, mode: 'append', markdown: 'New.', title: 'Warren' },
        says: /Title Burrow Warren/,
      },
      { name: 'update_page', args: { page_id: inner, mode: 'append', markdown: '' }, says: /Burrow/ },
      { name: 'move_page', args: { page_id: inner, parent_id: home }, says: new RegExp(`Place ${workspace} Quokka`) },
      { name: 'trash_page', args: { page_id: home }, says: /Quokka Pages that go with it 1/ },
      { name: 'restore_page', args: { page_id: gone }, says: /Gone/ },
      {
        name: 'restore_page',
        args: { page_id: inner, version_id: version.id },
        says: /Version \d+ [A-Z]\w+ \d+.*By night\./,
      },
      { name: 'use_template', args: { key: 'meeting-notes', parent_id: home }, says: /Quokka Template Meeting notes/ },
      {
        name: 'tag_item',
        args: { page_id: inner, add: ['Marsupial'], remove: ['Bird'] },
        says: /Add tags Marsupial Remove tags Bird/,
      },
      {
        name: 'add_comment',
        args: { page_id: inner, body: 'Why?', block_id: first.id },
        says: /Passage They live here\. Comment Why\?/,
      },
      {
        name: 'notify_user',
        args: { user_id: t.user('edi').id, page_id: inner, text: 'Look' },
        says: /Person Edi Example Message Look/,
      },
    ];
  }

  async function rowCards(): Promise<Card[]> {
    const { id } = await make('/api/v2/collections', { workspace_id: t.ws1, name: 'Orders' });
    const path = `/api/v2/collections/${id}`;
    const state = await make(`${path}/properties`, { name: 'State', type: 'select', config: { options: OPTIONS } });
    const person = await make(`${path}/properties`, { name: 'Owner', type: 'person' });
    orders = { collection_id: id, state: state.id, owner: person.id };
    const other = await make('/api/v2/collections', { workspace_id: t.ws1, name: 'Shops' });
    const [opened, shut] = state.config.options;
    const row = await make(`${path}/rows`, { title: 'Tea', values: { [state.id]: opened.id } });
    const values = { [state.id]: shut.id, [person.id]: [t.user('edi').id], Name: 'Green tea' };
    return [
      {
        name: 'create_row',
        args: { collection_id: id, title: 'Coffee', values },
        says: /Orders Title Coffee.*State: Shut.*Owner: Edi Example/,
      },
      {
        name: 'update_row',
        args: { row_id: row.id, values },
        says: /Tea .*State: Open ?Shut.*Owner: Edi Example.*Green/i,
      },
      {
        name: 'add_property',
        args: { collection_id: id, name: 'Size', type: 'select', config: { options: OPTIONS } },
        says: /Orders Property Size Type Select Options Open, Shut/,
      },
      {
        name: 'add_property',
        args: { collection_id: id, name: 'Shop', type: 'relation', config: { collection_id: other.id } },
        says: /Type Relation Settings Shops/,
      },
    ];
  }

  async function outwardCards(): Promise<Card[]> {
    const { collection_id, state, owner } = orders;
    const rule = await make('/api/v2/automations', {
      ...{ workspace_id: t.ws1, name: 'Water them', trigger_type: 'button', collection_id },
      actions_json: [
        { kind: 'create_page', title: 'Watered', parent_id: await makePage('Log') },
        { kind: 'notify', user_ids: [t.user('edi').id], property_id: owner, message: `Water {p${state}} {title}` },
        { kind: 'create_page', title: 'Tea', collection_id, values: { [state]: 'Open' } },
        { kind: 'set_property', property_id: state, value: 'Shut', collection_id },
      ],
    });
    const doing = new RegExp(
      [
        'Automation Water them .* What it does make the page “Watered” in Log',
        'notify Edi Example, the people in Owner: “Water {State} {title}”',
        'add the row “Tea” to Orders \\(State: Open\\)',
        'set State: Shut in the rows of Orders',
        'as the person who presses it$',
      ].join(' '),
    );
    const connector = await make('/api/agent/connectors', { name: 'Weather', url: 'https://192.0.33.8/v1' });
    return [
      { name: 'run_automation', args: { automation_id: rule.id }, says: doing },
      {
        name: 'web_fetch',
        args: { url: 'https://a.example/x?leak=1' },
        says: /Address https:\/\/a\.example\/x\?leak=1/,
      },
      {
        name: 'connector_fetch',
        args: { connector: connector.id, path: '/now', query: 'at=Perth' },
        says: /Connector Weather Address https:\/\/192\S* Path \/now Query at=Perth/,
      },
    ];
  }

  before(async () => {
    agent = await startAgent(await open());
    ({ t } = agent);
    cards = [...(await pageCards()), ...(await rowCards()), ...(await outwardCards())];
  });
  after(() => agent.stop());

  /** what a person reads on the card of one call */
  async function shown({ name, args }: Card): Promise<string> {
    agent.model.asked = [];
    agent.model.script = () => ({ calls: [{ name, args }] });
    const chat = await Chat.begin(t);
    await chat.say('Act');
    assert.equal(chat.status, 'waiting', `${name}: ${JSON.stringify(chat.of('tool_result'))}`);
    const { text } = await t.call('ann', 'GET', `/agent/${chat.id}`, { headers: { accept: 'text/html' } });
    const [, card = ''] = /<section class="card agent-approval"[^>]*>([\s\S]*?)<form/.exec(text) ?? [];
    const words = card
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    return words.replace(/\s+/g, ' ').replaceAll('· ', '').trim();
  }

  it('name pages, people, properties and options for all that is not only read', async () => {
    const acting = AGENT_TOOLS.filter((one) => one.class !== 'read').map(({ name }) => name);
    assert.deepEqual([...new Set(cards.map(({ name }) => name))].sort(), acting.sort());
    for (const card of cards) {
      const text = await shown(card);
      assert.match(text, card.says, card.name);
      assert.doesNotMatch(text, /_id\b|\bundefined\b|agent\.|\[object/, card.name);
      const words = text
        .replace(/\d+ [A-Z]\w+ \d+, \d+:\d+/, '')
        .replace(/Pages that go with it \d+/, '')
        .split(/[^\w-]+/);
      for (const id of [...idsIn(card.args), card.args.block_id])
        assert.ok(!words.includes(String(id)), `${text}: ${id}`);
    }
  });

  it('are not shown for what cannot be done', async () => {
    const [row] = await t.app.database.reader('pages').whereNotNull('collection_id').where({ title: 'Tea' });
    const wrong = [
      { name: 'update_row', args: { row_id: row.id, values: { State: 'Ajar' } } },
      { name: 'update_row', args: { row_id: row.id, values: { Nothing: 'x' } } },
      { name: 'update_page', args: { page_id: row.id, mode: 'replace_block', block_id: 'nothing', markdown: 'x' } },
      { name: 'connector_fetch', args: { connector: 'Nowhere', path: '/' } },
    ];
    agent.model.asked = [];
    agent.model.script = (_, turn) => (turn ? { text: 'Sorry.' } : { calls: wrong });
    const chat = await Chat.begin(t);
    await chat.say('Act');
    assert.deepEqual([chat.status, chat.of('approval')], ['done', []]);
    assert.deepEqual(
      chat.of('tool_result').map(({ ok }) => ok),
      wrong.map(() => false),
    );
  });
});
