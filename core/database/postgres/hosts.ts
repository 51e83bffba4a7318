// The servers that an address of PostgreSQL names: several of them hold the same database, and one takes writes.
import { Client, type ClientConfig } from 'pg';
import { DatabaseProblem } from '../connection-errors.ts';

/** What a server is asked for by `target_session_attrs`, of which only one that writes is of use here. */
const WRITABLE = new Set(['', 'read-write', 'primary']);

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/;

/**
 * Addresses of one server each, in the order in which they are tried: hosts are divided by commas, between the user and
 * the database or as `host` and `port` behind the question mark, as PostgreSQL's own programs have it.
 * @throws DatabaseProblem
 */
export function serverUrls(url: string): string[] {
  const [, before, authority = '', path, query = ''] = ADDRESS.exec(url) ?? [];
  const rest = new URLSearchParams(query);
  const wanted = rest.get('target_session_attrs') ?? '';
  if (!WRITABLE.has(wanted))
    throw new DatabaseProblem('target_session_attrs in DATABASE_URL must be read-write or primary');
  rest.delete('target_session_attrs');
  const hosts = (rest.get('host') ?? '').split(',');
  const ports = (rest.get('port') ?? '').split(',');
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new DatabaseProblem('DATABASE_URL must name one port, or as many as hosts');
  const address = (host: string, params: URLSearchParams) => {
    const said = params.toString();
    return `${before}${host}${path}${said ? `?${said}` : ''}`;
  };
  if (hosts.length === 1) return authority.split(',').map((host) => address(host, rest));
  return hosts.map((host, at) => {
    const own = new URLSearchParams(rest);
    own.set('host', host);
    const port = ports[at] ?? ports[0];
    if (port) own.set('port', port);
    return address(authority, own);
  });
}

/** Hosts and ports of an address, without user and password; a socket folder is named by its path. */
export function serverName(url: string): string {
  const host = /[?&]host=([^&]*)/.exec(url)?.[1];
  if (host) return decodeURIComponent(host);
  return /^\w+:\/\/(?:[^/]*@)?([^/?]*)/.exec(url)?.[1] || 'localhost';
}

/** With which settings each connection was made: a second one to the same server needs them. */
const settings = new WeakMap<object, ClientConfig>();

export const connectionSettings = (connection: object): ClientConfig => settings.get(connection) as ClientConfig;

async function connectTo(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  // An error is followed by the end of the connection, which is what counts.
  client.on('error', () => {});
  settings.set(client, config);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** A server that follows another one takes no writes; the code is that of a server which is not ready yet. */
const nobodyWrites = (): Error =>
  Object.assign(new Error('none of the servers takes writes at the moment'), { code: '57P03' });

/** Connects to the one of these servers that takes writes; a single one is not asked. */
export class PrimaryFinder {
  readonly #configs: ClientConfig[];
  /** which answered last, and is asked first */
  #last = 0;

  constructor(configs: ClientConfig[]) {
    this.#configs = configs;
  }

  async connect(): Promise<Client> {
    const [only, ...others] = this.#configs;
    if (only && !others.length) return connectTo(only);
    let refusal: unknown;
    for (const index of this.#configs.keys()) {
      const at = (this.#last + index) % this.#configs.length;
      try {
        const client = await this.#connectPrimary(this.#configs[at] as ClientConfig);
        if (client) {
          this.#last = at;
          return client;
        }
        refusal = nobodyWrites();
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  }

  async #connectPrimary(config: ClientConfig): Promise<Client | undefined> {
    const client = await connectTo(config);
    let isPrimary = false;
    try {
      const answer = await client.query('select pg_is_in_recovery() as follows');
      isPrimary = !answer.rows[0].follows;
    } finally {
      if (!isPrimary) await client.end().catch(() => {});
    }
    return isPrimary ? client : undefined;
  }
}
