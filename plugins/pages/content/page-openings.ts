// How pages begin, with the names of what they mention: what is kept for searching leaves those out.
import type { Knex } from 'knex';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { walk } from '../../blocks/block.ts';
import { blockText } from '../../blocks/block-text.ts';
import type { Links } from '../../blocks/link-context.ts';
import { linksFor } from './link-resolver.ts';

/** As much of a body as is read for its first words. */
const READ = 8_000;
const NAMED = /"type":"(?:pageLink|mention|dateLink)"/;
/** What the actor may not see goes without a word. */
const UNSEEN = '…';

export interface OpeningRow {
  id: number;
  workspace_id: number;
  /** of the stored body; null where that is no list of blocks */
  beginning: string | null;
}

/** Whether it names anything is asked of the text that was read: SQLite takes several times as long to look for that. */
export const beginningColumn = ({ db }: Ctx): Knex.Raw =>
  db.raw(`case when pages.content_format = 'blocks' then substr(pages.content, 1, ${READ}) end as beginning`);

/** The blocks that are whole in the beginning of a stored body. */
export function wholeBlocks(beginning: string): Block[] {
  const start = beginning.indexOf('[');
  let end = 0;
  let depth = 0;
  let isText = false;
  for (let at = start; at >= 0 && at < beginning.length; at++) {
    const sign = beginning[at];
    if (isText && sign === '\\') at++;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') {
      depth--;
      if (depth === 1) end = at + 1;
      if (depth === 0) break;
    }
  }
  return end ? JSON.parse(`${beginning.slice(start, end)}]`) : [];
}

function opening(blocks: Block[], links: Links): string {
  const shown: Links = { ...links, page: (id) => links.page(id) ?? { href: '', title: UNSEEN } };
  return [...walk(blocks)].map((block) => blockText(block, shown)).join(' ');
}

/** The first words of those pages that name pages, people or days in them; of the others nothing. */
export async function namedOpenings(ctx: Ctx, rows: OpeningRow[]): Promise<Map<number, string>> {
  const naming = rows.flatMap(({ beginning, id, workspace_id }) =>
    beginning && NAMED.test(beginning) ? [{ id, workspace_id, blocks: wholeBlocks(beginning) }] : [],
  );
  const texts = new Map<number, string>();
  for (const workspaceId of new Set(naming.map(({ workspace_id }) => workspace_id))) {
    const own = naming.filter(({ workspace_id }) => workspace_id === workspaceId);
    const links = await linksFor(
      ctx,
      workspaceId,
      own.flatMap(({ blocks }) => blocks),
    );
    for (const { id, blocks } of own) texts.set(id, opening(blocks, links));
  }
  return texts;
}
