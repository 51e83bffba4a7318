// What people read: every language says the same things, and every key is known and used.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { discoverBuiltIn } from '../../../core/boot/plugin-discovery.ts';
import { formatMessage, type MessageTemplate } from '../../../core/i18n/message-format.ts';
import { Messages } from '../../../core/i18n/messages.ts';
import type { Manifest } from '../../../core/kernel/plugin.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

type Catalogue = Record<string, MessageTemplate>;

/** By owner and language. */
const catalogues = new Map<string, Map<string, Catalogue>>();
let manifests: Manifest[] = [];

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|ejs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const texts = (message: MessageTemplate): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);
const placeholders = (message: MessageTemplate): string[] =>
  [
    ...new Set(texts(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))),
  ].sort();

/** Keys that sources name: whole ones, and those of which a part is computed as patterns. */
function namedIn(sources: string[]): { asked: Set<string>; mentioned: Set<string>; patterns: RegExp[] } {
  const asked = new Set<string>();
  const mentioned = new Set<string>();
  const patterns: RegExp[] = [];
  for (const source of sources) {
    for (const [, key] of source.matchAll(/\b(?:t|translate)\(\s*'([\w.-]+)'/g)) asked.add(key as string);
    for (const [, key] of source.matchAll(/['"`]([\w-]+\.[\w.-]+)['"`]/g)) mentioned.add(key as string);
    for (const [, text] of source.matchAll(/`([\w-]+\.(?:[\w.-]|\$\{[^}`]*\})+)`/g))
      patterns.push(new RegExp(`^${(text as string).replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}$`));
  }
  return { asked, mentioned, patterns };
}

before(async () => {
  manifests = (await discoverBuiltIn()).flatMap(({ plugin }) => plugin?.manifest ?? []);
  const folders = manifests.flatMap(({ name, messages }) => (messages ? [[name, messages] as const] : []));
  for (const [owner, folder] of [['core', new URL('../../../core/messages/', import.meta.url)] as const, ...folders]) {
    const languages = readdirSync(folder).map((file): [string, Catalogue] => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    ]);
    catalogues.set(owner, new Map(languages));
  }
});

describe('the catalogue', () => {
  it('is there in the same languages for every part', () => {
    for (const [owner, languages] of catalogues) assert.deepEqual([...languages.keys()].sort(), ['de', 'en'], owner);
  });

  it('has the same keys and the same placeholders in every language', () => {
    for (const [owner, languages] of catalogues) {
      const english = languages.get('en') as Catalogue;
      for (const [language, catalogue] of languages) {
        assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(english).sort(), `${owner} in ${language}`);
        for (const [key, message] of Object.entries(catalogue))
          assert.deepEqual(
            placeholders(message),
            placeholders(english[key] as MessageTemplate),
            `${key} in ${language}`,
          );
      }
    }
  });

  it('has every plural form that a language knows, and no empty text', () => {
    for (const languages of catalogues.values()) {
      for (const [language, catalogue] of languages) {
        const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
        for (const [key, message] of Object.entries(catalogue)) {
          if (typeof message !== 'string')
            assert.deepEqual(Object.keys(message).sort(), [...pluralCategories].sort(), `${key} in ${language}`);
          for (const text of texts(message)) assert.ok(text.trim(), `${key} in ${language}`);
        }
      }
    }
  });

  it('has no braces but those of a value, or two that are shown as they are', () => {
    for (const languages of catalogues.values())
      for (const catalogue of languages.values())
        for (const [key, message] of Object.entries(catalogue))
          for (const text of texts(message)) assert.doesNotMatch(text.replace(/\{\{?\w+\}?\}/g, ''), /[{}]/, key);
  });

  it('knows every key that is asked for, and every key in it is used', () => {
    const files = ['templates', 'core', 'plugins'].flatMap(filesBelow);
    const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const { asked, mentioned, patterns } = namedIn(files.map((file) => withoutComments(readFileSync(file, 'utf8'))));
    const keys = new Set([...catalogues.values()].flatMap((languages) => Object.keys(languages.get('en') ?? {})));
    assert.deepEqual(
      [...asked].filter((key) => !keys.has(key)),
      [],
      'asked for, but not there',
    );
    // Reasons are found by their words, and sentences of the record by the names of operations (tests/admin/audit).
    const isFound = (key: string) => /^[\w-]+\.(?:fault|audit\.act)\./.test(key);
    const unused = [...keys].filter(
      (key) => !isFound(key) && !mentioned.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    assert.deepEqual(unused, [], 'there, but never asked for');
  });

  it('says reasons again that code gives in these very words', () => {
    const code = ['core', 'plugins'].flatMap(filesBelow).map((file) => readFileSync(file, 'utf8'));
    for (const [owner, languages] of catalogues) {
      const reasons = Object.entries(languages.get('en') ?? {}).filter(([key]) => key.startsWith(`${owner}.fault.`));
      for (const [key, text] of reasons) {
        const isNamed = code.some((source) => source.includes(`'${key}'`));
        const parts = String(text).split(/\{\w+\}/);
        assert.ok(isNamed || code.some((source) => parts.every((part) => source.includes(part))), `${key}: ${text}`);
      }
    }
  });

  it('has the words of all links and shortcuts that plugins declare', () => {
    for (const { name, nav = [], shortcuts = [] } of manifests) {
      const own = catalogues.get(name)?.get('en') ?? {};
      for (const { label } of nav) assert.ok(label in own, `${name}: ${label}`);
      for (const { label, group } of shortcuts)
        for (const key of [label, group]) assert.ok(key in own, `${name}: ${key}`);
    }
  });
});

describe('a message', () => {
  const table: [string, MessageTemplate, Record<string, string | number>, string][] = [
    ['en', 'Hello {name}', { name: 'Ann' }, 'Hello Ann'],
    ['en', 'Hello {name}', {}, 'Hello {name}'],
    ['en', '{name}', { name: '{other}', other: 'x' }, '{other}'],
    ['en', { one: '{count} page', other: '{count} pages' }, { count: 1 }, '1 page'],
    ['de', { one: '{count} Seite', other: '{count} Seiten' }, { count: 1234 }, '1.234 Seiten'],
    ['en', { one: 'one', other: 'many' }, {}, 'many'],
  ];
  for (const [language, message, values, text] of table)
    it(`${JSON.stringify(message)} with ${JSON.stringify(values)} in ${language}`, () => {
      assert.equal(formatMessage(language, message, values), text);
    });

  it('that a language lacks is said in English, and an unknown key is shown as it is', () => {
    const messages = new Messages();
    messages.add('core', new URL('../../../core/messages/', import.meta.url));
    assert.equal(messages.text('xx', 'core.account'), 'Account');
    assert.equal(messages.text('de', 'core.account'), 'Konto');
    assert.equal(messages.text('de', 'core.none'), 'core.none');
    assert.equal(messages.choose(['fr', 'de-AT', 'en']), 'de');
    assert.equal(messages.choose(['fr']), 'en');
  });
});
