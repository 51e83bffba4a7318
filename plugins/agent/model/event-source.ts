// Answers that come as server-sent events or as a line of JSON each.
import { createParser } from 'eventsource-parser';

export async function* decodeChunks(body: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The data of each event. */
export async function* eventData(body: AsyncIterable<string>): AsyncIterable<string> {
  const ready: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => ready.push(data) });
  for await (const text of body) {
    parser.feed(text);
    yield* ready.splice(0);
  }
}

export async function* splitLines(body: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  for await (const text of body) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    yield* parts.filter((line) => line.trim());
  }
  if (rest.trim()) yield rest;
}
