// Webhooks over HTTP: whose they are, what they take, and that no secret comes out of them.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { publicKeyOf, signedHeaders, signerOf } from '../../plugins/webhooks/signature.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { type Receiver, withReceiver } from './receiver.ts';

describe('signatures', () => {
  it('are those of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signedHeaders(
      [signerOf(secret)],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
    );
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  withReceiver(open, (app, given) => {
    t = app;
    receiver = given;
  });
  const make = (who: Name, extra: object = {}) =>
    t.call(who, 'POST', '/api/v2/webhooks', { body: { workspace_id: t.ws1, url: receiver.url(), ...extra } });
  const made = async (who: Name, extra: object = {}) => {
    const answer = await make(who, extra);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  it('are made by editors, and of the whole service by administrators', async () => {
    for (const [who, status] of [
      ['anon', 401],
      ['bob', 404],
      ['vic', 403],
      ['com', 403],
      ['edi', 200],
      ['ann', 200],
    ] as const) {
      const answer = await t.call(who as Name, 'POST', '/api/v2/webhooks', {
        body: { workspace_id: t.ws1, url: receiver.url() },
      });
      assert.equal(answer.status, status, `${who} ${answer.text}`);
    }
    assert.equal((await make('ann', { workspace_id: null })).status, 403);
    assert.equal((await make('adm', { workspace_id: null })).status, 200);
  });

  it('are there for their owner and the owners of the workspace, and for nobody else', async () => {
    const ofEdi = await made('edi', { name: 'Edi’s' });
    const ofAnn = await made('ann', { name: 'Ann’s' });
    const path = (id: number) => `/api/v2/webhooks/${id}`;
    const get = async (who: Name, id: number) => (await t.call(who, 'GET', path(id))).status;
    assert.deepEqual(
      await Promise.all([get('edi', ofEdi.id), get('ann', ofEdi.id), get('adm', ofEdi.id)]),
      [200, 200, 200],
    );
    assert.deepEqual(
      await Promise.all([get('vic', ofEdi.id), get('bob', ofEdi.id), get('edi', ofAnn.id)]),
      [404, 404, 404],
    );
    for (const [method, sub] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['POST', '/recover'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/1/redeliver'],
    ] as const) {
      const body = sub === '/recover' ? { since: '2026-01-01' } : sub ? undefined : { name: 'x' };
      const answer = await t.call(
        'edi',
        method,
        `${path(ofAnn.id)}${sub}`,
        method === 'PATCH' || sub === '/recover' ? { body } : {},
      );
      assert.equal(answer.status, 404, `${method} ${sub} ${answer.text}`);
    }
    const list = async (who: Name) =>
      (await t.call(who, 'GET', `/api/v2/webhooks?workspace_id=${t.ws1}&limit=100`)).body.map(
        (one: { id: number }) => one.id,
      );
    assert.ok((await list('edi')).includes(ofEdi.id) && !(await list('edi')).includes(ofAnn.id));
    assert.ok((await list('ann')).includes(ofEdi.id) && (await list('ann')).includes(ofAnn.id));
    assert.deepEqual(await list('vic'), []);
  });

  const refused: [string, object, number, RegExp][] = [
    ['localhost', { url: 'http://localhost/x' }, 400, /private_url/],
    ['127.0.0.1', { url: 'http://127.0.0.1/x' }, 400, /private_url/],
    ['127.1', { url: 'http://127.1/x' }, 400, /private_url/],
    ['a number', { url: 'http://2130706433/' }, 400, /private_url/],
    ['hex', { url: 'http://0x7f000001/' }, 400, /private_url/],
    ['0.0.0.0', { url: 'http://0.0.0.0/' }, 400, /private_url/],
    ['::1', { url: 'http://[::1]/' }, 400, /private_url/],
    ['mapped', { url: 'http://[::ffff:127.0.0.1]/' }, 400, /private_url/],
    ['10.0.0.1', { url: 'http://10.0.0.1/' }, 400, /private_url/],
    ['metadata', { url: 'http://169.254.169.254/' }, 400, /private_url/],
    ['a scheme', { url: 'ftp://example.org/' }, 400, /private_url/],
    ['a file', { url: 'file:///etc/passwd' }, 400, /private_url/],
    ['no address', { url: 'hello' }, 422, /must be a web address/],
    ['a port that there is not', { url: 'http://example.com:99999/' }, 422, /must be a web address/],
    ['numbers that are no address', { url: 'http://256.256.256.256/' }, 422, /must be a web address/],
    ['an event', { events: ['page.exploded'] }, 422, /events/],
    ['no events', { events: [] }, 422, /events/],
    ['a header of ours', { headers: { 'webhook-id': 'x' } }, 422, /is not the name of a header/],
    ['the host', { headers: { Host: 'x' } }, 422, /is not the name of a header/],
    ['a line end in a header', { headers: { 'x-a': 'b\r\nx-c: d' } }, 422, /plain letters and signs/],
    ['a line end in a name', { headers: { 'x-a\r\nb': 'c' } }, 422, /is not the name of a header/],
    [
      'eleven headers',
      { headers: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${at}`, ''])) },
      422,
      /headers/,
    ],
    ['a filter of nothing', { filter: { property_id: 'Name', op: 'is_empty' } }, 422, /needs collection_id/],
    ['what is no field', { secret: 'whsec_x' }, 422, /secret/],
  ];
  for (const [what, extra, status, words] of refused)
    it(`refuse ${what}, when made and when changed`, async () => {
      const before = receiver.connections;
      const answer = await make('ann', extra);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, words);
      const hook = await made('ann');
      const changed = await t.call('ann', 'PATCH', `/api/v2/webhooks/${hook.id}`, { body: extra });
      assert.equal(changed.status, status, changed.text);
      assert.equal(receiver.connections, before);
      await t.call('ann', 'DELETE', `/api/v2/webhooks/${hook.id}`);
    });

  it('refuse names that lead to this machine, and take those that nobody knows at the moment', async () => {
    const inside = await make('ann', { url: 'http://ip6-localhost/' });
    assert.deepEqual([inside.status, inside.body.code], [400, 'private_url']);
    const unknown = await make('ann', { url: 'http://localtest.invalid/' });
    assert.equal(unknown.status, 200, unknown.text);
    await t.call('ann', 'DELETE', `/api/v2/webhooks/${unknown.body.id}`);
  });

  it('show their secret once, keep it encrypted, and never show headers', async () => {
    const hook = await made('ann', { headers: { 'x-key': 'SECRET-7f3a' } });
    assert.match(hook.secret, /^whsec_[\w+/]{43}=$/);
    const seen = await t.call('ann', 'GET', `/api/v2/webhooks/${hook.id}`);
    assert.deepEqual([seen.body.secret, seen.body.header_names], [undefined, ['x-key']]);
    const texts = [
      seen,
      await t.call('ann', 'GET', '/api/v2/webhooks'),
      await t.call('ann', 'GET', `/webhooks/${hook.id}`),
    ];
    for (const { text, status } of texts) {
      assert.equal(status, 200);
      assert.ok(!text.includes(hook.secret) && !text.includes('SECRET-7f3a'));
    }
    const again = await made('ann', { headers: { 'x-key': 'SECRET-7f3a' } });
    const rows = await t.app.database.reader('webhooks').whereIn('id', [hook.id, again.id]);
    assert.ok(!JSON.stringify(rows).includes('SECRET-7f3a') && !JSON.stringify(rows).includes(hook.secret));
    assert.notEqual(rows[0].headers_encrypted, rows[1].headers_encrypted);
  });

  it('give another receiver neither secret nor headers', async () => {
    const hook = await made('ann', { headers: { 'x-key': 'mine' } });
    const change = (body: object) => t.call('ann', 'PATCH', `/api/v2/webhooks/${hook.id}`, { body });
    const same = (await change({ url: receiver.url('/other') })).body;
    assert.deepEqual([same.secret, same.header_names], [null, ['x-key']]);
    t.outbound.answer = () => ({});
    const moved = (await change({ url: 'https://example.org/' })).body;
    t.outbound.answer = undefined;
    assert.ok(moved.secret && moved.secret !== hook.secret);
    assert.deepEqual(moved.header_names, []);
  });

  it('sign with both secrets for as long as they overlap', async () => {
    const hook = await made('ann', { name: 'Turning' });
    const rotated = (await t.call('ann', 'POST', `/api/v2/webhooks/${hook.id}/rotate-secret`, { body: {} })).body;
    assert.ok(rotated.has_previous_secret && rotated.secret !== hook.secret);
    receiver.received = [];
    const sent = await t.call('ann', 'POST', `/api/v2/webhooks/${hook.id}/test`);
    assert.deepEqual([sent.body.status, sent.body.event, sent.body.http_code], ['success', 'webhook.test', 200]);
    const test = receiver.received.find(({ body }) => body.type === 'webhook.test');
    assert.ok(test?.body.seq <= (await t.app.events.newest(t.app.database.reader)));
    const { text, headers } = test as {
      text: string;
      headers: Record<string, string>;
    };
    for (const secret of [hook.secret, rotated.secret]) assert.ok(new Webhook(secret).verify(text, headers));
    await t.call('ann', 'POST', `/api/v2/webhooks/${hook.id}/rotate-secret`, { body: { overlap_hours: 0 } });
    receiver.received = [];
    await t.call('ann', 'POST', `/api/v2/webhooks/${hook.id}/test`);
    const last = receiver.received[0] as { text: string; headers: Record<string, string> };
    for (const secret of [hook.secret, rotated.secret])
      assert.throws(() => new Webhook(secret).verify(last.text, last.headers));
  });

  it('sign with a key whose public half everybody may have', async () => {
    const hook = await made('ann', { signing: 'ed25519' });
    assert.equal(hook.secret, null);
    receiver.received = [];
    await t.call('ann', 'POST', `/api/v2/webhooks/${hook.id}/test`);
    const { text, headers } = receiver.received[0] as { text: string; headers: Record<string, string> };
    const [version, signature] = (headers['webhook-signature'] as string).split(',') as [string, string];
    const raw = Buffer.from(hook.public_key.replace('whpk_', ''), 'base64');
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`);
    assert.equal(version, 'v1a');
    assert.ok(verify(null, signed, key, Buffer.from(signature, 'base64')));
    assert.equal(publicKeyOf('whsec_AAAA'), null);
  });

  it('are at most 50 in a workspace', async () => {
    const { body } = await t.call('bob', 'GET', '/api/v2/webhooks');
    assert.deepEqual(body, []);
    const answers = [];
    for (let count = 0; count < 51; count += 1)
      answers.push((await make('bob', { workspace_id: t.ws2, enabled: false })).status);
    assert.deepEqual([answers.filter((status) => status === 200).length, answers.at(-1)], [50, 409]);
  });
});
