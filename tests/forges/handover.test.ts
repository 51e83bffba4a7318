// An account that comes to whoever has proved its address: a forge that was connected before opens it no more.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { accounts } from '../../plugins/auth/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { Name } from '../kit/app.ts';
import { type ForgeProduct, startForgeProduct } from './product.ts';

onEachEngine((_engine, open) => {
  let t: ForgeProduct;
  before(async () => {
    t = await startForgeProduct(await open(), 'gitea', {
      // Nobody listens there: what would be sent waits in the outbox.
      settings: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'notes@example.org' },
    });
    await t.register();
  });
  after(() => t.stop());

  const connections = async (name: Name): Promise<number> =>
    (await t.app.database.reader('forge_accounts').where({ user_id: t.user(name).id })).length;
  const connected = async (name: Name): Promise<void> => {
    t.forge.person(`intruder-${name}`);
    await t.connect(name, `intruder-${name}`);
    assert.equal((await t.signIn(`intruder-${name}`)).user?.id, t.user(name).id);
    assert.equal(await connections(name), 1);
  };
  const isOver = async (name: Name): Promise<void> => {
    assert.equal(await connections(name), 0);
    assert.notEqual((await t.signIn(`intruder-${name}`)).user?.id, t.user(name).id);
  };

  it('by the first new password that a mail brought to an address which nobody had proved', async () => {
    await t.app.database
      .writer('users')
      .where({ id: t.user('vic').id })
      .update({ email_confirmed_at: null });
    await connected('vic');
    await t.inject('POST', '/auth/forgot', { body: { email: 'vic@example.org' } });
    const { items } = await t.app.mail.list(t.ctx('adm'), 1, 0);
    const { text = '' } = (await t.app.mail.read(t.ctx('adm'), items[0]?.id ?? 0)) ?? {};
    const token = /reset\?token=([\w-]+)/.exec(text)?.[1];
    const body = { token, password: 'another calm evening' };
    assert.equal((await t.inject('POST', '/auth/reset', { body })).status, 200);
    await isOver('vic');
  });

  it('by a provider that is trusted to know whose address it is', async () => {
    await connected('edi');
    await t.app.use(accounts).surrender(t.ctx('adm'), t.user('edi').id);
    await isOver('edi');
  });
});
