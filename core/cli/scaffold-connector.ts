// The files of a new connector: a site that answers in JSON, read as lines of text, to be changed into the one at hand.
import type { ScaffoldFiles } from './scaffold.ts';

const index = (
  name: string,
  title: string,
): string => `// Connects ${title}: what the site answers in JSON is read as one line for each field.

/** What a connector gets to work with: every request goes to its own address, guarded and with its secret. */
export interface Call {
  get(path: string, query?: string): Promise<Answer>;
}

/** Text of at most 20,000 characters. */
export interface Answer {
  status: number;
  content_type: string;
  text: string;
  truncated: boolean;
}

/** The rules of the site, without a network: easy to test. */
export function summary(json: string): string {
  const found = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return found.map(([field, value]) => \`\${field}: \${JSON.stringify(value)}\`).join('\\n');
}

export default {
  kind: 'connector',
  name: '${name}',
  title: '${title}',
  async probe(call: Call) {
    const { status } = await call.get('/');
    return { status: status < 400 ? 'ok' : 'error', detail: \`The site answers \${status}.\` };
  },
  async fetch(call: Call, path: string, query?: string): Promise<Answer> {
    const answer = await call.get(path, query);
    return answer.content_type === 'application/json' ? { ...answer, text: summary(answer.text) } : answer;
  },
};
`;

const test = (name: string): string => `// The connector with a site that is not there: what is read of its answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import connector from './index.ts';

const text = '{"sky":"clear","degrees":21}';
const answer = { status: 200, content_type: 'application/json', text, truncated: false };
const call = { get: async () => answer };

test('${name} reads a line of each field', async () => {
  assert.deepEqual(await connector.probe(call), { status: 'ok', detail: 'The site answers 200.' });
  assert.equal((await connector.fetch(call, '/today')).text, 'sky: "clear"\\ndegrees: 21');
});
`;

export const connectorFiles = (name: string, title: string): ScaffoldFiles => ({
  'index.ts': index(name, title),
  'index.test.ts': test(name),
  'package.json': '{\n  "type": "module"\n}\n',
});
