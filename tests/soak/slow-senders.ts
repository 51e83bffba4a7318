// Clients that send a byte now and then, hundreds of them, and how long others wait for their answers meanwhile.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '../../testing/databases.ts';
import { enroll, start } from './writers.ts';

const DRIP_MS = 500;
/** Whoever has sent too little by ten seconds is told so and left. */
const MEASURED_MS = 8_000;
/** Three of them ask at the same time, for what people ask most. */
const OTHERS = 3;
/** What others may wait while hundreds send slowly. */
const P95_MS = 200;

const HEADS = [
  'POST /auth/local-login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
];

async function dial(base: string, at: number): Promise<Socket> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(HEADS[at % HEADS.length] as string);
  return socket;
}

interface Waits {
  ms: number[];
  refused: number[];
}

async function askOthers(base: string, headers: Record<string, string>, id: number): Promise<Waits> {
  const waits: Waits = { ms: [], refused: [] };
  const end = performance.now() + MEASURED_MS;
  const paths = [`/api/v2/pages/${id}`, `/api/v2/pages/${id}/children`, '/api/v2/search?q=hello'];
  const ask = async () => {
    for (let count = 0; performance.now() < end; count += 1) {
      const began = performance.now();
      const answer = await fetch(base + paths[count % paths.length], { headers });
      await answer.arrayBuffer();
      waits.ms.push(performance.now() - began);
      if (!answer.ok) waits.refused.push(answer.status);
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: OTHERS }, ask));
  return waits;
}

function p95({ ms }: Waits): number {
  const sorted = ms.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}

/** False when others waited too long or were refused, or when the slow ones were not there all the while. */
export async function sendSlowly({ engine, dataDir, url, cleanup }: TestDatabase, count: number): Promise<boolean> {
  const target = { env: { DATA_DIR: dataDir, ACCOUNT_RATE_LIMIT: '0', ...(url ? { DATABASE_URL: url } : {}) } };
  const headers = { authorization: `Bearer ${await enroll(target)}`, 'content-type': 'application/json' };
  const { base, child } = await start(target);
  try {
    const body = JSON.stringify({ workspace_id: 1, title: 'hello', markdown: 'hello' });
    const { id } = (await (await fetch(`${base}/api/v2/pages`, { method: 'POST', headers, body })).json()) as {
      id: number;
    };
    const quiet = await askOthers(base, headers, id);
    const slow = await Promise.all(Array.from({ length: count }, (_, at) => dial(base, at)));
    const drip = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write('x');
    }, DRIP_MS);
    const loaded = await askOthers(base, headers, id);
    clearInterval(drip);
    const open = slow.filter(({ destroyed }) => !destroyed).length;
    for (const socket of slow) socket.destroy();
    const answered = { quiet: quiet.ms.length, loaded: loaded.ms.length };
    const waited = { quietP95: p95(quiet), p95: p95(loaded) };
    console.log(JSON.stringify({ engine, slow: count, open, answered, ...waited, refused: loaded.refused.length }));
    return waited.p95 < P95_MS && loaded.refused.length === 0 && open === count;
  } finally {
    child.kill('SIGKILL');
    await cleanup();
  }
}
