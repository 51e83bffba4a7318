// What authors of extensions import as `commonplace/<name>`: a promise, so each module stands here by name.

/** Names and the files of core behind them. */
const modules: Record<string, string> = {
  'access-control': 'access/access-control',
  'archive-service': 'files/archive-service',
  'calendar-date': 'i18n/calendar-date',
  chunks: 'database/chunks',
  config: 'boot/config',
  context: 'kernel/context',
  csv: 'files/csv',
  database: 'database/database',
  'date-format': 'i18n/date-format',
  dialect: 'database/dialect',
  doctor: 'cli/doctor',
  events: 'events/events',
  'extension-points': 'access/extension-points',
  'file-response': 'files/file-response',
  'form-errors': 'http/form-errors',
  'help-reference': 'views/help-reference',
  'html-escape': 'views/html-escape',
  jobs: 'events/jobs',
  'lazy-require': 'boot/lazy-require',
  'log-export': 'http/log-export',
  'lru-cache': 'kernel/lru-cache',
  mail: 'events/mail',
  'manifest-zip': 'files/manifest-zip',
  'markup-parser': 'files/markup-parser',
  migrate: 'database/migrate',
  outbound: 'outbound/outbound',
  pagination: 'http/pagination',
  plugin: 'kernel/plugin',
  policy: 'http/policy',
  problem: 'http/problem',
  'query-cache': 'database/query-cache',
  'rate-limits': 'http/rate-limits',
  'request-header': 'http/request-header',
  route: 'http/route',
  'schema-fields': 'http/schema-fields',
  secrets: 'boot/secrets',
  shortcut: 'views/shortcut',
  storage: 'files/storage',
  'stored-settings': 'boot/stored-settings',
  'text-decoding': 'files/text-decoding',
  'text-normalization': 'i18n/text-normalization',
  'time-zone': 'i18n/time-zone',
  views: 'views/views',
  'worker-runner': 'workers/worker-runner',
  'workspace-conditions': 'access/workspace-conditions',
  'zip-writer': 'files/zip-writer',
};

/** Names of earlier versions, which extensions out there may still use. */
const earlier: Record<string, string> = {
  access: 'access-control',
  'access-closing': 'workspace-conditions',
  'access-points': 'extension-points',
  apart: 'worker-runner',
  archives: 'archive-service',
  blob: 'file-response',
  civil: 'calendar-date',
  decoding: 'text-decoding',
  delimited: 'csv',
  escape: 'html-escape',
  fields: 'schema-fields',
  form: 'form-errors',
  'fragment-cache': 'lru-cache',
  header: 'request-header',
  lazy: 'lazy-require',
  limits: 'rate-limits',
  moment: 'date-format',
  paging: 'pagination',
  pieces: 'lru-cache',
  portions: 'chunks',
  record: 'log-export',
  reference: 'help-reference',
  'sealed-zip': 'manifest-zip',
  statement: 'query-cache',
  text: 'text-normalization',
  zip: 'zip-writer',
  zone: 'time-zone',
};

/**
 * The file that an extension means, from the root of the product: `commonplace`, `commonplace/<module>`, or
 * `commonplace/plugins/<plugin>`, the contract of one of the product's plugins.
 * @throws Error naming the modules there are
 */
export function publicModule(specifier: string): string {
  const name = specifier.slice('commonplace/'.length);
  if (specifier === 'commonplace') return 'core/index.ts';
  const plugin = /^plugins\/([a-z][a-z0-9-]*)$/.exec(name)?.[1];
  if (plugin) return `plugins/${plugin}/contract.ts`;
  const path = modules[earlier[name] ?? name];
  if (path) return `core/${path}.ts`;
  throw new Error(
    `${specifier} is not a module for extensions. There are commonplace, commonplace/plugins/<name of a plugin>, and commonplace/ with one of: ${Object.keys(modules).join(', ')}.`,
  );
}
