// A clip of 250 kB of markup beside the same blocks as a new page: how long each takes, and what others wait meanwhile.
import { join } from 'node:path';
import type { Block } from '../../plugins/blocks/block.ts';
import { emptyDatabase } from '../../testing/databases.ts';
import { ROUNDS } from './compare.ts';
import { median, report } from './figures.ts';
import { preparePerson } from './prepare.ts';
import { root, start } from './processes.ts';

const LENGTH = 250_000;
/** Of each in a round: all rounds together stay below the 50 clips of an hour. */
const EACH = 15;
const BETWEEN_MS = 5;

const PLAIN = 'The beam swept across the water until the morning came, and ships far out turned towards the harbour. ';
const SENTENCE = `The <b>keeper</b> trimmed the wick at <a href="/dusk">dusk</a>. ${PLAIN.repeat(3)}`;

/** As articles are: headings, paragraphs with links, lists, a table now and then, code. */
function article(): string {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < LENGTH; at++) {
    const kinds = [
      `<h2>Part ${at}</h2><p>${SENTENCE.repeat(5)}</p>`,
      `<p>${SENTENCE.repeat(8)}</p>`,
      `<ul><li>${SENTENCE}</li><li>${SENTENCE}</li></ul>`,
      `<table><tr><th>Name</th><th>Height</th></tr><tr><td>Lamp ${at}</td><td>${at}</td></tr></table>`,
      `<pre><code class="language-js">light(${at});\n</code></pre>`,
    ];
    const part = kinds[at % kinds.length] as string;
    parts.push(part);
    length += part.length;
  }
  return parts.join('\n');
}

/** Answers say the text of a block twice. */
const withoutDerived = (blocks: Block[]): Block[] =>
  blocks.map(({ data: { text, ...data }, ...block }) => ({
    ...block,
    data: block.type === 'code' ? { ...data, text: text ?? '' } : data,
    ...(block.children && { children: withoutDerived(block.children) }),
  }));

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

export async function clips(settings: (folder: string) => Record<string, string>): Promise<void> {
  const database = await emptyDatabase('sqlite');
  const env = settings(database.dataDir);
  const { token, workspaceId } = await preparePerson(env);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ours = await start([process.execPath, join(root, 'core/boot/main.ts')], env, {
    path: '/api/v2/users/me',
    headers,
  });
  const call = async (method: string, path: string, body?: object) => {
    const began = performance.now();
    const answer = await fetch(ours.base + path, { method, headers, body: body && JSON.stringify(body) });
    const read = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read).slice(0, 300)}`);
    return { body: read as Record<string, never>, ms: performance.now() - began };
  };
  try {
    const clip = { source_url: 'https://example.org/', title: 'Long', html: article(), workspace_id: workspaceId };
    const first = await call('POST', '/api/v2/web-clipper/clip', clip);
    const { body } = await call('GET', `/api/v2/pages/${first.body.page_id}/content`);
    const page = {
      title: 'Long',
      workspace_id: workspaceId,
      blocks: withoutDerived(body.blocks as unknown as Block[]),
    };
    const times = { clips: [] as number[], pages: [] as number[], waits: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let n = 0; n < EACH; n += 1) times.pages.push((await call('POST', '/api/v2/pages', page)).ms);
      const beside = watch(call);
      for (let n = 0; n < EACH; n += 1) times.clips.push((await call('POST', '/api/v2/web-clipper/clip', clip)).ms);
      times.waits.push(await beside());
    }
    report('clips', 'clip of 250 kB beside the same blocks as a page', median(times.clips), median(times.pages), 'ms', {
      most: 3,
    });
    report('clips', 'the same, 95 of 100', at(times.clips, 0.95), 1000, 'ms', { most: 1 });
    report('clips', 'longest wait of others meanwhile', median(times.waits), 50, 'ms', { most: 1 });
  } finally {
    await ours.stop();
    await database.cleanup();
  }
}

/** Asks for next to nothing all the time; the returned function ends that and tells the longest answer. */
function watch(call: (method: string, path: string) => Promise<{ ms: number }>): () => Promise<number> {
  let isOver = false;
  let longest = 0;
  const asking = (async () => {
    while (!isOver) {
      longest = Math.max(longest, (await call('GET', '/healthz')).ms);
      await new Promise((done) => setTimeout(done, BETWEEN_MS));
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return longest;
  };
}
