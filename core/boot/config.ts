// All settings of the product: read from the environment and an optional .env file, checked once, explained once.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import Joi from 'joi';
import { validationReason } from '../http/validation-errors.ts';
import { parsePrivateTargets } from '../outbound/private-targets.ts';

/** A rate such as `10/min`: at most `limit` in `seconds`; limit 0 switches it off. */
export interface Rate {
  limit: number;
  seconds: number;
}

export interface SettingValue {
  value: string;
  source: 'environment' | '.env';
}

export interface Settings {
  HOST: string;
  PORT: number;
  BASE_URL: string;
  DATA_DIR: string;
  DATABASE_URL: string;
  DATABASE_POOLER_URL: string;
  DATABASE_REPLICA_URLS: string;
  SECRET_KEY: string;
  STORAGE_URL: string;
  SMTP_URL: string;
  MAIL_FROM: string;
  TRUST_PROXY: string;
  PLUGINS: string[];
  EXTENSIONS_DIR: string;
  REGISTRATION: 'open' | 'invite' | 'closed';
  PASSWORD_POLICY: 'standard' | 'strict';
  REQUIRE_TWO_FACTOR: 'nobody' | 'admins' | 'everybody';
  LOGIN_LIMIT_IP: Rate;
  LOGIN_LIMIT_ACCOUNT: Rate;
  ACCOUNT_RATE_LIMIT: Rate;
  API_V2_RATE_LIMIT_PER_TOKEN: Rate;
  UPLOAD_MAX_MB: number;
  IMPORT_MAX_MB: number;
  QUOTA_MB: number;
  CONNECTIONS_PER_ADDRESS: number;
  READ_SECONDS: number;
  TRASH_DAYS: number;
  VERSION_RETENTION: string;
  BACKUP_SCHEDULE: 'off' | 'daily' | 'weekly';
  BACKUP_KEEP: number;
  EMBED_HOSTS: string[];
  LINK_PREVIEWS: 'on' | 'off';
  OUTBOUND_ALLOW: string[];
  LOG_LEVEL: string;
  METRICS_TOKEN: string;
  CHROME_BIN: string;
  NODE_ENV: string;
  /** what was given, as it was written, and where; all else is default */
  given: Record<string, SettingValue>;
  [plugin: string]: unknown;
}

/** Settings cannot be used as they are; `message` names each culprit on a line of its own. */
export class ConfigProblem extends Error {}

/** Tag of the rules of settings that administrators may also store while the service runs. */
export const CHANGEABLE = 'changeable';

const units: Record<string, number> = { s: 1, sec: 1, min: 60, h: 3600, hour: 3600, d: 86_400 };

const rate = () =>
  Joi.string().custom((value: string) => {
    const match = /^(\d{1,7})(?:\/(\d{0,4})(s|sec|min|h|hour|d))?$/.exec(value);
    if (!match) throw new Error('must be a rate such as 10/min, 5/15min or 0 (off)');
    return { limit: Number(match[1]), seconds: Number(match[2] || 1) * (units[match[3] ?? 'min'] ?? 60) };
  });

const list = () =>
  Joi.string()
    .empty('')
    .custom((value: string) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    );

/** What it must do, in words, and without what it is: addresses hold passwords. */
const written = (pattern: RegExp, words: string): Joi.StringSchema =>
  Joi.string()
    .pattern(pattern)
    .messages({ 'string.pattern.base': `must ${words}` });

/** What may also be left empty, and is then. */
const optional = (rule: Joi.StringSchema = Joi.string()): Joi.StringSchema => rule.allow('').default('');

/** Which old versions of pages are kept; days as text, so that one setting says all. */
const retention = (): Joi.StringSchema =>
  written(/^(thinned|all|[1-9]\d{0,4})$/, 'be thinned, all, or a number of days');

/** An address of the web; making this rule takes milliseconds, so that all are made of one. */
export const WEB_ADDRESS = Joi.string().uri({ scheme: ['http', 'https'] });

/** Not uri(): a server behind a Unix socket has an empty host, which that refuses. */
const POSTGRES_ADDRESS = written(/^postgres(ql)?:\/\/\S+$/, 'begin with postgres:// or postgresql://');

export const coreSettings: Record<string, Joi.Schema> = {
  HOST: Joi.string().default('127.0.0.1').description('Address to listen on. Any other than loopback needs BASE_URL.'),
  PORT: Joi.number().port().allow(0).default(3000).description('Port to listen on; 0 picks a free one.'),
  BASE_URL: optional(WEB_ADDRESS).description(
    'Public address, for links in mails and for the origin check. Needed when HOST is not loopback.',
  ),
  DATA_DIR: Joi.string().default('./data').description('Folder of the SQLite file, stored files and the secret key.'),
  DATABASE_URL: optional(POSTGRES_ADDRESS).description(
    'postgres://… switches from SQLite in DATA_DIR to PostgreSQL. Several hosts, divided by commas: the one that takes writes.',
  ),
  DATABASE_POOLER_URL: optional(POSTGRES_ADDRESS).description(
    'A pooler before DATABASE_URL, such as PgBouncer in transaction mode; what needs a connection of its own goes past it.',
  ),
  DATABASE_REPLICA_URLS: optional(
    written(
      /^postgres(ql)?:\/\/[^\s,]+(,postgres(ql)?:\/\/[^\s,]+)*$/,
      'be addresses that begin with postgres://, divided by commas',
    ),
  ).description(
    'Streaming replicas of DATABASE_URL, divided by commas: readers are answered by those that are up to date.',
  ),
  SECRET_KEY: Joi.string()
    .min(32)
    .description(
      'Signs cookies and encrypts secrets, at least 32 characters. Made on first start in DATA_DIR/secret.key.',
    ),
  STORAGE_URL: optional(
    written(
      /^(?:disk:.*|s3:\/\/(?:[^/@\s]+@)?[^/@\s]+\/[^/?\s]+(?:\?\S*)?)$/,
      'be disk:<folder> or s3://key:secret@host/bucket, with http=1 behind a ? for a store without TLS',
    ),
  ).description(
    'Where files are stored: disk:<folder>, or s3://[key:secret@]host/bucket?region=…&http=1 (http=1 without TLS); empty means DATA_DIR/files.',
  ),
  SMTP_URL: optional(Joi.string().uri({ scheme: ['smtp', 'smtps'] })).description(
    'Mail server. Empty: mails are kept in the outbox for the administrator.',
  ),
  MAIL_FROM: Joi.string().default('Commonplace <noreply@localhost>').description('Sender of all mails.'),
  TRUST_PROXY: optional().description(
    'Comma list of proxy addresses or networks whose X-Forwarded-For is believed; empty believes nobody.',
  ),
  PLUGINS: list().default([]).description('Comma list of npm packages to load as plugins.'),
  EXTENSIONS_DIR: optional().description('Folder of extensions; empty means DATA_DIR/extensions.'),
  REGISTRATION: Joi.string()
    .valid('open', 'invite', 'closed')
    .tag(CHANGEABLE)
    .default('open')
    .description('Who may register: everybody, people with an invitation, nobody.'),
  PASSWORD_POLICY: Joi.string()
    .valid('standard', 'strict')
    .default('standard')
    .description('standard: 8 characters; strict: 15 characters, or 8 with two-factor authentication.'),
  REQUIRE_TWO_FACTOR: Joi.string()
    .valid('nobody', 'admins', 'everybody')
    .tag(CHANGEABLE)
    .default('nobody')
    .description('Who has to set up two-factor authentication before anything else.'),
  LOGIN_LIMIT_IP: rate()
    .default({ limit: 10, seconds: 60 })
    .description('Failed logins of one address. Default 10/min.'),
  LOGIN_LIMIT_ACCOUNT: rate()
    .default({ limit: 5, seconds: 900 })
    .description('Failed logins of one account from one address. Default 5/15min.'),
  ACCOUNT_RATE_LIMIT: rate()
    .default({ limit: 600, seconds: 60 })
    .description('Requests of one signed-in account. Default 600/min, 0 = off.'),
  API_V2_RATE_LIMIT_PER_TOKEN: rate()
    .default({ limit: 300, seconds: 60 })
    .description('Requests of one API token. Default 300/min, 0 = off.'),
  UPLOAD_MAX_MB: Joi.number().integer().min(1).max(10_240).default(100).description('Largest upload, in MiB.'),
  IMPORT_MAX_MB: Joi.number().integer().min(1).max(102_400).default(500).description('Largest import, in MiB.'),
  QUOTA_MB: Joi.number()
    .integer()
    .min(0)
    .max(1_073_741_824)
    .default(0)
    .description('Room of the stored files of one workspace, in MiB; 0 = no limit.'),
  CONNECTIONS_PER_ADDRESS: Joi.number()
    .integer()
    .min(0)
    .max(1_000_000)
    .default(2500)
    .description('Connections that one address may hold open, but for proxies of TRUST_PROXY; 0 = any number.'),
  READ_SECONDS: Joi.number()
    .integer()
    .min(1)
    .max(30)
    .default(5)
    .description('How long the database may look for what one request reads, in seconds, before it is refused.'),
  TRASH_DAYS: Joi.number().integer().min(1).max(3650).default(30).description('Days until the trash is purged.'),
  VERSION_RETENTION: retention()
    .tag(CHANGEABLE)
    .default('thinned')
    .description(
      'Versions of pages that are kept: thinned (all of 30 days, one a day for a year, then one a month), all, or days.',
    ),
  BACKUP_SCHEDULE: Joi.string()
    .valid('off', 'daily', 'weekly')
    .tag(CHANGEABLE)
    .default('off')
    .description('When the service makes a backup into DATA_DIR/backups by itself: off, daily, or weekly on Sundays.'),
  BACKUP_KEEP: Joi.number()
    .integer()
    .min(1)
    .max(366)
    .tag(CHANGEABLE)
    .default(7)
    .description('How many good backups of the schedule are kept; those made by hand stay until they are deleted.'),
  EMBED_HOSTS: list().default([]).description('Comma list of hosts that pages may embed; none by default.'),
  LINK_PREVIEWS: Joi.string()
    .valid('on', 'off')
    .default('on')
    .description(
      'Whether the server asks other sites for the titles and pictures of bookmarks, and for titles of links and pictures that are pasted.',
    ),
  OUTBOUND_ALLOW: Joi.string()
    .empty('')
    .custom(parsePrivateTargets)
    .default([])
    .description(
      'Private addresses that webhooks, sign-on and the like may reach: comma list of hosts, host:port (loopback only so), and networks. Empty: public addresses only.',
    ),
  LOG_LEVEL: Joi.string()
    .valid('silent', 'error', 'warn', 'info', 'debug')
    .default('info')
    .description('What is logged, as JSON lines on standard error.'),
  METRICS_TOKEN: optional(Joi.string().min(16)).description('Bearer token of GET /metrics; empty switches it off.'),
  CHROME_BIN: optional().description('Path of a Chromium or Chrome that draws exports as PDF; empty: there are none.'),
  NODE_ENV: Joi.string().default('production').description('development reloads templates at each request.'),
};

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);

/**
 * Reads and checks the settings.
 * @param extra joi rules of plugins, by setting name
 * @throws ConfigProblem naming every bad or unknown setting
 */
export function loadSettings(
  env: Record<string, string | undefined> = process.env,
  extra: Record<string, Joi.Schema> = {},
  directory = process.cwd(),
): Settings {
  const file = join(directory, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const known = { ...coreSettings, ...extra };
  const clientOnly = new Set(['COMMONPLACE_URL', 'COMMONPLACE_TOKEN']);
  const unknown = [
    ...Object.keys(fromFile).filter((name) => !(name in known) && !clientOnly.has(name)),
    ...Object.keys(env).filter((name) => name.startsWith('COMMONPLACE_') && !(name in known) && !clientOnly.has(name)),
  ];
  const given: Record<string, SettingValue> = {};
  for (const name of Object.keys(known)) {
    const value = env[name] ?? fromFile[name];
    if (value !== undefined) given[name] = { value, source: env[name] === undefined ? '.env' : 'environment' };
  }
  const values = Object.fromEntries(Object.entries(given).map(([name, { value }]) => [name, value]));
  const result = Joi.object(known).validate(values, { abortEarly: false, errors: { label: false } });
  const faults = [
    ...unknown.map((name) => `${name}: unknown setting (commonplace config lists all)`),
    ...(result.error?.details ?? []).map((fault) => `${fault.path.join('.')}: ${validationReason(fault)}`),
  ];
  const settings = result.value as Settings;
  if (!faults.length && !settings.BASE_URL && !loopback.has(settings.HOST)) {
    faults.push('BASE_URL: needed when HOST is not a loopback address');
  }
  if (!faults.length && settings.BASE_URL && new URL(settings.BASE_URL).pathname !== '/')
    faults.push('BASE_URL: must have no path: the service wants the root of a name, such as https://wiki.example.org');
  if (faults.length) throw new ConfigProblem(`Settings refused:\n  ${faults.join('\n  ')}`);
  return { ...complete(settings, directory), given };
}

function complete(settings: Settings, directory: string): Settings {
  const dataDir = resolve(directory, settings.DATA_DIR);
  return {
    ...settings,
    DATA_DIR: dataDir,
    BASE_URL: settings.BASE_URL.replace(/\/+$/, ''),
    EXTENSIONS_DIR: settings.EXTENSIONS_DIR ? resolve(directory, settings.EXTENSIONS_DIR) : join(dataDir, 'extensions'),
    STORAGE_URL: settings.STORAGE_URL || `disk:${join(dataDir, 'files')}`,
  };
}

/** Not mkdir's own `recursive`, which never returns below folders that take none, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Makes the data folder and, when SECRET_KEY is not set, the key file (mode 0600) in it.
 * @throws ConfigProblem when the folder cannot be written
 */
export function prepareDataDir(settings: Settings): Settings {
  const file = join(settings.DATA_DIR, 'secret.key');
  try {
    makeFolder(settings.DATA_DIR);
    if (settings.SECRET_KEY) return settings;
    if (!existsSync(file)) {
      try {
        writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
      } catch (error) {
        // Another process that starts at the same moment may have made it: its key is the one to use.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
    const key = readFileSync(file, 'utf8').trim();
    if (key.length < 32) throw new Error(`${file} holds no key of 32 characters`);
    return { ...settings, SECRET_KEY: key };
  } catch (error) {
    throw new ConfigProblem(`DATA_DIR: ${settings.DATA_DIR} cannot be used: ${(error as Error).message}`);
  }
}
