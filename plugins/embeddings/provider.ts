// Asking the provider for the vectors of texts, in the two ways of speaking that servers for embeddings have.
import type { App } from '../../core/kernel/app.ts';
import type { EmbeddingProvider, EmbeddingSettings } from './settings.ts';

/** Why there are no vectors; the message is for people and holds nothing of what was sent. */
export class EmbeddingFault extends Error {
  /** the texts themselves were refused: asking again with them is of no use */
  readonly isRefused: boolean;

  constructor(message: string, isRefused = false, cause?: unknown) {
    super(message, { cause });
    this.isRefused = isRefused;
  }
}

const BYTES_MAX = 32 * 1024 * 1024;
const SILENCE_MS = 60_000;
const SIZE_MAX = 8192;

interface Way {
  path: string;
  body(model: string, texts: string[]): object;
  vectors(answer: unknown): unknown[];
}

const WAYS: Record<EmbeddingProvider, Way> = {
  openai: {
    path: '/embeddings',
    body: (model, input) => ({ model, input, encoding_format: 'float' }),
    vectors: (answer) =>
      (answer as { data: { index: number; embedding: unknown }[] }).data
        .toSorted((one, other) => one.index - other.index)
        .map(({ embedding }) => embedding),
  },
  ollama: {
    path: '/api/embed',
    body: (model, input) => ({ model, input }),
    vectors: (answer) => (answer as { embeddings: unknown[] }).embeddings,
  },
};

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.length <= SIZE_MAX && value.every(Number.isFinite);

/** @throws EmbeddingFault for anything but one vector for each text, all of one size */
function vectorsIn(way: Way, text: string, wanted: number): number[][] {
  const broken = (cause?: unknown) =>
    new EmbeddingFault('The answer of the embedding server could not be understood.', false, cause);
  let found: unknown[];
  try {
    found = way.vectors(JSON.parse(text));
  } catch (error) {
    throw broken(error);
  }
  if (!Array.isArray(found) || found.length !== wanted || !found.every(isVector)) throw broken();
  if (new Set(found.map(({ length }) => length)).size > 1) throw broken();
  return found;
}

/** One vector for each text, in their order. @throws EmbeddingFault, and what `signal` aborts with */
export async function embedTexts(
  app: App,
  { provider, baseUrl, model, apiKey }: EmbeddingSettings,
  texts: string[],
  signal?: AbortSignal,
): Promise<number[][]> {
  const way = WAYS[provider];
  try {
    const answer = await app.outbound.operator(baseUrl).stream(`${baseUrl}${way.path}`, {
      ...{ method: 'POST', body: JSON.stringify(way.body(model, texts)), silenceMs: SILENCE_MS, maxBytes: BYTES_MAX },
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      ...(signal && { signal }),
    });
    if (answer.status !== 200) {
      answer.drop();
      throw new EmbeddingFault(
        `The embedding server refused the request (${answer.status}).`,
        [400, 413, 422].includes(answer.status),
      );
    }
    const read: Uint8Array[] = [];
    for await (const piece of answer.body) read.push(piece);
    return vectorsIn(way, Buffer.concat(read).toString('utf8'), texts.length);
  } catch (error) {
    if (error instanceof EmbeddingFault || signal?.aborted) throw error;
    throw new EmbeddingFault('The embedding server cannot be reached.', false, error);
  }
}
