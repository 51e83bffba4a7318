// Blocks: what bodies of pages are made of, in every form. Nothing here reads a database, so plugins import each file of it.
import { definePlugin } from '../../core/kernel/plugin.ts';

export default definePlugin({
  name: 'blocks',
  version: '1.0.0',
  summary: 'The blocks of pages: their types, schema, Markdown, HTML and shared documents',
  messages: new URL('./messages/', import.meta.url),
});
