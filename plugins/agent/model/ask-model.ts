// One question to the model of the settings: repeated once before an answer began, and an answer is never half of one.
import { setTimeout } from 'node:timers/promises';
import type { App } from '../../../core/kernel/app.ts';
import type { StreamAnswer } from '../../../core/outbound/operator-site.ts';
import type { ModelSettings, ProviderName } from '../settings.ts';
import { broken, type ModelDialect, ModelFault, type ModelPart, type ModelQuestion } from './dialect.ts';

/** Loaded on first use, with what reads their streams. */
const DIALECTS: Record<ProviderName, () => Promise<ModelDialect>> = {
  openai: async () => (await import('./openai.ts')).openai,
  anthropic: async () => (await import('./anthropic.ts')).anthropic,
  ollama: async () => (await import('./ollama.ts')).ollama,
};

const BYTES_MAX = 4 * 1024 * 1024;
/** Longest pause before the one repetition, and the usual one. */
const [PAUSE_MAX_MS, PAUSE_MS] = [10_000, 500];

const isBusy = (status: number): boolean => status === 429 || status >= 500;

/** A fault of the network in words that hold nothing of the request. */
function faultOf(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ModelFault || signal.aborted) return error;
  const { code = '', name = '' } = error as { code?: string; name?: string };
  if (/TIMEOUT/.test(code) || name === 'TimeoutError')
    return new ModelFault('model_silent', 'The model did not answer in time.', error);
  if (/^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|UND_ERR_CONNECT)/.test(code))
    return new ModelFault('model_unreachable', 'The model server cannot be reached.', error);
  return broken(error);
}

/** Told to whoever reads the log, with nothing of what was sent: neither pages nor the key. */
function logFault(app: App, { provider, model }: ModelSettings, base: string, fault: unknown): void {
  if (!(fault instanceof ModelFault)) return;
  const { code, message: detail, cause } = fault;
  const reason = (cause as { code?: string } | undefined)?.code;
  app.log.warn({ code, detail, reason, provider, model, host: new URL(base).host }, 'the model failed');
}

/** How long it wants to be left alone, within limits. */
function pauseOf({ headers }: StreamAnswer): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, PAUSE_MAX_MS) : PAUSE_MS;
}

/** An answer with a status of success. @throws ModelFault */
async function begin(ask: () => Promise<StreamAnswer>, signal: AbortSignal): Promise<StreamAnswer> {
  let answer = await ask();
  if (isBusy(answer.status)) {
    answer.drop();
    await setTimeout(pauseOf(answer), undefined, { signal });
    answer = await ask();
  }
  if (answer.status === 200) return answer;
  answer.drop();
  const words = isBusy(answer.status)
    ? `The model server is busy or failing (${answer.status}).`
    : `The model server refused the request (${answer.status}).`;
  throw new ModelFault('model_refused', words);
}

/** U+0000 is kept by no column of PostgreSQL: whatever a model says, its run goes on. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

function storable(part: ModelPart): ModelPart {
  if (part.type === 'text') return { ...part, text: withoutNul(part.text) };
  if (part.type !== 'call') return part;
  const { id, name, arguments: args } = part.call;
  return { ...part, call: { id, name: withoutNul(name), arguments: withoutNul(args) } };
}

/** The parts of an answer as they come, the last of which is its end. @throws ModelFault, and what `signal` aborts with */
export async function* askModel(
  app: App,
  settings: ModelSettings,
  question: ModelQuestion,
  signal: AbortSignal,
): AsyncIterable<ModelPart> {
  const [dialect, { decodeChunks }] = await Promise.all([DIALECTS[settings.provider](), import('./event-source.ts')]);
  const { path, headers, body } = dialect.request(question, settings);
  const base = settings.provider === 'anthropic' ? settings.baseUrl.replace(/\/v1$/, '') : settings.baseUrl;
  const ask = () =>
    app.outbound.operator(base).stream(`${base}${path}`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
      ...{ silenceMs: settings.silenceMs, maxBytes: BYTES_MAX, signal },
    });
  let isWhole = false;
  try {
    const answer = await begin(ask, signal);
    const text = decodeChunks(answer.body);
    for await (const part of settings.isStreamed ? dialect.pieces(text) : await atOnce(dialect, text)) {
      if (part.type === 'end') isWhole = true;
      yield storable(part);
    }
    if (!isWhole) throw broken();
  } catch (error) {
    const fault = faultOf(error, signal);
    logFault(app, settings, base, fault);
    throw fault;
  }
}

async function atOnce(dialect: ModelDialect, body: AsyncIterable<string>): Promise<ModelPart[]> {
  let text = '';
  for await (const part of body) text += part;
  return dialect.whole(JSON.parse(text));
}
