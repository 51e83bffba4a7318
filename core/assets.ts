// Builds the browser's scripts and styles with esbuild when their sources changed, and serves them with a hash in the address.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@hapi/hapi';
import Joi from 'joi';
import { prepareRoute } from './prepare.ts';
import { Problem } from './problem.ts';
import { route } from './route.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const require = createRequire(import.meta.url);
const YEAR = 31_536_000_000;

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
};

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.'));

/** Files of npm packages that are served as they are, by the name they get below /static. */
export type VendorFiles = Record<string, string>;

export class Assets {
  readonly #out: string;
  readonly #hashes = new Map<string, string>();
  readonly #vendor = new Map<string, string>();

  constructor(dataDir: string) {
    const own = join(root, '.build');
    this.#out = join(isWritable(own) ? own : join(dataDir, 'build'), 'static');
  }

  /** Serves further files from packages, e.g. `{ 'swagger-ui.css': 'swagger-ui-dist/swagger-ui.css' }`. */
  addVendor(files: VendorFiles): void {
    for (const [name, specifier] of Object.entries(files)) this.#vendor.set(name, require.resolve(specifier));
  }

  /** `/static/<name>?v=<hash of its content>` */
  url(name: string): string {
    return `/static/${name}?v=${this.#hash(name)}`;
  }

  /** Builds all entries (the files directly in a client folder of a plugin) unless the last build saw the same sources. */
  async build(): Promise<void> {
    const entries = findEntries();
    const stamp = stampOf(entries.sources);
    const stampFile = join(this.#out, '..', 'stamp');
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
    mkdirSync(this.#out, { recursive: true });
    const { build } = await import('esbuild');
    await build({
      entryPoints: entries.files,
      outdir: this.#out,
      bundle: true,
      format: 'esm',
      splitting: true,
      minify: true,
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      entryNames: '[name]',
      chunkNames: 'chunk-[hash]',
      logLevel: 'silent',
    });
    for (const path of entries.pictures) copyFileSync(path, join(this.#out, basename(path)));
    writeFileSync(stampFile, stamp);
  }

  install(server: Server): void {
    server.route(
      prepareRoute(
        route({
          method: 'GET',
          path: '/static/{file}',
          rules: { access: { public: true, because: 'styles and scripts are needed before anybody signs in' } },
          options: {
            id: 'static.get',
            auth: false,
            validate: { params: Joi.object({ file: Joi.string().required() }), query: Joi.any() },
          },
          handler: (request, h) => {
            const file = String(request.params.file);
            const path = this.#path(file);
            const type = types[extensionOf(file)];
            if (!path || !type) throw new Problem('not_found', 'There is no such file.');
            const hashed = request.query.v === this.#hash(file) || file.startsWith('chunk-');
            return h
              .response(readFileSync(path))
              .type(type)
              .header('cache-control', hashed ? `public, max-age=${YEAR / 1000}, immutable` : 'no-cache')
              .etag(this.#hash(file));
          },
        }),
      ),
    );
  }

  #hash(name: string): string {
    const known = this.#hashes.get(name);
    if (known) return known;
    const path = this.#path(name);
    if (!path) return 'missing';
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
    this.#hashes.set(name, hash);
    return hash;
  }

  #path(name: string): string | undefined {
    if (!/^[\w][\w.-]*$/.test(name)) return undefined;
    const vendor = this.#vendor.get(name);
    if (vendor) return vendor;
    const built = join(this.#out, name);
    return existsSync(built) ? built : undefined;
  }
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.probe'), '');
    return true;
  } catch {
    return false;
  }
}

/** Entries are built, pictures are copied; both lie directly in a client folder. */
function findEntries(): { files: string[]; pictures: string[]; sources: string[] } {
  const files: string[] = [];
  const pictures: string[] = [];
  const sources: string[] = [];
  for (const plugin of readdirSync(join(root, 'plugins'))) {
    const folder = join(root, 'plugins', plugin, 'client');
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !/\.(tsx?|css|svg)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      sources.push(path);
      if (entry.parentPath === folder) (entry.name.endsWith('.svg') ? pictures : files).push(path);
    }
  }
  return { files, pictures, sources };
}

/** Names, sizes and times of all sources: cheap to take at each start, changed by every edit. */
function stampOf(sources: string[]): string {
  const hash = createHash('sha256');
  for (const path of [...sources, join(root, 'package-lock.json')].sort()) {
    const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
    hash.update(`${path}:${size}:${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
