// The editor: pages written in the browser, alone or together. What it saves is checked by those who keep it.
import { definePlugin } from '../../core/kernel/plugin.ts';
import { editorShortcuts } from './shortcuts.ts';

export default definePlugin({
  name: 'editor',
  version: '1.0.0',
  summary: 'The editor of pages in the browser',
  dependencies: { blocks: '^1.0.0', pages: '^1.0.0' },
  messages: new URL('./messages/', import.meta.url),
  words: {
    'sign-choice': /^editor\.emoji(?:$|_(?:search|random|remove|none|found|own|group))/,
    // The list of all shortcuts comes with the palette.
    palette: /^editor\.shortcuts?_/,
  },
  shortcuts: editorShortcuts,
});
