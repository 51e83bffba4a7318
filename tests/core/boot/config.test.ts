// Settings: what is bad or unknown is refused at boot, each fault by its name.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ConfigProblem, loadSettings, prepareDataDir } from '../../../core/boot/config.ts';
import { describeSettings } from '../../../core/boot/setting-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Record<string, string>, dotenv = '') => {
  writeFileSync(join(folder, '.env'), dotenv);
  return loadSettings(env, {}, folder);
};

describe('settings', () => {
  const refused: [string, Record<string, string>, string, RegExp][] = [
    ['a port that is none', { PORT: '99999' }, '', /PORT: /],
    ['a foreign database', { DATABASE_URL: 'mysql://x' }, '', /DATABASE_URL: /],
    ['a rate in words', { LOGIN_LIMIT_IP: 'ten a minute' }, '', /LOGIN_LIMIT_IP: must be a rate such as 10\/min/],
    ['a short key', { SECRET_KEY: 'short' }, '', /SECRET_KEY: /],
    ['a public host without address', { HOST: '0.0.0.0' }, '', /BASE_URL: needed/],
    ['an address with a path', { BASE_URL: 'https://example.org/wiki' }, '', /BASE_URL: must have no path/],
    ['an unknown name of ours', { COMMONPLACE_PROT: '1' }, '', /COMMONPLACE_PROT: unknown setting/],
    ['an unknown name in .env', {}, 'PROT=1', /PROT: unknown setting/],
    ['a store that is not there', { STORAGE_URL: 'ftp://x' }, '', /STORAGE_URL: must be disk:<folder> or s3:.*http=1/],
    ['days that are none', { VERSION_RETENTION: 'some' }, '', /VERSION_RETENTION: must be thinned, all, or a number/],
    ['a kind of registration that is none', { REGISTRATION: 'maybe' }, '', /REGISTRATION: /],
  ];
  for (const [what, env, dotenv, message] of refused) {
    it(`refuses ${what}`, () =>
      assert.throws(
        () => load(env, dotenv),
        (error) => error instanceof ConfigProblem && message.test(error.message),
      ));
  }

  it('does not repeat addresses, which hold passwords', () => {
    const wrong = { STORAGE_URL: 's3:/key:hush@host/bucket', DATABASE_URL: 'postgre://ann:hush@host/wiki' };
    assert.throws(
      () => load(wrong),
      ({ message }: Error) => /STORAGE_URL/.test(message) && /DATABASE_URL/.test(message) && !message.includes('hush'),
    );
  });

  it('names all faults at once', () => {
    assert.throws(
      () => load({ PORT: 'x', REGISTRATION: 'x' }, 'NOPE=1'),
      /NOPE[\s\S]*PORT[\s\S]*REGISTRATION|PORT[\s\S]*REGISTRATION[\s\S]*NOPE/,
    );
  });

  it('lets the environment win over .env, and ignores what is not ours', () => {
    const settings = load({ PORT: '4000', PATH: '/bin' }, 'PORT=5000\nLOG_LEVEL=warn');
    assert.deepEqual([settings.PORT, settings.LOG_LEVEL, settings.HOST], [4000, 'warn', '127.0.0.1']);
  });

  it('takes lists that are given empty for empty lists', () => {
    const { PLUGINS, EMBED_HOSTS, OUTBOUND_ALLOW } = load({ PLUGINS: '', EMBED_HOSTS: '', OUTBOUND_ALLOW: '' });
    assert.deepEqual([PLUGINS, EMBED_HOSTS, OUTBOUND_ALLOW], [[], [], []]);
  });

  it('reads rates', () => {
    const settings = load({ LOGIN_LIMIT_IP: '3/2h', ACCOUNT_RATE_LIMIT: '0', API_V2_RATE_LIMIT_PER_TOKEN: '50' });
    assert.deepEqual(settings.LOGIN_LIMIT_IP, { limit: 3, seconds: 7200 });
    assert.equal(settings.ACCOUNT_RATE_LIMIT.limit, 0);
    assert.deepEqual(settings.API_V2_RATE_LIMIT_PER_TOKEN, { limit: 50, seconds: 60 });
  });

  it('makes the key once, for its owner alone', () => {
    const settings = load({ DATA_DIR: join(folder, 'data') });
    const first = prepareDataDir(settings).SECRET_KEY;
    assert.equal(prepareDataDir(settings).SECRET_KEY, first);
    const file = join(folder, 'data', 'secret.key');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(readFileSync(file, 'utf8').trim(), first);
  });

  it('says in one line that a data folder cannot be used', () => {
    writeFileSync(join(folder, 'file'), '');
    assert.throws(
      () => prepareDataDir(load({ DATA_DIR: join(folder, 'file') })),
      /^Error: DATA_DIR: .* cannot be used/,
    );
  });

  it('says so at once of a folder below one that takes none', () => {
    assert.throws(() => prepareDataDir(load({ DATA_DIR: '/proc/none/data' })), /^Error: DATA_DIR: .* cannot be used/);
  });

  it('explains every setting', () => {
    for (const { name, description } of describeSettings()) assert.ok(description.length > 15, name);
    assert.deepEqual(
      describeSettings()
        .filter(({ secret }) => secret)
        .map(({ name }) => name),
      [
        'DATABASE_URL',
        'DATABASE_POOLER_URL',
        'DATABASE_REPLICA_URLS',
        'SECRET_KEY',
        'STORAGE_URL',
        'SMTP_URL',
        'METRICS_TOKEN',
      ],
    );
  });
});
