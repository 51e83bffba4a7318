// A receiver of webhooks as a process of its own: answers at once, or never below `/hang`, and says when what came.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** milliseconds from the event to its arrival, by path */
const late = new Map<string, number[]>();

const server = createServer(async (request, response) => {
  const path = request.url ?? '/';
  if (request.method === 'GET') {
    const said = late.get(path) ?? [];
    if (path.startsWith('/')) late.delete(path);
    return void response.end(JSON.stringify(said));
  }
  const arrived = Date.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (path.startsWith('/hang')) return;
  const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
  const times = late.get(path) ?? [];
  times.push(arrived - Date.parse(timestamp));
  late.set(path, times);
  response.end('ok');
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
