// Tools beside the writing itself: each is a plugin of its own; some have keys that work wherever the focus is.
import type { Plugin } from 'prosemirror-state';
import { pointerTools } from '../block-controls/pointer-tools.ts';
import { findMarks } from '../find/find-matches.ts';
import { findHost, openFind } from '../find/find-shortcuts.ts';
import { footnotes } from '../outline/footnotes.ts';
import { headingReader } from '../outline/headings.ts';
import { outlineHost, toggleOutline } from '../outline/outline-toggle.ts';
import { anchors } from '../text/block-links.ts';
import { codeColours } from '../text/code-highlighting.ts';

/** Of the page there is one outline, one search and one address; everything else each editor has for itself. */
export const toolPlugins = (isInside = false): Plugin[] => [
  pointerTools,
  codeColours,
  footnotes,
  findMarks,
  ...(isInside ? [] : [headingReader, outlineHost, findHost, anchors]),
];

/** What a shortcut of the page does, by its id; all others are keys of the text. */
export const EDITOR_TOOLS: Record<string, () => void> = {
  'editor.find': () => openFind(),
  'editor.replace': () => openFind(true),
  'editor.outline': toggleOutline,
};
