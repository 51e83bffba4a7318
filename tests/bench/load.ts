// A load of 16 connections over keep-alive, counting only answers that are right.
import { Agent, request as httpRequest } from 'node:http';

export interface Figure {
  perSecond: number;
  p50: number;
  p99: number;
}

export interface Call {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  text: string;
}

export function send(base: string, agent: Agent, call: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const out = httpRequest(
      base + call.path,
      { agent, method: call.method ?? 'GET', headers: call.headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    out.on('error', reject);
    out.end(call.body);
  });
}

const CONNECTIONS = 16;

/**
 * Sends calls for `seconds` after a warm-up. `check` sees every answer of the warm-up; later ones must be 200.
 * @throws Error when an answer is wrong
 */
export async function load(
  base: string,
  next: (index: number) => Call,
  check: (answer: Answer) => void,
  seconds = 3,
): Promise<Figure> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let index = 0;
  for (let round = 0; round < 10; round += 1) check(await send(base, agent, next(index++)));
  const times: number[] = [];
  const warm = performance.now() + 500;
  const end = warm + seconds * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const started = performance.now();
      const { status, text } = await send(base, agent, next(index++));
      if (status !== 200) throw new Error(`answer ${status}: ${text.slice(0, 200)}`);
      if (started > warm) times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}
