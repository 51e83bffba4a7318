// What lies below /static: for everybody, under the hash of its content, and nothing besides.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

let database: TestDatabase;
let t: TestApp;
before(async () => {
  database = await migratedDatabase('sqlite');
  t = await startApp(database);
});
after(async () => {
  await t.stop();
  await database.cleanup();
});

const get = (url: string, headers: Record<string, string> = {}) => t.app.server.inject({ url, headers });

for (const name of ['..%2fpackage.json', '%2e%2e%2fpieces.json', 'absent.js', 'shell', '.js'])
  it(`is not ${name}`, async () => assert.equal((await get(`/static/${name}`)).statusCode, 404));

const files: [string, string][] = [
  ['databases.css', 'text/css; charset=utf-8'],
  ['shell.js', 'text/javascript; charset=utf-8'],
  ['icons.svg', 'image/svg+xml'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['messages-de.js', 'text/javascript; charset=utf-8'],
];
for (const [name, type] of files)
  it(`serves ${name} for a year where its address has its hash, else asks each time`, async () => {
    const { statusCode, headers, rawPayload } = await get(`/static/${name}`);
    assert.deepEqual([statusCode, headers['content-type'], headers['cache-control']], [200, type, 'no-cache']);
    assert.ok(rawPayload.length > 0);
    const again = await get(`/static/${name}`, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.statusCode, again.payload], [304, '']);
    const address = t.app.assets.url(name);
    assert.ok(address.includes(`?v=${String(headers.etag).slice(1, -1)}`) || !address.includes('?'), address);
    const hashed = await get(`/static/${name}?v=${String(headers.etag).slice(1, -1)}`);
    assert.equal(hashed.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.deepEqual(hashed.rawPayload, rawPayload);
  });
