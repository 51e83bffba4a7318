// Forges among the connectors: a way to connect where there is none, and what somebody reads once they are connected.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Connector, connectors } from '../../plugins/agent-connectors/contract.ts';
import type { Name } from '../kit/app.ts';
import { onEachKind } from './each-kind.ts';

const USER_PATH = '/user';

onEachKind('a connector', (product) => {
  const list = async (who: Name): Promise<Connector[]> =>
    (await product().call(who, 'GET', '/api/agent/connectors')).body.connectors;
  const read = (who: Name, connector: string, path = USER_PATH) =>
    product().ctx(who).use(connectors).fetch(product().ctx(who), { connector, path });
  const page = async (who: Name) => (await product().call(who, 'GET', '/agent/connectors')).text;

  it('offers a way to connect to whoever is not, and to register another one to administrators', async () => {
    const t = product();
    const [first, second] = await list('edi');
    assert.deepEqual([first?.name, first?.url, first?.status], ['Code', t.forge.url, 'unknown']);
    assert.equal(second?.status, 'unknown');
    const shown = await page('edi');
    assert.match(shown, /<a class="button" href="\/accounts\/forges">Connect Code</);
    assert.doesNotMatch(shown, /href="\/admin\/forges"/);
    assert.match(await page('adm'), /<a class="button" href="\/admin\/forges">Set up</);
    await assert.rejects(read('edi', 'forge'), { code: 'conflict' });
    await assert.rejects(read('edi', 'forge2'), { code: 'conflict' });
    assert.deepEqual(t.forge.asked, []);
  });

  it('reads with the token of whoever connected it, below the programming interface alone', async () => {
    const t = product();
    assert.equal((await t.call('edi', 'POST', '/api/user/forge/forge', { token: t.forge.grant('edi') })).status, 200);
    const [first] = await list('edi');
    assert.deepEqual([first?.status, first?.detail], ['ok', 'edi']);
    assert.doesNotMatch(await page('edi'), /Connect Code/);
    const { status, text, content_type } = await read('edi', 'forge');
    assert.equal((await read('edi', 'code')).text, text, 'by its name');
    assert.deepEqual([status, content_type], [200, 'application/json']);
    assert.match(text, /edi/);
    for (const path of ['/../..', '/%2e%2e/secret', 'user'])
      await assert.rejects(read('edi', 'forge', path), { code: 'validation_failed' }, path);
    await assert.rejects(read('vic', 'forge'), { code: 'conflict' });
  });

  it('asks to connect again once the forge no longer takes the token', async () => {
    const t = product();
    t.forge.tokens.clear();
    await assert.rejects(read('edi', 'forge'), { code: 'conflict' });
    assert.equal((await list('edi'))[0]?.status, 'unknown');
    assert.match(await page('edi'), />Connect Code again</);
  });
});
