// Pictures of accounts: only verified images, never one that fills a memory, and the way back to initials.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { claiming, PIXEL } from '../kit/pictures.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const upload = async (content: Buffer, url = '/api/settings/avatar') => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'me.png');
    const wire = new Request('http://x', { method: 'POST', body: form });
    const headers = { ...t.session('ann'), 'content-type': wire.headers.get('content-type') as string };
    return t.inject('POST', url, { headers, body: Buffer.from(await wire.arrayBuffer()) });
  };

  const refused: [string, Buffer][] = [
    ['markup', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['an image that ends after its first bytes', PIXEL.subarray(0, 12)],
    ['more than 40 million pixels', claiming(8000, 5001)],
    ['a flood of pixels in one row', claiming(2_000_000_000, 1)],
  ];
  for (const [what, content] of refused) {
    it(`refuses ${what}`, async () => {
      const answer = await upload(content);
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual(answer.body.detail[0].loc, ['body', 'file']);
    });
  }

  it('refuses more than 5 MB', async () => {
    assert.equal((await upload(Buffer.concat([PIXEL, Buffer.alloc(5.2 * 1024 * 1024)]))).status, 413);
  });

  it('takes an image, shows it, and goes back to initials', async () => {
    const { body } = await upload(PIXEL);
    assert.match(body.avatar_url, /^\/api\/settings\/avatar\/[\w-]+\.png$/);
    const shown = await t.call('vic', 'GET', body.avatar_url);
    assert.deepEqual([shown.status, shown.headers['x-content-type-options']], [200, 'nosniff']);
    assert.equal((await t.call('bob', 'GET', body.avatar_url)).status, 404);
    const gone = await t.form('ann', '/accounts/settings/avatar/remove');
    assert.equal(gone.headers.location, '/accounts/settings/profile?done=unset#avatar');
    assert.match((await t.call('ann', 'GET', '/auth/user')).body.avatar_url, /initials-/);
    assert.equal((await t.call('ann', 'GET', body.avatar_url)).status, 404);
  });

  it('says faults in German to those who read German', async () => {
    const { cookie, 'x-csrf-token': csrf } = t.session('ann') as { cookie: string; 'x-csrf-token': string };
    const headers = { cookie: `${cookie}; locale=de`, 'content-type': 'application/x-www-form-urlencoded' };
    const table: [string, string, RegExp][] = [
      ['profile', 'full_name=Ann&login=a+b', /Benutzername darf Buchstaben/],
      ['profile', 'full_name=&login=ann', /Vollständiger Name fehlt/],
      ['profile', 'full_name=Ann&login=ann&timezone=Mars', /Zeitzone ist keine bekannte Zeitzone/],
      ['email', 'email=ann', /ist keine vollständige E-Mail-Adresse/],
      ['password', 'password=short', /sollte mindestens 8 Zeichen haben/],
      ['password', 'password=password123', /eines der häufigsten/],
      ['profile', 'full_name=Ann&login=bob', /role="alert">Ein Konto mit diesem Benutzernamen/],
    ];
    for (const [what, body, pattern] of table) {
      const answer = await t.inject('POST', `/accounts/settings/${what}`, { headers, body: `${body}&csrf=${csrf}` });
      assert.match(answer.text, pattern, body);
    }
  });
});
