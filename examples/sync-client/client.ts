// A device in one file: it keeps what changed in a JSON file, sends what waits in it, and can be stopped at any moment.
// Usage: COMMONPLACE_URL=http://localhost:3000 COMMONPLACE_TOKEN=cp_… node examples/sync-client/client.ts kept.json [title]
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const { COMMONPLACE_URL: base = 'http://localhost:3000', COMMONPLACE_TOKEN: token = '' } = process.env;
const [file = 'kept.json', title] = process.argv.slice(2);

interface Change {
  type: string;
  id: number;
  version: number;
  op: 'upsert' | 'delete' | 'revoke';
  data: { title?: string } | null;
}

interface Kept {
  device_id: string;
  cursor?: string;
  things: Record<string, Change>;
  queue: { client_id: string; type: string; payload: object; base_version?: number; client_timestamp: number }[];
}

const kept: Kept = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { device_id: randomUUID(), things: {}, queue: [] };

/** The old file stays whole until the new one is. */
function save(): void {
  writeFileSync(`${file}.new`, JSON.stringify(kept));
  renameSync(`${file}.new`, file);
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(`${base}/api/v2${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** What was sent before an answer was lost is sent again under the same name, and is done once all the same. */
async function push(): Promise<void> {
  const mutations = kept.queue.slice(0, 500);
  if (!mutations.length) return;
  const sent = { device_id: kept.device_id, mutations };
  const { results } = await call<{ results: { client_id: string; status: string; retry?: true }[] }>(
    'POST',
    '/sync/batch',
    sent,
  );
  for (const { client_id, status, retry } of results) {
    console.log(`${client_id}: ${status}`);
    if (!retry) kept.queue = kept.queue.filter((one) => one.client_id !== client_id);
  }
  save();
}

async function pull(): Promise<void> {
  for (let more = true; more; ) {
    const since = kept.cursor ? `?since=${kept.cursor}` : '';
    const delta = await call<{
      changes: Change[];
      cursor: string;
      has_more: boolean;
      resync_required: boolean;
      recheck: boolean;
    }>('GET', `/sync/delta${since}`);
    if (delta.resync_required) kept.things = {};
    for (const change of delta.changes) {
      if (change.op === 'upsert') kept.things[`${change.type} ${change.id}`] = change;
      else
        for (const type of change.type === 'page' ? ['page', 'row'] : [change.type])
          delete kept.things[`${type} ${change.id}`];
    }
    if (delta.recheck) await check();
    kept.cursor = delta.cursor;
    more = delta.has_more;
    save();
  }
}

/** Lets go what is not for this person any more. */
async function check(): Promise<void> {
  const held = Object.values(kept.things).filter(({ type }) => type === 'page' || type === 'row');
  for (let at = 0; at < held.length; at += 5000) {
    const some = held.slice(at, at + 5000).map(({ id, version }) => ({ id, version }));
    const { gone } = await call<{ gone: number[] }>('POST', '/sync/status', { device_id: kept.device_id, held: some });
    for (const id of gone) for (const type of ['page', 'row']) delete kept.things[`${type} ${id}`];
  }
}

if (title !== undefined) {
  if (!kept.cursor) await pull();
  const home = Object.values(kept.things).find(({ type }) => type === 'workspace')?.id;
  const payload = { workspace_id: home, title };
  kept.queue.push({ client_id: randomUUID(), type: 'page_create', payload, client_timestamp: Date.now() });
  save();
}
await push();
await pull();
for (const { type, id, data } of Object.values(kept.things))
  if (data?.title) console.log(`${type} ${id} ${data.title}`);
