// Markdown is read with a parser that loads for as long as a twentieth of the start: the first text brings it.
import { fileURLToPath } from 'node:url';
import { lazy } from '../../../core/boot/lazy-require.ts';

type Reader = typeof import('./parse.ts');

const reader = lazy<Reader>(fileURLToPath(new URL('./parse.ts', import.meta.url)));

export const markdownToBlocks: Reader['parseMarkdownBlocks'] = (markdown, options) =>
  reader().parseMarkdownBlocks(markdown, options);
