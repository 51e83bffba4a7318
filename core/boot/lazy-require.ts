// Packages that few requests need are loaded by the first that does, also where nothing can be awaited: the start
// pays for none of them.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** `const yaml = lazy<typeof import('yaml')>('yaml')`, and then `yaml().parse(text)`. */
export function lazy<T>(specifier: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= require(specifier) as T;
    return loaded;
  };
}
