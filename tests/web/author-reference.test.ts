// What the help lists for authors of extensions is all there is: events, services, points and the members of `ctx`.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type AuthorReference, authorReference } from '../../core/boot/author-reference.ts';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { EVENT_CATALOG } from '../../plugins/webhooks/event-catalog.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The server's sources. */
const sources = ['core', 'plugins'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)client\//.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);

const inSources = (pattern: RegExp): string[] =>
  [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] as string)))].sort();

describe('the reference for authors', () => {
  let database: TestDatabase;
  let t: TestApp;
  let reference: AuthorReference;

  before(async () => {
    database = await migratedDatabase('sqlite');
    const lamp = definePlugin({
      name: 'lamp',
      version: '1.0.0',
      summary: 'Lights up the room',
      emits: { 'lamp.lit': 'Somebody has lit the lamp' },
    });
    t = await startApp(database, { plugins: [lamp] });
    reference = await authorReference(t.app);
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });

  it('has a sentence for each of its entries', () => {
    for (const [part, entries] of Object.entries(reference)) {
      assert.ok(entries.length > 10, part);
      for (const { name, text } of entries) assert.match(text, /^.{10,}[.!?]$/, `${part}: ${name}`);
    }
  });

  it('lists every service and every point that code names, by a module from which extensions have it', async () => {
    for (const [kind, entries] of [
      ['service', reference.services],
      ['point', reference.points],
    ] as const) {
      const named = await Promise.all(
        entries.map(async ({ name, from }) => {
          const module = await import(from);
          return module[name][kind] as string;
        }),
      );
      const all = inSources(new RegExp(`\\b${kind}(?:<[^\\n]*>)?\\(\\s*'([\\w.-]+)'`, 'g'));
      assert.deepEqual(named.sort(), all);
    }
  });

  it('lists every event that code tells of, in the words in which webhooks know it', () => {
    const listed = reference.events.map(({ name }) => name);
    const families = [...new Set(listed.map((name) => name.split('.')[0]))].join('|');
    const emitted = [
      ...inSources(/\bemit\w*\(\s*\{?[^;{}]*?\btype: '(\w+\.\w+)'/g),
      ...inSources(/\bemit\w*\([^;'{}]*'(\w+\.\w+)'/g),
      ...inSources(new RegExp(`'((?:${families})\\.\\w+ed)'`, 'g')),
    ].filter((name) => name !== 'access.changed' && name !== 'automation.fired');
    assert.ok(emitted.length > 30);
    assert.deepEqual(
      [...new Set([...emitted, 'lamp.lit'])].filter((name) => !listed.includes(name)),
      [],
    );
    const texts = new Map(reference.events.map(({ name, text }) => [name, text]));
    for (const [type, { summary }] of Object.entries(EVENT_CATALOG)) assert.equal(texts.get(type), `${summary}.`);
  });

  it('lists the events of extensions, and who tells of them', () => {
    const lit = reference.events.find(({ name }) => name === 'lamp.lit');
    assert.deepEqual(lit, { name: 'lamp.lit', from: 'lamp', text: 'Somebody has lit the lamp.' });
  });

  it('lists the members of ctx as they are', () => {
    assert.deepEqual(
      reference.context.map(({ name }) => name),
      Object.keys(t.ctx('ann')).map((name) => `ctx.${name}`),
    );
  });

  it('stands in the help, in both languages', async () => {
    for (const [locale, heading] of [
      ['en', 'Members of ctx'],
      ['de', 'Was ctx enthält'],
    ] as const) {
      const headers = { accept: 'text/html', 'accept-language': locale };
      const { text } = await t.inject('GET', '/help/extending', { headers });
      assert.ok(text.includes(`<h2>${heading}</h2>`), locale);
      for (const { name, from } of Object.values(reference).flat() as AuthorReference['events'])
        assert.ok(text.includes(`<code>${name}</code>`) && text.includes(`<code>${from}</code>`), name);
    }
  });
});
