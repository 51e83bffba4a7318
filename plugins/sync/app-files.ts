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
      { name: t('sync.app.new_page'), url: '/pages/new' },
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

const workers = new WeakMap<App, string>();

/** Its script, which is another one with each build, so that browsers see that there is a new one. */
export function workerScript(app: App): string {
  const known = workers.get(app) ?? makeWorker(app);
  workers.set(app, known);
  return known;
}

function makeWorker({ assets, messages, version }: App): string {
  const files = assets.withPieces([...SHELL, ...ON_USE]);
  const editor = assets
    .withPieces([...EDITOR, ...messages.locales.map((locale) => `emoji-${locale}.json`)])
    .filter((address) => !files.includes(address));
  const words = Object.fromEntries(
    messages.locales.map((locale) => [
      locale,
      [
        'messages',
        'palette-messages',
        'written-messages',
        'blocks-messages',
        'database-messages',
        'offline-messages',
        'tags-messages',
        'favorites-messages',
      ].map((name) => assets.url(`${name}-${locale}.js`)),
    ]),
  );
  const script = assets.worker('sync');
  const build = createHash('sha256')
    .update(JSON.stringify([version, files, editor, words, script]))
    .digest('hex')
    .slice(0, 12);
  const known = { cache: `static-${build}`, files, messages: words, editor };
  return `const OFFLINE = ${JSON.stringify(known)};\n${script}`;
}
