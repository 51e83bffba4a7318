// The explorer of all pages: selection by mouse and keyboard, what is done with it, uploads, and a preview.
import { startDrop } from './explorer/drop.ts';
import { startExplorer } from './explorer/explorer.ts';
import { showNotice } from './explorer/flash-message.ts';

const root = document.querySelector<HTMLElement>('[data-explorer]');
if (root) {
  startExplorer(root);
  if ('editable' in root.dataset) startDrop(root);
}
showNotice();
