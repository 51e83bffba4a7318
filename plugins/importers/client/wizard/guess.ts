// Which source fits what somebody chose, told by the names of the files; people may choose another one.
import type { ImportSource } from './job.ts';

const VAULT = /(^|\/)(\.obsidian\/|[^/]+\.(canvas|base)$)/;

export const endingOf = (name: string): string => /[^/](\.[^./]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** `inside` are the names in the archive, when it is one. */
export function guessSource(paths: string[], inside: string[], sources: ImportSource[]): string {
  const has = (name: string): boolean => sources.some((source) => source.name === name);
  if (has('notes-vault') && [...paths, ...inside].some((path) => VAULT.test(path))) return 'notes-vault';
  const [only] = paths;
  const ending = paths.length === 1 && only ? endingOf(only) : '';
  const single = ending !== '.zip' && sources.find(({ accepts }) => accepts.includes(ending));
  if (single) return single.name;
  return has('markdown') ? 'markdown' : (sources[0]?.name ?? '');
}
