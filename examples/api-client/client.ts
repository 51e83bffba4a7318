// A client of the public API in one file: creates a page safely to repeat, changes it without overwriting others, reads it.
// Usage: COMMONPLACE_URL=http://localhost:3000 COMMONPLACE_TOKEN=cp_… node examples/api-client/client.ts
import { randomUUID } from 'node:crypto';

const { COMMONPLACE_URL: base = 'http://localhost:3000', COMMONPLACE_TOKEN: token = '' } = process.env;

interface Answer<T> {
  body: T;
  etag: string;
}

/** Calls the API; problems (RFC 9457) become errors with their code. */
async function call<T>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(`${base}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  const isJson = response.headers.get('content-type')?.includes('json');
  return { body: (isJson ? JSON.parse(text) : text) as T, etag: response.headers.get('etag') ?? '' };
}

interface Page {
  id: number;
  title: string;
  sync_version: number;
}

const [workspace] = (await call<{ id: number; name: string }[]>('GET', '/workspaces')).body;
if (!workspace) throw new Error('the token sees no workspace');

// The same key makes the same page, however often a lost answer makes you try again.
const created = await call<Page>(
  'POST',
  '/pages',
  { workspace_id: workspace.id, title: 'Made by a client', markdown: '# Hello\n\nfrom the API' },
  { 'idempotency-key': randomUUID() },
);
// If-Match refuses the write when somebody else was faster.
const saved = await call<Page>(
  'PUT',
  `/pages/${created.body.id}/markdown`,
  { markdown: '# Hello\n\nagain' },
  { 'if-match': created.etag },
);
const markdown = await call<string>('GET', `/pages/${created.body.id}/markdown`);
console.log(`Page ${saved.body.id} in "${workspace.name}" is at version ${saved.body.sync_version}:\n${markdown.body}`);
