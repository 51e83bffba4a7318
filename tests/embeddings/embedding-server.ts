// A server for embeddings in two dialects whose vectors say which subjects a text has: other words, the same vector.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Words of one subject are near to each other, whatever their letters. */
const SUBJECTS = [
  ['car', 'automobile', 'vehicle', 'wagen'],
  ['holiday', 'vacation', 'leave', 'urlaub'],
  ['invoice', 'bill', 'payment', 'rechnung'],
  ['dog', 'puppy', 'hound', 'hund'],
];
const SIZE = 64;

/** Words of no subject are each about something of their own, more or less. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: SIZE }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const subject = SUBJECTS.findIndex((names) => names.includes(word));
    const own = [...word].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) as number)) % 997, 7);
    const at = subject >= 0 ? subject : SUBJECTS.length + (own % (SIZE - SUBJECTS.length));
    vector[at] = (vector[at] as number) + (subject >= 0 ? 3 : 0.5);
  }
  return vector;
}

export interface AskedForVectors {
  path: string;
  key: string | undefined;
  model: string;
  texts: string[];
}

export interface EmbeddingServer {
  url: string;
  asked: AskedForVectors[];
  /** texts with this word are refused */
  refuses: string;
  /** what it answers instead */
  fault: 'none' | 'busy' | 'garbage' | 'few' | 'words' | 'sizes';
  close(): Promise<void>;
}

function answerOf(server: EmbeddingServer, { path, texts }: AskedForVectors): [number, string] {
  if (server.fault === 'busy') return [503, ''];
  if (server.fault === 'garbage') return [200, '<html>'];
  if (server.refuses && texts.some((text) => text.includes(server.refuses))) return [400, '{}'];
  const vectors: unknown[] = texts.map(vectorOf);
  if (server.fault === 'few') vectors.pop();
  if (server.fault === 'words') vectors[0] = ['one', 'two'];
  if (server.fault === 'sizes') vectors[0] = [1, 2, 3];
  if (path.endsWith('/api/embed')) return [200, JSON.stringify({ embeddings: vectors })];
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return [200, JSON.stringify({ object: 'list', data: data.reverse() })];
}

async function bodyOf(request: IncomingMessage): Promise<{ model: string; input: string[] }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const http = createServer(async (request, response) => {
    const { model, input } = await bodyOf(request);
    const asked = { path: request.url ?? '', key: request.headers.authorization, model, texts: input };
    server.asked.push(asked);
    const [status, text] = answerOf(server, asked);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const server: EmbeddingServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    ...{ asked: [], refuses: '', fault: 'none' },
    close: () => new Promise((done) => http.close(() => done())),
  };
  return server;
}
