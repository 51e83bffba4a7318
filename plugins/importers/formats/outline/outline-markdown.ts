// What Outline writes into its Markdown that no other program knows: sizes of pictures, mentions, toggles, empty lines.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { withPlusToggles } from '../../conversion/plus-toggles.ts';

const CODE = /(^```[\s\S]*?^```|`[^`\n]*`)/m;
const SIZED = /!\[([^\]\n]*)\]\(([^\s()]+)[ \t]+"([^"\n]*?)[ \t]*=(\d{1,5})x\d{0,5}"\)/g;
const LAYOUT = /^(?:left|right|center)-\d+$|^full-width$/;
const MENTION = /@\[([^\]\n]*)\]\(mention:\/\/[^\s()]*?\/(\w+)\/[^\s()]*\)/g;

export interface OutlineMarkdown {
  markdown: string;
  unsupported: Record<string, number>;
}

export function outlineMarkdown(text: string): OutlineMarkdown {
  const unsupported: Record<string, number> = {};
  const loss = (kind: string): void => {
    unsupported[kind] = (unsupported[kind] ?? 0) + 1;
  };
  const running = (part: string): string =>
    part
      // A lone backslash is how an empty line is written.
      .replace(/^\\$/gm, '')
      .replace(SIZED, (_, alt: string, address: string, title: string, width: string) => {
        const isLayout = LAYOUT.test(title);
        if (isLayout) loss('view_setting');
        const said = title && !isLayout ? ` title="${escapeHtml(title)}"` : '';
        return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}" width="${width}"${said}>`;
      })
      .replace(MENTION, (_, name: string, kind: string) => {
        // Documents are named by an id that the export does not hold.
        if (kind === 'document') loss('missing_note');
        return `@${name}`;
      });
  const parts = text.split(CODE).map((part, at) => (at % 2 ? part : running(part)));
  return { markdown: withPlusToggles(parts.join('')), unsupported };
}
