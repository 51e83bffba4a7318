// Roam's pages as blocks: its outline, references to blocks and pages, tasks, tables, queries and embeds.
import { BLOCK_DEPTH_MAX, type Block, type Inline, isBlockId } from '../../../blocks/block.ts';
import { isWebAddress } from '../../../blocks/link-address.ts';
import { markdownToBlocks } from '../../../blocks/markdown/lazy.ts';
import type { PageItem } from '../../contract.ts';
import { headingAnchor } from '../../conversion/anchors.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { UniqueIds } from '../../reading/unique-ids.ts';
import { type RoamBlock, type RoamPage, readGraph } from './roam-graph.ts';
import { hasSettings, isLookLost, listBelow, type RoamList, withWidths } from './roam-looks.ts';

/** Called in a worker. @throws Error whose message ends a sentence */
export function readRoam(text: string, isEdn: boolean): PageItem[] {
  return new RoamReader(readGraph(text, isEdn)).pages();
}

const idOf = (uid: string): string => (isBlockId(uid) ? uid : headingAnchor(uid));
const EMBED = /^\{\{(?:\[\[)?embed(?:\]\])?:?\s*\(\([^()\s]+\)\)\s*\}\}$/;
const TASK = /^\s*\{\{(?:\[\[)?(TODO|DONE)(?:\]\])?\}\}\s*/;
const TAG = /(?<![\p{L}\p{N}_/#&])#(?:\[\[([^[\]]+)\]\]|([\p{L}\p{N}_/.:-]*[\p{L}\p{N}]))/gu;

const levelOf = (heading: number): number => Math.min(4, Math.max(1, Math.trunc(heading) || 1));

class RoamReader {
  readonly #pages: RoamPage[];
  readonly #paths = new Map<string, string>();
  readonly #blocks = new Map<string, { path: string; text: string }>();
  #lost: Record<string, number> = {};
  #tags = new Set<string>();
  /** of blocks of the page that is read */
  #ids = new Set<string>();

  constructor(pages: RoamPage[]) {
    this.#pages = pages;
    const ids = new UniqueIds();
    for (const page of pages) {
      const path = ids.of(page.title.replaceAll('/', '∕').trim() || 'Untitled');
      if (!this.#paths.has(page.title)) this.#paths.set(page.title, path);
      const waiting: RoamBlock[] = [...(page.children ?? [])];
      for (let block = waiting.pop(); block; block = waiting.pop()) {
        if (block.uid) this.#blocks.set(block.uid, { path, text: block.string ?? '' });
        waiting.push(...(block.children ?? []));
      }
    }
  }

  pages(): PageItem[] {
    const ids = new UniqueIds();
    return this.#pages.map((page) => {
      this.#lost = {};
      this.#tags = new Set();
      this.#ids = new Set();
      const blocks = this.#list(page.children ?? [], 1, listBelow(page, 'bullet'));
      if (isLookLost(page)) this.#loss('view_setting');
      const day = /^(\d\d)-(\d\d)-(\d{4})$/.exec(page.uid ?? '');
      const dated = (time: number | undefined): string | undefined =>
        typeof time === 'number' && time > 0 && time < 4e12 ? new Date(time).toISOString() : undefined;
      const [created, updated] = [dated(page['create-time']), dated(page['edit-time'])];
      return {
        type: 'page',
        id: ids.of(page.uid ?? page.title),
        path: this.#paths.get(page.title) ?? page.title,
        title: cleanTitle(page.title),
        blocks,
        unsupported: this.#lost,
        ...(this.#tags.size && { tags: [...this.#tags] }),
        ...(day && { aliases: [`${day[3]}-${day[1]}-${day[2]}`] }),
        ...(created && { created }),
        ...(updated && { updated }),
      };
    });
  }

  #loss(kind: string): void {
    this.#lost[kind] = (this.#lost[kind] ?? 0) + 1;
  }

  #list(blocks: RoamBlock[], depth: number, list: RoamList): Block[] {
    return blocks.flatMap((block) => this.#block(block, depth, list));
  }

  /** Graphs that were merged name some blocks twice: the first of them has the name. */
  #idOf({ uid }: RoamBlock): string {
    const id = uid ? idOf(uid) : '';
    if (this.#ids.has(id)) return '';
    this.#ids.add(id);
    return id;
  }

  #block(block: RoamBlock, depth: number, list: RoamList): Block[] {
    const id = this.#idOf(block);
    const source = block.string ?? '';
    if (Array.isArray(block.emojis) && block.emojis.length) this.#loss('reaction');
    if (hasSettings(block)) this.#loss('note_setting');
    if (isLookLost(block)) this.#loss('view_setting');
    if (/^\s*\{\{(?:\[\[)?table(?:\]\])?\}\}\s*$/.test(source) && block.children?.length)
      return [this.#table(block, id)];
    const task = TASK.exec(source);
    const made = withWidths(this.#content(task ? source.slice(task[0].length) : source), block, () =>
      this.#loss('picture_size'),
    );
    const children = this.#list(block.children ?? [], Math.min(BLOCK_DEPTH_MAX, depth + 1), listBelow(block, list));
    const [first, ...rest] = made;
    // Code, a picture or an embed is the block itself, unless something stands below it.
    if (first && !first.content && !rest.length && !children.length && !task) return [{ ...first, id }];
    const own = first?.content ? first.content : [];
    const inside = [...(first && !first.content ? [first] : []), ...rest, ...children];
    const type = task ? 'todo' : block.heading ? 'heading' : list;
    const data = task ? { checked: task[1] === 'DONE' } : block.heading ? { level: levelOf(block.heading) } : {};
    return [{ id, type, data: data as Block['data'], content: own, ...(inside.length && { children: inside }) }];
  }

  /** Rows are the children; each cell is the only child of the one before it. */
  #table(block: RoamBlock, id: string): Block {
    const rows: { content: Inline[] }[][] = [];
    const row = (cell: RoamBlock, before: { content: Inline[] }[]): void => {
      const cells = [...before, { content: this.#content(cell.string ?? '').flatMap(({ content }) => content ?? []) }];
      const next = cell.children ?? [];
      if (!next.length || cells.length > 50) rows.push(cells);
      // Where a cell has several children, what stands before them is said once.
      else for (const [index, child] of next.entries()) row(child, index ? cells.map(() => ({ content: [] })) : cells);
    };
    for (const child of block.children ?? []) row(child, []);
    const columns = Math.max(...rows.map(({ length }) => length));
    for (const cells of rows) while (cells.length < columns) cells.push({ content: [] });
    return { id, type: 'table', data: { header: { row: true, column: false }, rows: rows as never } };
  }

  /** The text of one block: its own lines first, then code and pictures. */
  #content(source: string): Block[] {
    for (const [, words, word] of source.matchAll(TAG)) this.#tags.add((words ?? word ?? '').trim());
    const embed = /^\s*\{\{(?:\[\[)?(video|youtube|iframe|pdf|audio)(?:\]\])?:?\s*(\S+?)\s*\}\}\s*$/.exec(source);
    if (embed?.[2] && /^https?:/.test(embed[2]) && isWebAddress(embed[2]))
      return [{ id: '', type: 'embed', data: { url: embed[2] } }];
    const blocks = markdownToBlocks(this.#markdown(source), {
      wiki: true,
      breaks: true,
      id: () => '',
      link: (href, kind) => (kind === 'wiki' || kind === 'embed' ? { href: this.#page(href) } : null),
    });
    return blocks.map((block) => (block.type === 'paragraph' ? block : { ...block, id: '' }));
  }

  #page(title: string): string {
    const path = this.#paths.get(title);
    return path === undefined ? encodeURIComponent(title) : sourcePathAddress(path);
  }

  /** Roam's signs in words of Markdown. */
  #markdown(source: string): string {
    const parts = this.#componentsAsCode(source).split(/(```[\s\S]*?```|`[^`\n]*`)/);
    return parts
      .map((part) => {
        if (part.startsWith('```')) return `\n${part.replace(/\s*```$/, '\n```')}\n`;
        return part.startsWith('`') ? part : this.#running(part);
      })
      .join('');
  }

  /** Queries and other machinery stay as they are written; embeds are references. */
  #componentsAsCode(text: string): string {
    let out = '';
    let rest = 0;
    for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', rest)) {
      let depth = 0;
      let end = at;
      do depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
      while (++end < text.length && depth > 0);
      const whole = text.slice(at, end);
      const inCode = (text.slice(0, at).match(/`/g)?.length ?? 0) % 2 === 1;
      out += text.slice(rest, at) + (inCode || EMBED.test(whole) ? whole : this.#code(whole));
      rest = end;
    }
    return out + text.slice(rest);
  }

  #code(component: string): string {
    this.#loss(/^\{\{[[\s]*query/i.test(component) ? 'query' : 'component');
    return `\`${component.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
  }

  #running(text: string): string {
    return text
      .replace(/\{\{(?:\[\[)?embed(?:\]\])?:?\s*\(\(([^()\s]+)\)\)\s*\}\}/g, (_, uid: string) => {
        this.#loss('block_embed');
        return this.#reference(uid);
      })
      .replace(/\[([^[\]\n]*)\]\(\(\(([^()\s]+)\)\)\)/g, (_, label: string, uid: string) => this.#reference(uid, label))
      .replace(/\[([^[\]\n]*)\]\(\[\[([^[\]\n]+)\]\]\)/g, (_, label, title) => `[${label}](<${this.#page(title)}>)`)
      .replace(/\(\(([^()\s]+)\)\)/g, (_, uid: string) => this.#reference(uid))
      .replace(/#\[\[([^[\]]+)\]\]/g, '[[$1]]')
      .replace(/^([^:\n[\]]{1,100})::(?=\s|$)/, '**$1:**')
      .replace(/\^\^(\S(?:[^\n]*?\S)?)\^\^/g, '==$1==')
      .replace(/(^|[^\w_])__(\S(?:[^\n]*?\S)?)__(?!\w)/g, '$1*$2*');
  }

  /** A link to a block, named by its text; one that is not in the graph is named in the report. */
  #reference(uid: string, label?: string): string {
    const found = this.#blocks.get(uid);
    const words = (text: string): string =>
      text
        .replace(/[\][`*\\<>]|\{\{.*?\}\}|\(\(.*?\)\)|\^\^|__/g, '')
        .replace(/\s+/g, ' ')
        .trim();
    if (!found) return `[${label || `((${uid}))`}](<${encodeURIComponent(`((${uid}))`)}>)`;
    return `[${label || words(found.text).slice(0, 100) || uid}](<${sourcePathAddress(found.path)}#^${idOf(uid)}>)`;
  }
}
