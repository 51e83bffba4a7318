// The pages of the agent without scripts: asked, decided, undone and remembered by forms; answers that fetch nothing.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { answerHtml } from '../../plugins/agent/screen/answer-html.ts';
import { migratedDatabase, onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Agent, startAgent } from './chat.ts';
import type { ModelServer, Reply } from './model-server.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let model: ModelServer;
  let page: number;
  before(async () => {
    agent = await startAgent(await open());
    ({ t, model } = agent);
    const body = { title: 'Quokka', markdown: 'They live on Rottnest.', workspace_id: t.ws1 };
    page = (await t.call('ann', 'POST', '/api/pages', { body })).body.id;
  });
  after(() => agent.stop());

  const show = async (path: string): Promise<string> => {
    const answer = await t.call('ann', 'GET', path, { headers: { accept: 'text/html' } });
    assert.equal(answer.status, 200, path);
    return answer.text;
  };
  const said = (...replies: Reply[]) => {
    model.asked = [];
    model.script = (_, turn) => replies[turn] ?? { text: 'Done.' };
  };
  const send = async (path: string, fields: Record<string, string | number>): Promise<string> => {
    const answer = await t.form('ann', path, fields);
    assert.equal(answer.status, 303, answer.text.slice(0, 500));
    return String(answer.headers.location);
  };
  const settled = async (path: string, shows: RegExp): Promise<string> => {
    let text = '';
    const isThere = async () => {
      text = await show(path);
      return shows.test(text);
    };
    await until(isThere, `${shows} at ${path}`);
    return text;
  };

  it('ask, decide and undo by forms', async () => {
    const write = { name: 'update_page', args: { page_id: page, mode: 'append', markdown: 'They <b>smile</b>.' } };
    said({ text: 'I would write **this**.', calls: [write] }, { text: 'Written.' });
    const path = await send('/agent', { text: 'Write <it> down', page_id: page, mode: 'approve' });
    const waiting = await settled(path, /agent-approval/);
    assert.match(waiting, /Write &lt;it&gt; down/);
    assert.match(waiting, /<strong>this<\/strong>/);
    const [, decide, action] =
      /action="(\/agent\/runs\/\d+\/decide)"[\s\S]*?name="action_id" value="(\d+)"/.exec(waiting) ?? [];
    await send(String(decide), { action_id: String(action), allow: 'once' });
    const done = await settled(path, /Written\./);
    const [, undo] = /action="(\/agent\/runs\/\d+\/undo)"/.exec(done) ?? [];
    assert.match(await send(String(undo), {}), /\?done=undone&kept=0$/);
    assert.match(await show(path), /undone by Ann Example, \d+ [A-Z]\w+ \d+/);
    assert.doesNotMatch((await t.call('ann', 'GET', `/api/v2/pages/${page}/markdown`)).text, /smile/);
    assert.match(await show(`/agent?page_id=${page}`), /Write &lt;it&gt; down/);
  });

  it('are headed by the question that began them, cut between two words, or by the name they have', async () => {
    said({ text: 'On Rottnest.' });
    const { id } = (await t.call('ann', 'POST', '/api/agent/conversations', { body: {} })).body;
    await send(`/agent/${id}/messages`, { text: 'Where do they live?' });
    assert.match(await settled(`/agent/${id}`, /On Rottnest/), /<h1>Where do they live\?<\/h1>/);
    await send(`/agent/${id}/change`, { title: 'Quokkas', mode: 'approve' });
    assert.match(await show(`/agent/${id}`), /<h1>Quokkas<\/h1>/);
    said({ text: 'On Rottnest.' });
    const long = `${'What do we know? '.repeat(4)}And what follows from all of that?`;
    const path = await send('/agent', { text: long });
    assert.match(await settled(path, /On Rottnest/), /<h1>(What do we know\? ){4}And what…<\/h1>/);
  });

  it('offer to ask again what had no answer, as long as nothing else was asked', async () => {
    model.script = () => ({ status: 400 });
    const path = await send('/agent', { text: 'Where to?' });
    const failed = await settled(path, /rejected the question/);
    const [, form = ''] = /<form[^>]*action="\/agent\/\d+\/messages">([\s\S]*?Ask again)/.exec(failed) ?? [];
    assert.match(form, /name="text" value="Where to\?"/);
    said({ text: 'To Rottnest.' });
    await send(`${path}/messages`, { text: 'Where to?' });
    assert.doesNotMatch(await settled(path, /To Rottnest/), /Ask again/);
  });

  it('fold what was looked up in a row into one line', async () => {
    const look = { name: 'search', args: { query: 'quokka' } };
    said({ calls: [look, look, look] }, { text: 'Nothing found.' });
    const path = await send('/agent', { text: 'Look three times' });
    assert.match(await settled(path, /Nothing found/), /3 steps: Search/);
  });

  it('ask before they delete a conversation, which takes the undo of its runs along', async () => {
    said({ text: 'Nothing.' });
    const path = await send('/agent', { text: 'Look' });
    const shown = await settled(path, /Nothing\./);
    const [, form = ''] = /<form([^>]*action="\/agent\/\d+\/delete"[^>]*)>/.exec(shown) ?? [];
    assert.match(form, /data-confirm="[^"]*can no longer be undone here/);
    assert.match(await send(`${path}/delete`, {}), /done=deleted/);
  });

  it('name whoever undid a run, and whoever changed what stays', async () => {
    const body = { title: 'Bilby', markdown: 'They dig.', workspace_id: t.ws1 };
    const { id } = (await t.call('ann', 'POST', '/api/pages', { body })).body;
    const tag = { name: 'tag_item', args: { page_id: id, add: ['Marsupial'] } };
    said({ calls: [{ name: 'update_page', args: { page_id: id, mode: 'append', markdown: 'By night.' } }, tag] });
    const path = await send('/agent', { text: 'Write', page_id: id, mode: 'auto' });
    const done = await settled(path, /Done\./);
    const edit = { body: { append: 'Edi was here' } };
    assert.equal((await t.call('edi', 'PATCH', `/api/v2/pages/${id}/markdown`, edit)).status, 200);
    const [, undo] = /action="(\/agent\/runs\/\d+\/undo)"/.exec(done) ?? [];
    const back = await send(String(undo), {});
    assert.match(back, /\?done=undone&kept=1$/);
    const shown = await show(back);
    assert.match(shown, /undone in part by Ann Example/);
    assert.match(shown, /Write in a page · Bilby: changed since then, last by Edi Example/);
    assert.match(await send(String(undo), {}), /\?done=kept&kept=1$/);
  });

  it('change, remember, forget and delete by forms, beside a page without the frame', async () => {
    said({ text: 'Yes.' });
    const path = await send('/agent', { text: 'Is it so?', embed: '1' });
    assert.match(path, /^\/agent\/\d+\?embed=1$/);
    const beside = await settled(path, /<p[^>]*>Yes\./);
    assert.match(beside, /<main id="main" class="embed"/);
    const [plain = ''] = path.split('?');
    await send(`${plain}/change`, { title: 'Renamed', mode: 'ask' });
    assert.match(await show(plain), /Renamed[\s\S]*<option value="ask" selected>/);
    const memory = await show(`${plain}/memory`);
    const [, note] = /name="note_id" value="(\d+)"/.exec(memory) ?? [];
    assert.match(memory, /Memory is off[\s\S]*Is it so\? → Yes\./);
    await send(`${plain}/memory`, { note_id: String(note), text: 'Mended' });
    assert.match(await show(`${plain}/memory`), /Mended/);
    await send(`${plain}/memory`, {});
    assert.match(await show(`${plain}/memory`), /Nothing is remembered yet/);
    await send(`${plain}/delete`, {});
    assert.equal((await t.call('ann', 'GET', plain)).status, 404);
    assert.equal((await t.call('edi', 'GET', plain)).status, 404);
  });

  it('name how a run ended', async () => {
    said({ text: 'Well, this is a long one', fault: 'half' });
    const path = await send('/agent', { text: 'Tell me' });
    assert.match(await settled(path, /The answer broke off/), /Tell me/);
  });

  it('show answers that ask no other site for anything, and say where links lead', async () => {
    const markdown = [
      `See [here](https://a.example/x?y=1), <https://b.example/>, [Quokka](/pages/${page}).`,
      '![pic](https://evil.example/p.png)',
      '<img src="https://evil.example/q.png"><script>alert(1)</script>',
      '[x](javascript:alert(1))',
    ].join('\n\n');
    const html = await answerHtml(t.ctx('ann'), t.ws1, markdown);
    assert.doesNotMatch(html, /<(img|script|iframe|video|link)\b|href="javascript/i);
    assert.match(html, />here<\/a> \(a\.example\)/);
    assert.match(html, />https:\/\/b\.example\/<\/a>,/);
    assert.match(html, new RegExp(`href="/pages/${page}"`));
  });

  it('tell administrators what was used by day, and nobody else', async () => {
    const { body } = await t.call('adm', 'GET', '/api/v2/admin/agent');
    const [today] = body.days;
    assert.equal(today.day, t.app.now().slice(0, 10));
    assert.ok(today.runs >= 2 && today.tokens_in >= 20 && today.tokens_out >= 10, JSON.stringify(today));
    assert.equal((await t.call('ann', 'GET', '/api/v2/admin/agent')).status, 403);
    assert.equal((await t.call('ann', 'GET', '/admin/agent')).status, 403);
    assert.match((await t.call('adm', 'GET', '/admin/agent')).text, new RegExp(today.day));
  });
});

it('explain where there is no model', async () => {
  const database = await migratedDatabase('sqlite');
  const t = await startApp(database);
  assert.match((await t.call('adm', 'GET', '/agent')).text, /AGENT_PROVIDER/);
  const text = (await t.call('ann', 'GET', '/agent')).text;
  assert.match(text, /No agent here yet/);
  assert.doesNotMatch(text, /AGENT_PROVIDER|<textarea/);
  await t.stop();
  await database.cleanup();
});
