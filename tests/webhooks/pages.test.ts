// Webhooks as pages: forms without scripts, what they refuse beside the field, and the secret once.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { buildDocument } from '../../core/openapi/openapi.ts';
import { sentMessages } from '../../core/openapi/sent-message.ts';
import { webhooks } from '../../plugins/webhooks/contract.ts';
import { EVENT_CATALOG } from '../../plugins/webhooks/event-catalog.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { TestApp } from '../kit/app.ts';
import { type Receiver, statusOf, withReceiver } from './receiver.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  withReceiver(open, (app, given) => {
    t = app;
    receiver = given;
  });
  const list = () => `/workspaces/${t.ws1}/webhooks`;

  it('teach a receiver while there is none, and are there for editors', async () => {
    const empty = await t.call('edi', 'GET', list());
    assert.match(empty.text, /standardwebhooks/);
    const trail = /<ol class="breadcrumb">[\s\S]*?<\/ol>/.exec(empty.text)?.[0] ?? '';
    assert.deepEqual(
      trail.match(/aria-current="page">[^<]*/g),
      ['aria-current="page">Webhooks'],
      'of the path, the end',
    );
    assert.equal((await t.call('vic', 'GET', list())).status, 403);
    assert.equal((await t.call('bob', 'GET', list())).status, 404);
    assert.equal((await t.call('ann', 'GET', '/admin/webhooks')).status, 403);
    assert.equal((await t.call('adm', 'GET', '/admin/webhooks')).status, 200);
  });

  it('make one, show its secret once, test it, and say what was sent', async () => {
    const url = receiver.url('/form');
    const made = await t.form('edi', `${list()}/new`, {
      url,
      name: 'Form',
      events: 'page.created',
      payload: 'thin',
      headers: 'x-team: docs',
    });
    assert.equal(made.status, 200, made.text);
    assert.match(made.text, /whsec_[\w+/]{43}=/);
    const id = Number(/\/webhooks\/(\d+)\/test/.exec(made.text)?.[1]);
    const hook = `/webhooks/${id}`;
    assert.doesNotMatch((await t.call('edi', 'GET', hook)).text, /whsec_/);
    const line = (await t.call('edi', 'GET', list())).text;
    assert.match(line, />127\.0\.0\.1:\d+\/form</, 'where it goes');
    assert.match(line, />1 event · Edi Example/);
    const hidden = { workspace_id: t.ws1, url: receiver.url(`/services/${'s'.repeat(24)}?key=quiet`) };
    const kept = await t.call('edi', 'POST', '/api/v2/webhooks', { ...hidden, events: ['page.created'] });
    assert.match(
      (await t.call('edi', 'GET', list())).text,
      />127\.0\.0\.1:\d+\/services\/ssss…</,
      'no secret is shown',
    );
    await t.call('edi', 'DELETE', `/api/v2/webhooks/${kept.body.id}`);
    const tested = await t.form('edi', `${hook}/test`);
    assert.deepEqual([tested.status, tested.headers.location], [303, `${hook}?done=arrived`]);
    await t.call('ann', 'POST', '/api/pages', { title: 'Told', workspace_id: t.ws1 });
    await until(() => receiver.at('/form').length === 2);
    await until(
      async () => (await t.app.database.reader('webhook_deliveries').where({ status: 'success' })).length === 2,
    );
    const { text } = await t.call('edi', 'GET', hook);
    assert.match(text, /class="settings-menu/, 'the menu of the settings stays');
    const secret = /aria-labelledby="secret-title">[\s\S]*?<\/section>/.exec(text)?.[0] ?? '';
    assert.match(secret, /\/rotate"/);
    assert.doesNotMatch(secret, /\/delete"/, 'what deletes a webhook stands apart from its secret');
    for (const words of ['webhook.test', 'page.created', 'curl -X POST', 'webhook-signature', 'Kept: x-team'])
      assert.ok(text.includes(words), words);
    assert.match(text, /<time datetime="[^"]+" title="[^"]+" data-ago>/);
    assert.ok((await t.call('edi', 'GET', list())).text.includes('127.0.0.1'));
    const off = await t.form('edi', `${hook}/switch`, { enabled: 'no' });
    assert.equal(off.headers.location, `${hook}?done=off`);
    const since = '<time datetime="[^"]+" title="[^"]+" data-ago>just now</time>';
    const shown = (await t.call('edi', 'GET', hook)).text;
    assert.match(shown, new RegExp(`Switched off ${since}\\.`));
    assert.match(shown, new RegExp(`Last delivered ${since}`));
    assert.match((await t.call('edi', 'GET', list())).text, new RegExp(`Last delivered ${since}`));
    await t.form('edi', `${hook}/switch`, { enabled: 'yes' });
    const again = await t.form('edi', `${hook}/recover`, { since: '2020-01-01T00:00' });
    assert.equal(again.headers.location, `${hook}?done=queued`);
    const rotated = await t.form('edi', `${hook}/rotate`, { overlap_hours: 1 });
    assert.match(rotated.text, /whsec_[\s\S]*two signatures until/);
    const gone = await t.form('edi', `${hook}/delete`);
    assert.deepEqual([gone.status, gone.headers.location], [303, `${list()}?done=deleted`]);
    assert.equal((await t.call('edi', 'GET', hook)).status, 404);
  });

  it('say beside the field what is wrong, and keep what was typed', async () => {
    const page = await t.call('ann', 'POST', '/api/pages', { title: 'No database', workspace_id: t.ws1 });
    for (const [fields, words] of [
      [{ url: 'nonsense' }, 'Web address must be a web address'],
      [{ database: `/pages/${page.body.id}` }, 'must be the address of a database'],
      [{ filter: 'nonsense' }, 'Only rows that match must be JSON such as'],
      [{ headers: 'nonsense' }, 'must be lines such as'],
      [{ headers: 'Host: x' }, 'Further headers is not the name of a header that can be set here'],
    ] as const) {
      const refused = await t.form('edi', `${list()}/new`, { url: receiver.url(), name: 'Typed', ...fields } as never);
      assert.equal(refused.status, 422, refused.text);
      assert.ok(refused.text.includes(words.replaceAll('"', '&#34;')), words);
      assert.ok(refused.text.includes('Typed'));
    }
  });

  it('listen to nothing on by the form only if they did before', async () => {
    const url = receiver.url('/quiet');
    const listening = await t.call('ann', 'POST', '/api/v2/webhooks', {
      body: { workspace_id: t.ws1, url, events: ['page.created'] },
    });
    const change = (id: number) => t.form('ann', `/webhooks/${id}/change`, { url, name: 'Changed' });
    const events = async (id: number) => (await t.call('ann', 'GET', `/api/v2/webhooks/${id}`)).body.events;
    const refused = await change(listening.body.id);
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.text, /class="fault">Events must be ticked at least once/);
    assert.deepEqual(await events(listening.body.id), ['page.created']);
    const silent = await t
      .ctx('ann')
      .tx((tx) => tx.use(webhooks).forAddress(tx, t.ws1, { name: 'Rule', url: receiver.url('/rule') }));
    assert.equal((await change(silent)).status, 303);
    assert.deepEqual(await events(silent), []);
    const made = await t.form('ann', `${list()}/new`, { url });
    assert.deepEqual(await events(Number(/\/webhooks\/(\d+)\/test/.exec(made.text)?.[1])), ['*']);
  });

  it('say that a test did not arrive', async () => {
    receiver.behaviors['/no'] = statusOf(500);
    const made = await t.form('ann', `${list()}/new`, { url: receiver.url('/no') });
    const id = Number(/\/webhooks\/(\d+)\/test/.exec(made.text)?.[1]);
    const tested = await t.form('ann', `/webhooks/${id}/test`);
    assert.equal(tested.headers.location, `/webhooks/${id}?done=missed`);
    assert.match((await t.call('ann', 'GET', `/webhooks/${id}`)).text, /The receiver refused it/);
  });

  it('show the request with what was sent, and say where more was sent than is kept', async () => {
    for (const payload of ['thin', 'full'] as const) {
      const url = receiver.url(`/shown-${payload}`);
      const events = ['page.updated'];
      const body = { workspace_id: t.ws1, url, events, payload };
      const hook = (await t.call('ann', 'POST', '/api/v2/webhooks', { body })).body;
      const page = (await t.call('ann', 'POST', '/api/pages', { title: 'Plan', workspace_id: t.ws1 })).body.id;
      await t.call('ann', 'PUT', `/api/pages/${page}/rename`, { title: 'Planned' });
      await until(() => receiver.at(`/shown-${payload}`).length === 1);
      const [sent] = receiver.at(`/shown-${payload}`);
      const listed = async () => (await t.call('ann', 'GET', `/api/v2/webhooks/${hook.id}/deliveries`)).body;
      await until(async () => (await listed())[0]?.status === 'success');
      const [{ payload: kept, request_headers, is_whole }] = await listed();
      assert.equal(request_headers['content-length'], String(Buffer.byteLength(sent?.text ?? '')));
      const { text } = await t.call('ann', 'GET', `/webhooks/${hook.id}`, { headers: { accept: 'text/html' } });
      const curl = /<code id="curl-\d+">([^<]*)<\/code>/.exec(text)?.[1] ?? '';
      assert.ok(curl.includes('curl -X POST') && !curl.includes('content-length'));
      const isThin = payload === 'thin';
      assert.deepEqual([is_whole, curl.includes('webhook-signature')], [isThin, isThin]);
      assert.equal(/More than this was sent[\s\S]*does not fit/.test(text), !isThin);
      if (isThin) assert.ok(new Webhook(hook.secret).verify(kept, request_headers));
      else assert.throws(() => new Webhook(hook.secret).verify(kept, request_headers));
      await t.call('ann', 'DELETE', `/api/v2/webhooks/${hook.id}`);
    }
  });

  it('are described with schema and example of each event', async () => {
    const { webhooks: described } = await buildDocument(t.app.server, t.app.contributions(sentMessages));
    assert.deepEqual(Object.keys(described), [...Object.keys(EVENT_CATALOG), 'automation.fired', 'webhook.test']);
    const fired = described['automation.fired']?.post.requestBody.content['application/json'].example;
    assert.match(JSON.stringify(fired), /"event":"page.updated"/);
    for (const { schema, example, name } of t.app.contributions(sentMessages)) {
      const { error } = schema.validate(example);
      assert.equal(error, undefined, `${name} ${error}`);
      assert.ok(described[name]?.post.requestBody.content['application/json'].schema.properties?.data);
    }
  });
});
