// Files of many streams, as Office wrote them before 2007, opened by a library.
import { lazy } from '../../../core/boot/lazy-require.ts';

interface Containers {
  read(bytes: Uint8Array, options: { type: 'buffer' }): object;
  find(container: object, path: string): { content?: Uint8Array | number[] } | null;
}

/** What such files begin with. */
export const COMPOUND_MARK = 'd0cf11e0a1b11ae1';

const library = lazy<{ CFB: Containers }>('@e965/xlsx');

/** A stream by its name; undefined when there is none. */
export type StreamReader = (name: string) => Buffer | undefined;

/** @throws Error whose message ends a sentence */
export function compoundStreams(bytes: Buffer): StreamReader {
  const { CFB } = library();
  let container: object;
  try {
    container = CFB.read(bytes, { type: 'buffer' });
  } catch (error) {
    throw new Error('it is damaged', { cause: error });
  }
  return (name) => {
    const content = CFB.find(container, `/${name}`)?.content;
    return content && Buffer.from(content);
  };
}
