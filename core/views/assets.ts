// Serves the browser's scripts, styles and pictures with a hash of their content in the address.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import inert from '@hapi/inert';
import Joi from 'joi';
import type { DatabaseLog } from '../database/database.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { prepareRoute } from '../http/route-defaults.ts';
import { assetHash, buildAssets } from './asset-build.ts';
import type { ScriptFiles } from './asset-bundle.ts';
import { bundleExtension, CLIENT_LIBRARY } from './extension-assets.ts';
import { Islands } from './islands.ts';
import { type AssetHost, type AssetRelease, SharedAssets } from './shared-assets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);
/** An address that has the hash of its content. */
const FOREVER = 'public, max-age=31536000, immutable';
const HASH = /^[0-9a-f]{12}$/;

/** Where a package has what browsers get: it comes without its sources. */
export const SHIPPED_ASSETS = 'assets';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
};

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.'));

/** Files of npm packages that are served as they are, by the name they get below /static. */
export type VendorFiles = Record<string, string>;

/** Where what is served comes from: a file, or a function that makes it. */
type AssetSource = { path: string } | { make: () => string };

export class Assets {
  readonly #place: string;
  #folder = '';
  readonly #hashes = new Map<string, string>();
  readonly #vendor = new Map<string, string>();
  readonly #made = new Map<string, () => string>();
  #pieces: Record<string, ScriptFiles> = {};
  #release: AssetRelease | undefined;
  #shared: SharedAssets | undefined;
  readonly #frameless = new Set<string>();
  readonly islands = new Islands();

  constructor(dataDir: string) {
    const own = join(root, '.build');
    this.#place = isWritable(own) ? own : join(dataDir, 'build');
  }

  /** Serves further files from packages, e.g. `{ 'swagger-ui.css': 'swagger-ui-dist/swagger-ui.css' }`. */
  addVendor(files: VendorFiles): void {
    for (const [name, specifier] of Object.entries(files)) this.#vendor.set(name, require.resolve(specifier));
  }

  /** Serves a script or a style that lies in no file; it is made once, when it is first asked for. */
  addScript(name: string, make: () => string): void {
    let content: string | undefined;
    this.#made.set(name, () => {
      content ??= make();
      return content;
    });
  }

  /** Builds and serves the scripts and styles of an extension. @throws Error naming the file at fault */
  async addExtension(owner: string, client: URL): Promise<void> {
    for (const [name, text] of await bundleExtension(owner, client, this.url(CLIENT_LIBRARY))) {
      if (this.#sourceOf(name)) throw new Error(`the file ${name} of client is called like one of the product`);
      this.addScript(name, () => text);
    }
  }

  /** The texts of files that are served, one after the other. */
  textOf(names: string[]): string {
    return names.map((name) => this.#content(name)?.toString() ?? '').join('\n');
  }

  /** Lets frames without an origin load these files too; a browser keeps all others from them. */
  share(names: string[]): void {
    for (const name of names) this.#frameless.add(name);
  }

  /** `/static/<name>?v=<hash of its content>`; a piece has the hash in its name, because others import it by that. */
  url(name: string): string {
    const { file = name } = this.#pieces[name] ?? {};
    return file === name ? `/static/${name}?v=${this.#hash(name)}` : `/static/${file}`;
  }

  /**
   * Addresses of what a script needs before it can run, so that a page asks for all at once. What another script loads on
   * use is named by the path of its source, and is the first of them.
   */
  pieces(name: string): string[] {
    return (this.#pieces[name]?.needs ?? []).map((file) => `/static/${file}`);
  }

  /**
   * Addresses of files with all that these need before they run; a path of a source stands for what is loaded on use and
   * begins like it.
   */
  withPieces(names: string[]): string[] {
    const files = names.filter((name) => !name.includes('/'));
    const sources = Object.keys(this.#pieces).filter((name) =>
      names.some((one) => one.includes('/') && name.startsWith(one)),
    );
    const own = files.flatMap((name) => [this.url(name), ...this.pieces(name)]);
    return [...new Set([...own, ...sources.flatMap((name) => this.pieces(name))])];
  }

  /** A script of a plugin that browsers run beside pages. */
  worker(plugin: string, name: string): string {
    return readFileSync(join(this.#folder, 'workers', plugin, `${name}.js`), 'utf8');
  }

  /** The folder of what is built of a plugin's extension of browsers. */
  extensionFolder(plugin: string): string {
    return join(this.#folder, 'extensions', plugin);
  }

  /** Builds scripts, styles, icons and islands unless the last build saw the same sources. */
  async build(): Promise<void> {
    const shipped = join(root, SHIPPED_ASSETS);
    this.#folder = existsSync(shipped) ? shipped : await buildAssets(this.#place);
    this.#pieces = JSON.parse(readFileSync(join(this.#folder, 'pieces.json'), 'utf8'));
    this.islands.useBuild(join(this.#folder, 'islands'));
    const listed = readFileSync(join(this.#folder, 'files.json'));
    const files = new Map<string, string>(Object.entries(JSON.parse(listed.toString())));
    for (const [name, hash] of files) this.#hashes.set(name, hash);
    this.#release = { build: assetHash(listed), files, read: (name) => readFileSync(this.#pathOf(name)) };
  }

  /** Lets the processes of other releases answer who asks for files of this one. */
  async publish(host: AssetHost & { log: DatabaseLog }): Promise<void> {
    try {
      if (this.#release) await new SharedAssets(host).publish(this.#release);
    } catch (error) {
      host.log.warn({ err: error }, 'other releases will not find the scripts of this one');
    }
  }

  async install(server: Server, host: AssetHost): Promise<void> {
    this.#shared = new SharedAssets(host);
    await server.register(inert);
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
          handler: (request, h) => this.#answer(request, h),
        }),
      ),
    );
  }

  async #answer(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
    const name = String(request.params.file);
    const type = types[extensionOf(name)];
    const source = type && this.#sourceOf(name);
    const wanted = String(request.query.v ?? '');
    const ofOther = type && (await this.#otherRelease(name, source ? wanted : undefined));
    if (ofOther) return h.response(ofOther).type(type).header('cache-control', FOREVER).etag(assetHash(ofOther));
    if (!source) throw new Problem('not_found', 'This file does not exist.');
    // Its tag is the hash of the address, which changes with the content alone and not with the time of a build.
    const response =
      'path' in source ? h.file(source.path, { confine: false, etagMethod: false }) : h.response(source.make());
    const hashed = wanted === this.#hash(name) || name.startsWith('chunk-');
    if (this.#frameless.has(name)) response.header('cross-origin-resource-policy', 'cross-origin');
    return response
      .type(type)
      .header('cache-control', hashed ? FOREVER : 'no-cache')
      .etag(this.#hash(name));
  }

  /** A file that this release has not, or not with this hash, and which another one has. */
  async #otherRelease(name: string, hash?: string): Promise<Buffer | undefined> {
    const isOther = hash === undefined ? /^chunk-\w+\.js$/.test(name) : HASH.test(hash) && hash !== this.#hash(name);
    return isOther ? this.#shared?.find(name, hash) : undefined;
  }

  #hash(name: string): string {
    const known = this.#hashes.get(name);
    if (known) return known;
    const content = this.#content(name);
    if (!content) return 'missing';
    const hash = assetHash(content);
    this.#hashes.set(name, hash);
    return hash;
  }

  #content(name: string): Buffer | undefined {
    const source = this.#sourceOf(name);
    return source && ('path' in source ? readFileSync(source.path) : Buffer.from(source.make()));
  }

  #pathOf(name: string): string {
    return join(this.#folder, 'static', name);
  }

  #sourceOf(name: string): AssetSource | undefined {
    if (!/^[\w][\w.-]*$/.test(name)) return undefined;
    const make = this.#made.get(name);
    if (make) return { make };
    const path = this.#vendor.get(name) ?? this.#pathOf(name);
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? { path } : undefined;
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
