// Keyboard shortcuts of the editor, as the list of shortcuts shows them; the editor itself obeys them.
import type { Shortcut } from '../../core/views/shortcut.ts';

const of = (group: string, entries: Record<string, string[]>): Shortcut[] =>
  Object.entries(entries).map(([name, keys]) => ({
    id: `editor.${name}`,
    keys,
    label: `editor.shortcut_${name}`,
    group: `editor.shortcuts_${group}`,
  }));

export const editorShortcuts: Shortcut[] = [
  ...of('text', {
    bold: ['mod+b'],
    italic: ['mod+i'],
    underline: ['mod+u'],
    strike: ['mod+shift+s'],
    code: ['mod+e'],
    math: ['mod+shift+e'],
    link: ['mod+shift+k'],
    highlight: ['mod+shift+h'],
    toolbar: ['alt+f10'],
    line: ['shift+enter'],
  }),
  ...of('blocks', {
    slash: ['/'],
    menu: ['mod+/'],
    choose: ['escape'],
    extend: ['shift+arrowup', 'shift+arrowdown'],
    all: ['mod+a'],
    move: ['alt+shift+arrowup', 'alt+shift+arrowdown'],
    indent: ['tab'],
    outdent: ['shift+tab'],
    duplicate: ['mod+d'],
    act: ['mod+enter'],
    heading: ['mod+alt+1', 'mod+alt+2', 'mod+alt+3', 'mod+alt+4'],
    paragraph: ['mod+alt+0'],
    lists: ['mod+shift+7', 'mod+shift+8', 'mod+shift+9'],
  }),
  ...of('page', {
    find: ['mod+f'],
    replace: ['mod+h'],
    outline: ['mod+alt+o'],
    save: ['mod+s'],
    undo: ['mod+z'],
    redo: ['mod+shift+z', 'mod+y'],
    mention: ['@'],
    wikilink: ['[['],
  }),
];
