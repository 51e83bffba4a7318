// A page as Markdown for reading elsewhere, and changes of a body that a client writes in Markdown.

import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { blocksToMarkdown } from '../../blocks/markdown/serialize.ts';
import { replaceInBlocks } from '../../blocks/replace-text.ts';
import { files } from '../../files/contract.ts';
import type { Page } from '../contract.ts';
import { fileMarkdown } from '../files/file-preview.ts';
import type { PageRow } from '../store.ts';
import { blocksFromMarkdown } from './custom-emoji.ts';
import { linksFor } from './link-resolver.ts';
import { fileBehind, storedBlocks } from './page-body.ts';
import { type Save, savePage } from './update-page.ts';

/** The body, as `markdownToBlocks` reads it back; of an uploaded file what can be read of it. */
export async function bodyMarkdown(ctx: Ctx, row: PageRow): Promise<string> {
  const fileId = fileBehind(row);
  const [record] = fileId ? await ctx.use(files).byIds(ctx, [fileId]) : [];
  if (record) return fileMarkdown(ctx, record);
  const blocks = storedBlocks(row);
  return blocksToMarkdown(blocks, await linksFor(ctx, row.workspace_id, blocks));
}

/** The whole page for readers: its title as the first heading. */
export async function pageMarkdown(ctx: Ctx, row: PageRow): Promise<string> {
  const title = row.title.replace(/([\\`*_[\]<>#])/g, '\\$1').replace(/\s+/g, ' ');
  return `# ${title}\n\n${await bodyMarkdown(ctx, row)}`;
}

export interface MarkdownPatch {
  append?: string;
  prepend?: string;
  /** the whole body */
  replace?: string;
  /** words to look for, and what comes in their place */
  find?: string;
  with?: string;
  all?: boolean;
}

/** Changes what is there at that moment, whoever saved it, unless `expected` names another version. */
export async function patchMarkdown(
  ctx: Ctx,
  row: PageRow,
  patch: MarkdownPatch,
  save: Pick<Save, 'note' | 'expected'>,
): Promise<Page> {
  checkPatch(patch);
  const [start, body, end] = await Promise.all(
    [patch.prepend, patch.replace, patch.append].map((text) => blocksFromMarkdown(ctx, row, text ?? '')),
  );
  const inside = (before: Block[]) => (patch.replace === undefined ? found(before, patch) : (body ?? []));
  return savePage(ctx, row.id, { ...save, blocks: (before) => [...(start ?? []), ...inside(before), ...(end ?? [])] });
}

/** First find, then what comes before and after. @throws Problem validation_failed */
function checkPatch({ append, prepend, replace, find, with: words, all }: MarkdownPatch): void {
  if (find === undefined && (words !== undefined || all !== undefined))
    throw invalid(['body', 'find'], 'Field required', 'missing');
  if ([append, prepend, replace, find].every((one) => one === undefined))
    throw invalid(['body', 'append'], 'Field required', 'missing');
  if (replace !== undefined && find !== undefined)
    throw invalid(['body', 'find'], 'cannot be sent together with replace', 'extra_forbidden');
  if (find !== undefined && words === undefined) throw invalid(['body', 'with'], 'Field required', 'missing');
}

function found(before: Block[], { find, with: words = '', all = false }: MarkdownPatch): Block[] {
  if (find === undefined) return before;
  const { blocks, count } = replaceInBlocks(before, { find, with: words, all });
  if (!count) throw invalid(['body', 'find'], 'does not occur in the page', 'value_error', find);
  return blocks;
}
