// The document and the two pages about it, as clients get them: open to everybody, kept, under a strict policy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import type { App } from '../../core/kernel/app.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';

let database: TestDatabase;
let app: App;
before(async () => {
  database = await migratedDatabase('sqlite');
  app = await createApp(loadSettings({ DATA_DIR: database.dataDir, LOG_LEVEL: 'silent' }, {}, database.dataDir));
});
after(async () => {
  await app.stop();
  await database.cleanup();
});

const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers });

/** What a page loads by itself. */
const loads = (html: string): string[] =>
  [...html.matchAll(/<(?:script[^>]*src|link rel="stylesheet" href)="([^"]+)"/g)].map((match) => match[1] as string);

describe('GET /api/v2/openapi.json', () => {
  it('is JSON for everybody, with an ETag that saves sending it again', async () => {
    const { statusCode, headers, payload } = await get('/api/v2/openapi.json');
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.equal(JSON.parse(payload).info.title, 'Commonplace');
    const again = await get('/api/v2/openapi.json', { 'if-none-match': String(headers.etag) });
    assert.equal(again.statusCode, 304);
    assert.equal(again.payload, '');
  });

  it('refuses unknown query parameters as the rest of the API does', async () => {
    const { statusCode, headers } = await get('/api/v2/openapi.json?format=yaml');
    assert.equal(statusCode, 422);
    assert.match(String(headers['content-type']), /^application\/problem\+json/);
  });
});

describe('GET /docs', () => {
  it('loads scripts and styles from our own origin only, and nothing inline', async () => {
    const { statusCode, payload, headers } = await get('/docs');
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.doesNotMatch(payload, /https?:\/\/|\sstyle=|\son\w+=|<style/);
    for (const [, inner] of payload.matchAll(/<script[^>]*>([^<]*)<\/script>/g)) assert.equal(inner, '');
    const files = loads(payload);
    assert.equal(files.length, 4);
    for (const file of files) {
      const answer = await get(file);
      assert.equal(answer.statusCode, 200, file);
      assert.match(String(answer.headers['cache-control']), /immutable/, file);
    }
  });

  it('gives up Trusted Types and no other directive', async () => {
    const policy = String((await get('/docs')).headers['content-security-policy']).split('; ');
    const missing = app.pagePolicy.split('; ').filter((directive) => !policy.includes(directive));
    assert.deepEqual(
      missing.map((directive) => directive.split(' ')[0]),
      ['require-trusted-types-for', 'trusted-types'],
    );
    assert.ok(policy.includes("script-src 'self'") && policy.includes("style-src 'self'"));
    assert.ok(policy.every((directive) => app.pagePolicy.includes(directive)));
  });
});

describe('GET /redoc', () => {
  it('is one page without scripts under the policy of all pages', async () => {
    const { statusCode, payload, headers } = await get('/redoc');
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.equal(headers['content-security-policy'], app.pagePolicy);
    assert.doesNotMatch(payload, /<script|\sstyle=|\son\w+=/);
    assert.deepEqual(
      loads(payload).map((file) => file.replace(/\?.*/, '')),
      ['/static/redoc.css'],
    );
    const again = await get('/redoc', { 'if-none-match': String(headers.etag) });
    assert.equal(again.statusCode, 304);
  });

  it('shows every operation and schema of the document, each link inside it leads somewhere', async () => {
    const { paths, components } = JSON.parse((await get('/api/v2/openapi.json')).payload);
    const { payload } = await get('/redoc');
    const ids = [...payload.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    const operations = Object.values(paths).flatMap((item) => Object.values(item as object));
    for (const { operationId } of operations) assert.ok(ids.includes(`operation-${operationId}`), operationId);
    for (const name of Object.keys(components.schemas)) assert.ok(ids.includes(`schema-${name.toLowerCase()}`), name);
    assert.equal(new Set(ids).size, ids.length);
    const links = new Set([...payload.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]));
    assert.deepEqual(
      [...links].filter((link) => !ids.includes(link)),
      [],
    );
  });
});
