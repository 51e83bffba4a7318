// Where sockets come in: their origin, and then the same session and the same rights as any request, asked of a route.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Request } from '@hapi/hapi';
import type { WebSocketServer } from 'ws';
import { subjectOf } from '../../core/access/access-control.ts';
import { lazy } from '../../core/boot/lazy-require.ts';
import { DATABASE_CHANGED } from '../../core/events/bus.ts';
import { MAINTENANCE } from '../../core/http/maintenance.ts';
import { Problem } from '../../core/http/problem.ts';
import { CREDENTIALS_ENDED } from '../../core/http/request-lifecycle.ts';
import type { App } from '../../core/kernel/app.ts';
import { type UserActor, userOf } from '../../core/kernel/context.ts';
import { accounts, type User } from '../auth/contract.ts';
import { SCHEMA_VERSION } from '../blocks/ydoc/version.ts';
import { CLOSE_CODES, Connection } from './connection.ts';
import { liveKindOf } from './document-kinds.ts';
import type { Stream } from './event-socket.ts';
import type { LazyRooms } from './lazy-rooms.ts';
import type { LiveKind, LiveName } from './points.ts';
import type { RoomWriter } from './room-host.ts';
import { rightsOn } from './room-permissions.ts';
import type { Rooms } from './rooms.ts';

const ws = lazy<typeof import('ws')>('ws');
const MIB = 1024 * 1024;
const PING_MS = 30_000;
/** How long a right that nobody told of can be outlived. */
const RECHECK_MS = 1_000;
/** Changes come in bursts, and one look sees them all. */
const SOON_MS = 20;
const LEAVE_MS = 1_000;

const PATH = /^\/ws\/(?:(pages|synced)\/([1-9]\d{0,9})|events)$/;
const KINDS: Record<string, string> = { pages: 'page', synced: 'synced' };
const REASONS: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Content',
};

/** A status, or one with what is wrong. */
type Refusal = number | { status: number; body: string };

interface Caller {
  actor: UserActor;
  /** wants to know who is on which page; of the stream of events only */
  asksFaces: boolean;
  /** a page that is read without a room; of the stream of events only */
  page?: number | undefined;
  /** null for the stream of events */
  room: ({ house: Rooms; name: LiveName; outdated: boolean } & Pick<RoomWriter, 'refusal' | 'identity'>) | null;
}

export class Gate {
  readonly #app: App;
  readonly #rooms: LazyRooms;
  readonly #stream: Stream;
  #sockets: WebSocketServer | undefined;
  readonly #connections = new Set<Connection>();
  readonly #timers: NodeJS.Timeout[] = [];
  #off: (() => void)[] = [];
  #soon: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();

  constructor(app: App, rooms: LazyRooms, stream: Stream) {
    this.#app = app;
    this.#rooms = rooms;
    this.#stream = stream;
  }

  start(): void {
    this.#app.server.listener.on('upgrade', (request, socket, head) => void this.#knock(request, socket, head));
    const channels = ['events', CREDENTIALS_ENDED, DATABASE_CHANGED, MAINTENANCE];
    this.#off = channels.map((channel) => this.#app.bus.subscribe(channel, () => this.#recheckSoon()));
    this.#timers.push(setInterval(() => this.#recheckSoon(), RECHECK_MS).unref());
    this.#timers.push(setInterval(() => this.#pingAll(), PING_MS).unref());
  }

  #pingAll(): void {
    for (const connection of this.#connections) connection.ping();
  }

  #recheckSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#checking = this.#checking
        .then(() => Promise.all([this.#rooms.recheck(), this.#stream.recheck()]))
        .then(
          () => {},
          (error) => this.#app.log.warn({ err: error }, 'rights of sockets'),
        );
    }, SOON_MS).unref();
  }

  async #knock(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {});
    try {
      const caller = await this.#admit(incoming);
      if (typeof caller === 'number' || 'status' in caller) return refuse(socket, caller);
      this.#sockets ??= new (ws().WebSocketServer)({ noServer: true, maxPayload: MIB, perMessageDeflate: false });
      this.#sockets.handleUpgrade(incoming, socket, head, (opened) => {
        const connection = new Connection(opened, caller.actor);
        this.#connections.add(connection);
        opened.once('close', () => this.#connections.delete(connection));
        this.#enter(connection, caller).catch((error) => {
          if (error instanceof Problem && error.code === 'not_found')
            return connection.close(CLOSE_CODES.gone, 'no room');
          this.#app.log.warn({ err: error }, 'a socket');
          connection.close(CLOSE_CODES.again, 'try again');
        });
      });
    } catch (error) {
      this.#app.log.error({ err: error }, 'a socket');
      refuse(socket, 503);
    }
  }

  /** Who wants in, or what they are refused with. */
  async #admit(incoming: IncomingMessage): Promise<Caller | Refusal> {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const match = PATH.exec(url.pathname);
    if (!match) return 404;
    if (this.#app.draining) return 503;
    const { origin, cookie, authorization } = incoming.headers;
    if (origin !== undefined && !this.#app.csrf.allowsOrigin(origin)) return 403;
    const name = match[1] ? { kind: KINDS[match[1]] as string, id: Number(match[2]) } : null;
    const answer = await this.#app.server.inject({
      url: name ? `/_rt/${name.kind}/${name.id}` : `/_rt/events${url.search}`,
      headers: { ...(cookie ? { cookie } : {}), ...(authorization ? { authorization } : {}) },
      remoteAddress: incoming.socket.remoteAddress,
      allowInternals: true,
    });
    if (answer.statusCode === 422) return name ? 404 : { status: 422, body: answer.payload };
    if (answer.statusCode !== 200) return answer.statusCode;
    const { request } = answer;
    const actor = userOf(request.ctx);
    if (!name)
      return {
        actor,
        asksFaces: 'presence' in request.query,
        page: (request.query as { page?: number }).page,
        room: null,
      };
    const schema = url.searchParams.get('schema');
    const outdated = schema !== null && schema !== String(SCHEMA_VERSION);
    const [house, person] = await Promise.all([this.#rooms.ready(), personOf(request, liveKindOf(this.#app, name))]);
    return { actor, asksFaces: false, room: { house, name, outdated, ...person } };
  }

  /** Nothing is awaited before somebody listens: the first message comes with the handshake. */
  #enter(connection: Connection, { room, asksFaces, page }: Caller): Promise<void> {
    if (!room) return this.#stream.enter(connection, asksFaces, page);
    const { house, name, outdated, ...person } = room;
    if (!outdated) return house.enter(name, connection, { connection, ...person });
    connection.close(CLOSE_CODES.outdated, 'reload the page');
    return Promise.resolve();
  }

  /** Says goodbye to everybody; those who do not answer are cut off. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#soon);
    for (const off of this.#off) off();
    await this.#checking;
    this.#stream.stop();
    await this.#rooms.stop();
    setTimeout(() => {
      for (const connection of this.#connections) connection.terminate();
    }, LEAVE_MS).unref();
  }
}

async function personOf(
  request: Request,
  { view, param }: LiveKind,
): Promise<Pick<RoomWriter, 'refusal' | 'identity'>> {
  const { ctx } = request;
  const [{ refusal }, user] = await Promise.all([
    rightsOn(ctx, view.resource, subjectOf(request, param)),
    ctx.use(accounts).byId(ctx, userOf(ctx).id),
  ]);
  const { id, full_name, login, avatar_url, avatar_color } = user as User;
  return { refusal, identity: { id, name: full_name || login, avatar_url, avatar_color } };
}

function refuse(socket: Duplex, refusal: Refusal): void {
  const { status, body } = typeof refusal === 'number' ? { status: refusal, body: '' } : refusal;
  const reason = REASONS[status] ?? 'Service Unavailable';
  const type = body ? 'Content-Type: application/json\r\n' : '';
  const length = Buffer.byteLength(body);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n${type}Content-Length: ${length}\r\n\r\n${body}`);
}
