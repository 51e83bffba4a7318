// What editors of code put on the clipboard.
import { Fragment, Slice } from 'prosemirror-model';
import { makeBlock } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';

/** Editors of code put coloured lines on the clipboard, which say less than the text itself. */
export const isWrappedText = (html: string): boolean =>
  /vscode|jetbrains|<meta charset="utf-8"><pre/i.test(html.slice(0, 500));

/** The language of what an editor of code copied; empty for text and Markdown, which are read as such. */
export function modeOf(data: DataTransfer): string {
  try {
    const { mode } = JSON.parse(data.getData('vscode-editor-data')) as { mode?: unknown };
    const name = typeof mode === 'string' && /^[\w+#.-]{1,40}$/.test(mode) ? mode.replace(/react$/, '') : '';
    return name === 'markdown' || name === 'plaintext' ? '' : name;
  } catch {
    return '';
  }
}

export function codeOf(text: string, language: string): Slice {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const code = schema.nodes.codeBlock!.create({ language }, schema.text(lines));
  return new Slice(Fragment.from(makeBlock(code)), 0, 0);
}
