// A knex of another one's making: the same builders and pool, with some methods of its client replaced. knex would make
// a client, some two hundred functions and an emitter for each, 30 kB that mostly live until a full collection.
import type { Knex } from 'knex';

/** The part of a knex client that those who derive one need; it is not public. */
export interface Client {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
  query(connection: object, statement: string | object): Promise<{ response?: { command?: string } }>;
  queryBuilder(): { table(...named: unknown[]): unknown };
}

export const clientOf = (pool: Knex): Client => pool.client as Client;

/** All of `pool`, but its connections come and go by `methods`; `marks` are set on what is returned. */
export function derived(pool: Knex, methods: object, marks: object = {}): Knex {
  const client = Object.assign(Object.create(pool.client) as Client, methods);
  const own = (...named: unknown[]) => client.queryBuilder().table(...named);
  Object.setPrototypeOf(own, pool);
  const { context } = pool as unknown as { context: object };
  Object.assign(own, { context: Object.assign(Object.create(context), { client }), ...marks });
  return own as unknown as Knex;
}
