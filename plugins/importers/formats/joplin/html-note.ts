// The body of a note that Joplin keeps as HTML, such as one clipped from the web, as blocks.

import { keepData } from '../../conversion/html/document.ts';
import { type HtmlPage, htmlToBlocks } from '../../conversion/html/read.ts';
import type { MadeFile } from '../../reading/embedded-file.ts';

export interface HtmlNote extends HtmlPage {
  /** what its `data:` addresses hold */
  files: MadeFile[];
}

/** Called in a worker. Files inside it get paths that begin with `path`. */
export function readHtmlNote(markup: string, path: string): HtmlNote {
  const files: MadeFile[] = [];
  return { ...htmlToBlocks(markup, { data: (address) => keepData(address, path, files) }), files };
}
