// What makes the product an app of its own on a device: its manifest, and the worker that runs beside its pages.
import { createHash } from 'node:crypto';
import type { App } from '../../core/kernel/app.ts';

const PICTURES = [
  ...[192, 512].map((edge) => ({ name: `icon-${edge}.png`, sizes: `${edge}x${edge}`, purpose: 'any' })),
  { name: 'icon-maskable.png', sizes: '512x512', purpose: 'maskable' },
];

export function appManifest(app: App, locale: string) {
  const t = app.messages.in(locale);
  return {
    id: '/',
    name: 'Commonplace',
    short_name: 'Commonplace',
    description: t('sync.app.description'),
    lang: locale,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#0b6e6e',
    icons: PICTURES.map(({ name, ...rest }) => ({ src: app.assets.url(name), type: 'image/png', ...rest })),
    shortcuts: [
      { name: t('sync.app.new_page'), url: '/pages/new#now' },
      { name: t('sync.app.search'), url: '/search' },
    ],
    share_target: { action: '/share', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  };
}

/** What every page needs, also the one that stands for all without a connection. */
const SHELL = [
  'shell.js',
  'web.css',
  'page-written.css',
  'page-read.css',
  'databases.css',
  'offline.css',
  'icons.svg',
  'icon.svg',
];
const ON_USE = ['offline.js', 'tags.js', 'favorites.js', 'core/client/', 'plugins/web/client/', 'plugins/sync/client/'];
const EDITOR = [
  'editor.js',
  'editor.css',
  'emoji-names.json',
  'plugins/editor/client/',
  'plugins/blocks/',
  'blocks.js',
  'database.js',
  'plugins/databases/client/',
];

/** What there is to see without a connection: what a device keeps, or a few words. */
export const KEPT_FRAME = '/offline/frame';
export const NOTICE = '/offline/notice';

const WORDS = ['messages', 'palette-messages', 'written-messages', 'blocks-messages', 'database-messages'].concat(
  ['offline', 'tags', 'favorites'].map((part) => `${part}-messages`),
);

/** What a worker knows of its build. */
interface WorkerBuild {
  /** address of the page that stands for all others */
  page: string;
  files: string[];
}

/** So little that nobody waits for it at a first look at the product. */
const buildOfAll = ({ assets }: App): WorkerBuild => ({
  page: NOTICE,
  files: assets.withPieces(['web.css', 'icon.svg']),
});

function buildOfKeeper({ assets, messages }: App): WorkerBuild {
  const words = messages.locales.flatMap((locale) => [
    `emoji-${locale}.json`,
    ...WORDS.map((name) => `${name}-${locale}.js`),
  ]);
  return { page: KEPT_FRAME, files: assets.withPieces([...SHELL, ...ON_USE, ...EDITOR, ...words]) };
}

type WorkerName = 'worker' | 'queue-worker';
const scripts = new WeakMap<App, Map<WorkerName, string>>();

/** A script, which is another one with each build, so that browsers see that there is a new one. */
export function workerScript(app: App, isKeeper: boolean): string {
  const name = isKeeper ? 'queue-worker' : 'worker';
  const made = scripts.get(app) ?? new Map<WorkerName, string>();
  scripts.set(app, made);
  const script = made.get(name) ?? makeWorker(app, name, isKeeper ? buildOfKeeper(app) : buildOfAll(app));
  made.set(name, script);
  return script;
}

function makeWorker({ assets, version }: App, name: WorkerName, known: WorkerBuild): string {
  const script = assets.worker('sync', name);
  const build = createHash('sha256')
    .update(JSON.stringify([version, known, script]))
    .digest('hex')
    .slice(0, 12);
  return `const OFFLINE = ${JSON.stringify({ cache: `static-${build}`, ...known })};\n${script}`;
}
