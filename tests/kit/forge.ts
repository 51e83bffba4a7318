// Code-hosting services for tests, written from what each type publishes of its interface: people and repositories are
// those that a test decides, and files come out of git.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { GitContent } from './git-repository.ts';
import { HostedRepository, type Visibility } from './hosted-repository.ts';

export type ForgeKind = 'gitea' | 'forgejo' | 'gitlab' | 'github';
export const FORGE_KINDS: ForgeKind[] = ['gitea', 'forgejo', 'gitlab', 'github'];
export const FORGE_CLIENT = { client_id: 'commonplace', client_secret: 'a secret of the forge' };

export interface ForgeFolk {
  id: number;
  login: string;
  email: string;
  verified: boolean;
}

const CODELOAD = '/codeload/';
const API: Record<ForgeKind, string> = { gitea: '/api/v1', forgejo: '/api/v1', gitlab: '/api/v4', github: '/api/v3' };

interface Granted {
  login: string;
  /** milliseconds since 1970; undefined: for ever */
  until?: number;
}

export class FakeForge {
  readonly kind: ForgeKind;
  readonly people = new Map<string, ForgeFolk>();
  readonly repositories: HostedRepository[] = [];
  /** who signs in there without being asked; with nobody the sign-in is refused */
  who: string | undefined;
  /** seconds that tokens last; undefined: for ever, and without another one to renew them */
  lasts: number | undefined;
  /** answers instead of the forge, where it returns true */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** how long each answer takes, as from another continent */
  delayMs = 0;
  /** method and address of every request, in order */
  readonly asked: string[] = [];
  /** parameters of the sign-ins that came */
  readonly authorized: URLSearchParams[] = [];
  readonly tokens = new Map<string, Granted>();
  readonly #refresh = new Map<string, string>();
  readonly #codes = new Map<string, { login: string; challenge: string }>();
  readonly #server: Server;

  private constructor(kind: ForgeKind, server: Server) {
    this.kind = kind;
    this.#server = server;
  }

  static async start(kind: ForgeKind): Promise<FakeForge> {
    const server = createServer();
    const made = new FakeForge(kind, server);
    server.on('request', (request, response) => {
      made.#answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** for OUTBOUND_ALLOW */
  get host(): string {
    return new URL(this.url).host;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
    await Promise.all(this.repositories.map((one) => one.remove()));
  }

  person(login: string, about: Partial<ForgeFolk> = {}): ForgeFolk {
    const folk = { id: 100 + this.people.size, login, email: `${login}@corp.test`, verified: true, ...about };
    this.people.set(login, folk);
    return folk;
  }

  /** a token that the person made there */
  grant(login: string): string {
    const token = `tok_${randomBytes(12).toString('hex')}`;
    this.tokens.set(token, { login });
    return token;
  }

  offer(
    owner: string,
    name: string,
    files: Record<string, GitContent>,
    visibility: Partial<Visibility> = {},
  ): HostedRepository {
    const made = new HostedRepository(owner, name, files, visibility);
    this.repositories.push(made);
    return made;
  }

  /** how this type tells of a push, as a form where it is asked to, or tries its hook: body and headers */
  push(
    repository: HostedRepository,
    secret: string,
    delivery: string,
    { isForm = false, isPing = false }: { isForm?: boolean; isPing?: boolean } = {},
  ) {
    const { owner, name } = repository;
    const ref = isPing ? {} : { ref: 'refs/heads/main' };
    const whole =
      this.kind === 'gitlab'
        ? { ...ref, project: { path_with_namespace: `${owner}/${name}` } }
        : { ...ref, repository: { name, owner: { login: owner } } };
    const json = JSON.stringify(whole);
    const body = isForm ? new URLSearchParams({ payload: json }).toString() : json;
    const signed = this.kind === 'github' ? body : json;
    const hmac = createHmac('sha256', secret).update(signed).digest('hex');
    const headers: Record<ForgeKind, Record<string, string>> = {
      gitea: { 'x-gitea-signature': hmac, 'x-gitea-delivery': delivery },
      forgejo: { 'x-forgejo-signature': hmac, 'x-forgejo-delivery': delivery },
      gitlab: { 'x-gitlab-token': secret, 'idempotency-key': delivery },
      github: { 'x-hub-signature-256': `sha256=${hmac}`, 'x-github-delivery': delivery },
    };
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    return { body, headers: { 'content-type': type, ...headers[this.kind] } };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(`${request.method} ${request.url}`);
    if (this.delayMs) await setTimeout(this.delayMs);
    if (this.intercept?.(request, response)) return;
    const url = new URL(request.url ?? '/', this.url);
    const isGitlab = this.kind === 'gitlab';
    if (url.pathname === (isGitlab ? '/oauth/authorize' : '/login/oauth/authorize'))
      return this.#authorize(url.searchParams, response);
    if (url.pathname === (isGitlab ? '/oauth/token' : '/login/oauth/access_token'))
      return this.#token(new URLSearchParams(await text(request)), response);
    if (isGitlab && url.pathname === '/oauth/revoke') {
      this.tokens.delete(new URLSearchParams(await text(request)).get('token') ?? '');
      return json(response, {});
    }
    if (url.pathname.startsWith(`${API.github}/applications/`) && request.method === 'DELETE') {
      this.tokens.delete((JSON.parse(await text(request)) as { access_token: string }).access_token);
      return void response.writeHead(204).end();
    }
    if (url.pathname.startsWith(CODELOAD)) return this.#download(url.pathname, response);
    if (!url.pathname.startsWith(API[this.kind])) return void response.writeHead(404).end();
    const granted = this.tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (!granted || (granted.until !== undefined && granted.until < Date.now()))
      return json(response, { message: 'token is not valid' }, 401);
    const path = url.pathname.slice(API[this.kind].length);
    const found = await (isGitlab ? this.#gitlab(granted.login, path, url) : this.#gitea(granted.login, path, url));
    if (found === undefined) return json(response, { message: 'Not Found' }, 404);
    if (Buffer.isBuffer(found)) return void response.writeHead(200, { 'content-type': 'application/zip' }).end(found);
    if (found instanceof URL) return void response.writeHead(302, { location: found.href }).end();
    json(response, found);
  }

  /** GitHub hands out archives at another place, to whoever knows the address. */
  async #download(path: string, response: ServerResponse): Promise<void> {
    const [owner, name, commit = ''] = path.slice(CODELOAD.length).split('/').map(decodeURIComponent);
    const found = this.repositories.find((one) => one.owner === owner && one.name === name);
    const archive = await found?.archive(commit, () => `${owner}-${name}-${commit.slice(0, 7)}`);
    if (!archive) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/zip' }).end(archive);
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    this.authorized.push(asked);
    const back = new URL(asked.get('redirect_uri') as string);
    back.searchParams.set('state', asked.get('state') as string);
    if (this.who) {
      const code = randomBytes(12).toString('hex');
      this.#codes.set(code, { login: this.who, challenge: asked.get('code_challenge') ?? '' });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    response.writeHead(302, { location: back.href }).end();
  }

  #token(given: URLSearchParams, response: ServerResponse): void {
    const refuse = (error: string) => json(response, { error }, this.kind === 'github' ? 200 : 400);
    if (given.get('client_secret') !== FORGE_CLIENT.client_secret) return void refuse('invalid_client');
    let login: string | undefined;
    if (given.get('grant_type') === 'refresh_token') {
      login = this.#refresh.get(given.get('refresh_token') ?? '');
      // Burned by the first who uses it.
      this.#refresh.delete(given.get('refresh_token') ?? '');
    } else {
      const begun = this.#codes.get(given.get('code') ?? '');
      this.#codes.delete(given.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(given.get('code_verifier') ?? '')
        .digest('base64url');
      if (begun?.challenge === challenge) login = begun.login;
    }
    if (!login) return void refuse('invalid_grant');
    const token = this.grant(login);
    if (this.lasts === undefined) return void json(response, { access_token: token, token_type: 'bearer' });
    this.tokens.set(token, { login, until: Date.now() + this.lasts * 1000 });
    const refresh = `ref_${randomBytes(12).toString('hex')}`;
    this.#refresh.set(refresh, login);
    json(response, { access_token: token, token_type: 'bearer', refresh_token: refresh, expires_in: this.lasts });
  }

  #seenBy(login: string): HostedRepository[] {
    return this.repositories.filter((one) => !one.isPrivate || one.owner === login || one.readers.includes(login));
  }

  #named(login: string, owner: string, name: string): HostedRepository | undefined {
    return this.#seenBy(login).find((one) => one.owner === owner && one.name === name);
  }

  /** Gitea, Forgejo and GitHub. */
  async #gitea(login: string, path: string, url: URL): Promise<object | undefined> {
    const me = this.people.get(login) as ForgeFolk;
    if (path === '/user') return { id: me.id, login: me.login, full_name: me.login, name: me.login };
    if (path === '/user/emails') return [{ email: me.email, verified: me.verified, primary: true }];
    if (path === '/user/repos') return windowOf(this.#seenBy(login), url).map((one) => this.#giteaShape(one));
    const [, where, owner = '', name = '', kind, ...rest] = path.split('/').map(decodeURIComponent);
    const found = where === 'repos' ? this.#named(login, owner, name) : undefined;
    if (!found) return undefined;
    if (kind === undefined) return this.#giteaShape(found);
    const ref = url.searchParams.get('ref') ?? '';
    if (kind === 'contents' && this.kind === 'github') return found.githubContents(ref, rest.join('/'));
    if (kind === 'contents') return found.giteaContents(ref, rest.join('/'));
    if (kind === 'archive') return found.archive((rest[0] ?? '').replace(/\.zip$/, ''), () => name);
    const commit = await found.resolve(rest.at(-1) ?? '');
    if (!commit) return undefined;
    if (kind === 'zipball') return new URL(`${CODELOAD}${owner}/${name}/${commit}`, this.url);
    return kind === 'commits' || kind === 'git' ? { sha: commit } : undefined;
  }

  #giteaShape({ owner, name, isPrivate }: HostedRepository) {
    return {
      ...{ name, owner: { login: owner }, clone_url: `${this.url}/${owner}/${name}.git`, default_branch: 'main' },
      ...{ language: 'TypeScript', description: `About ${name}`, private: isPrivate },
    };
  }

  async #gitlab(login: string, path: string, url: URL): Promise<object | undefined> {
    const me = this.people.get(login) as ForgeFolk;
    if (path === '/user') {
      const confirmed_at = me.verified ? '2026-01-01T00:00:00Z' : null;
      return { id: me.id, username: me.login, name: me.login, email: me.email, confirmed_at };
    }
    if (path === '/projects') return windowOf(this.#seenBy(login), url).map((one) => this.#gitlabShape(one));
    const [, , id = '', , kind, ...rest] = path.split('/').map(decodeURIComponent);
    const cut = id.lastIndexOf('/');
    const found = this.#named(login, id.slice(0, cut), id.slice(cut + 1));
    if (!found) return undefined;
    if (kind === undefined) return this.#gitlabShape(found);
    const asked = (parameter: string): string => url.searchParams.get(parameter) ?? '';
    if (kind === 'archive.zip') return found.archive(asked('sha'), (commit) => `${found.name}-${commit}-${commit}`);
    if (kind === 'files') return found.gitlabFile(asked('ref'), rest.join('/'));
    if (kind === 'tree') {
      const entries = await found.gitlabTree(asked('ref'), asked('path'));
      return entries && windowOf(entries, url);
    }
    const commit = kind === 'commits' ? await found.resolve(rest[0] ?? '') : undefined;
    return commit === undefined ? undefined : { id: commit };
  }

  #gitlabShape({ owner, name, isPrivate }: HostedRepository) {
    return {
      ...{ path: name, namespace: { full_path: owner }, http_url_to_repo: `${this.url}/${owner}/${name}.git` },
      ...{ default_branch: 'main', description: `About ${name}`, visibility: isPrivate ? 'private' : 'public' },
    };
  }
}

function windowOf<T>(all: T[], { searchParams }: URL): T[] {
  const size = Number(searchParams.get('limit') ?? searchParams.get('per_page'));
  const page = Number(searchParams.get('page'));
  return all.slice((page - 1) * size, page * size);
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
