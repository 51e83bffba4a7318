// Tar archives in memory, as some programs export them: only plain files, under names that are checked.
import { decode } from '../../../core/files/text-decoding.ts';
import type { SourceEntry } from '../contract.ts';
import { baseName, entryPath } from './entry-path.ts';

const BLOCK = 512;
const ENTRIES_MAX = 50_000;

/** @throws Error whose message ends a sentence */
export function tarEntries(bytes: Buffer): SourceEntry[] {
  const entries: SourceEntry[] = [];
  let long: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const text = (from: number, length: number): string =>
      header
        .subarray(from, from + length)
        .toString('utf8')
        .replace(/\0[\s\S]*$/, '');
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    if (!/^ustar|^$/.test(text(257, 5)) || !(size >= 0)) throw new Error('it is not a tar archive');
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw new Error('it ends too early');
    const kind = text(156, 1);
    const prefix = text(345, 155);
    const name = long ?? (prefix ? `${prefix}/${text(0, 100)}` : text(0, 100));
    long = kind === 'L' ? content.toString('utf8').replace(/\0+$/, '') : undefined;
    if (kind === '0' || kind === '') add(entries, name, content);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

function add(entries: SourceEntry[], raw: string, content: Buffer): void {
  const named = entryPath(raw);
  if (!('path' in named)) return;
  if (entries.length >= ENTRIES_MAX) throw new Error(`it holds more than ${ENTRIES_MAX} files`);
  const { path } = named;
  entries.push({
    path,
    name: baseName(path),
    size: content.length,
    bytes: async () => content,
    text: async () => decode(content).text,
  });
}
