// One file of a Logseq graph in words of Markdown: outline, properties, tasks, references to blocks, embeds, queries.
import { isoDate } from '../../conversion/front-matter.ts';
import {
  blocksOfLines,
  colored,
  headed,
  isLook,
  type LogseqBlock,
  laidOut,
  withCode,
  withoutLogs,
} from './logseq-blocks.ts';

export interface LogseqFile {
  markdown: string;
  properties: Record<string, string>;
  tags: string[];
  aliases: string[];
  title?: string;
  unsupported: Record<string, number>;
}

/** What is known of all files: block → where it stands and what it says. */
export type KnownBlocks = ReadonlyMap<string, { page: string; text: string }>;

const ID = /^\s*(?:[-*+]\s+)?id::\s*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*$/i;
const ORG_ID = /^\s*:id:\s*([0-9a-f-]{36})\s*$/i;
const PROPERTY = /^(\s*(?:[-*+]\s+)?)([A-Za-z][\w./?-]{0,60})::(?:\s+(.*)|\s*)$/;
const TASK = /^(\s*[-*+]\s+)(TODO|DOING|NOW|LATER|WAITING|WAIT|IN-PROGRESS|DONE|CANCELED|CANCELLED)\s+(.*)$/;
/** What Logseq keeps for itself. */
const OWN = new Set(['id', 'collapsed', 'heading', 'created-at', 'updated-at', 'ls-type', 'hl-color', 'hl-stamp']);
/** Blocks of Org whose text is shown as it is written. */
const CODE = new Set(['src', 'example', 'query', 'export']);

const DAY_OF_TASK = /(?<=(?:^|>)\s*(?:[-*+]\s+)?)(SCHEDULED|DEADLINE): <(\d{4}-\d\d-\d\d)([^>\n]*)>/g;

/** `![words](path){:height 200, :width 300}`, and the same of `![[path]]`. */
const SIZED_PICTURE = /(!\[(?:\[[^[\]\n]*|[^\]\n]*))(\]\((?:[^()\n]|\([^()\n]*\))*\)|\]\])\s?\{(:[^}\n]*)\}/g;

/** Block ids allow 32 characters, which a UUID has without its hyphens. */
const shortId = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

/** All blocks of a file that have an id: uuid → text. */
export function blocksIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let last = '';
  for (const line of text.split(/\r?\n/)) {
    const id = (ID.exec(line) ?? ORG_ID.exec(line))?.[1];
    if (id) found.set(id.toLowerCase(), last);
    else if (/^\s*(?:[-*+]|\*+)\s+\S/.test(line)) last = line.replace(/^\s*(?:[-*+]+)\s+/, '').trim();
    else if (line.trim() && !PROPERTY.test(line) && !/^\s*:\w/.test(line)) last ||= line.trim();
  }
  return found;
}

export function readLogseq(text: string, blocks: KnownBlocks, isOrg = false): LogseqFile {
  const reader = new LogseqReader(blocks);
  return reader.read(isOrg ? orgAsMarkdown(text) : text);
}

class LogseqReader {
  readonly #blocks: KnownBlocks;
  readonly #lost: Record<string, number> = {};

  constructor(blocks: KnownBlocks) {
    this.#blocks = blocks;
  }

  read(text: string): LogseqFile {
    const { properties, body } = headOf(text.replace(/\r\n?/g, '\n'));
    const list = (value = ''): string[] =>
      value.split(/[,，]/).flatMap((part) => part.replace(/[#[\]]/g, '').trim() || []);
    const { title, tags, ...others } = properties;
    return {
      markdown: this.#lines(body.split('\n')).join('\n'),
      properties: others,
      tags: list(tags),
      aliases: list(others.alias),
      unsupported: this.#lost,
      ...(title && { title }),
    };
  }

  #loss(kind: string, times = 1): void {
    if (times) this.#lost[kind] = (this.#lost[kind] ?? 0) + times;
  }

  #lines(all: string[]): string[] {
    const { lines, logs } = withoutLogs(all);
    this.#loss('logbook', logs);
    const blocks = blocksOfLines(lines);
    const out: string[] = [];
    let id: string | undefined;
    for (const [at, [line, isCode]] of [...withCode(lines)].entries()) {
      const block = blocks[at];
      // An id stands behind the first line of its block, and names all of it.
      if (block !== blocks[at - 1]) {
        anchor(out, id);
        id = undefined;
      }
      const before = out.length;
      const own = isCode ? undefined : ID.exec(line)?.[1];
      if (own) {
        id = shortId(own);
        // Its text may stand below.
        if (block?.at === at) out.push(line.replace(/id::.*$/, '').trimEnd());
      } else if (isCode) out.push(line);
      else this.#line(line, out, block);
      for (let made = before; made < out.length; made++)
        out[made] = laidOut(out[made] as string, block, block?.at === at);
    }
    anchor(out, id);
    this.#loss('background_color', [...new Set(blocks)].filter((block) => block?.color && !block.isColored).length);
    return out;
  }

  #line(line: string, out: string[], block: LogseqBlock | undefined): void {
    const property = PROPERTY.exec(line);
    const edge = /^(\s*(?:[-*+]\s+)?)#\+(BEGIN|END)_(\w+)\s*(.*)$/i.exec(line);
    if (edge) this.#special(edge, out);
    else if (property && (isLook(line, block) || OWN.has((property[2] as string).toLowerCase()))) {
      // A block without a text has what lies below it all the same.
      if (property[1]?.trim()) out.push(property[1].trimEnd());
    } else if (/^\s*:(?:END|PROPERTIES):\s*$/.test(line)) return;
    else if (property) out.push(`${property[1]}**${property[2]}:** ${this.#inline(property[3] ?? '')}`);
    else out.push(headed(colored(this.#inline(this.#task(line)), block), block));
  }

  /** Org's blocks inside Markdown: quotes, notes, code and queries. */
  #special([, before = '', edge = '', name = '', rest = '']: string[], out: string[]): void {
    const kind = name.toLowerCase();
    const opens = edge.toUpperCase() === 'BEGIN';
    const pad = before.replace(/[-*+]/, ' ');
    if (!CODE.has(kind)) {
      out.push(opens ? `${before}:::${kind === 'pinned' ? 'note' : kind}` : `${pad}:::`);
      if (opens && rest.trim()) out.push(`${pad}**${this.#inline(rest.trim())}**`);
      return;
    }
    if (opens && kind === 'query') this.#loss('query');
    const [language = '', ...settings] = rest.trim().split(/\s+/);
    // How the code would be run stands above it.
    if (opens && settings.length) out.push(`${before}\`${settings.join(' ')}\``, '');
    const start = settings.length ? pad : before;
    out.push(opens ? `${start}\`\`\`${kind === 'query' ? 'query' : language}` : `${pad}\`\`\``);
  }

  #task(line: string): string {
    const task = TASK.exec(line);
    if (!task) return line;
    const [, before, state = '', rest] = task;
    const isDone = state === 'DONE' || state.startsWith('CANCEL');
    // States that a box cannot show stay as a word.
    const said = state === 'TODO' || state === 'DONE' ? '' : `**${state}** `;
    return `${before}[${isDone ? 'x' : ' '}] ${said}${rest}`;
  }

  #inline(line: string): string {
    return line
      .split(/(`[^`]*`)/)
      .map((part) => (part.startsWith('`') ? part : this.#running(part)))
      .join('');
  }

  #running(text: string): string {
    return (
      text
        .replace(/\{\{embed\s+\(\(([0-9a-f-]{36})\)\)\s*\}\}/gi, (_, id: string) => {
          this.#loss('block_embed');
          return this.#reference(id);
        })
        .replace(/\{\{embed\s+(\[\[[^\]]+\]\])\s*\}\}/g, '!$1')
        .replace(/\{\{(?:video|youtube|tweet|twitter)\s+(https?:\/\/[^\s{}]+)\s*\}\}/g, '<$1>')
        .replace(/\{\{([a-z-]+)[^{}]*\}\}/gi, (whole, name: string) => {
          this.#loss(name.startsWith('query') ? 'query' : 'macro');
          return `\`${whole}\``;
        })
        .replace(/\[([^[\]\n]*)\]\(\(\(([0-9a-f-]{36})\)\)\)/gi, (_, label: string, id: string) =>
          this.#reference(id, label),
        )
        .replace(/\[([^[\]\n]*)\]\(\[\[([^[\]\n]+)\]\]\)/g, '[[$2|$1]]')
        .replace(/\(\(([0-9a-f-]{36})\)\)/gi, (_, id: string) => this.#reference(id))
        // A priority is no tag.
        .replace(/\[#([A-C])\]/g, '[$1]')
        .replace(/#\[\[([^[\]\n]+)\]\]/g, '[[$1]]')
        .replace(/\]\((?:\.\.\/)+assets\//g, '](/assets/')
        .replace(/\^\^(\S(?:[^\n]*?\S)?)\^\^/g, '==$1==')
        .replace(SIZED_PICTURE, (_, before: string, after: string, size: string) => this.#sized(before, after, size))
        .replace(DAY_OF_TASK, (_, name: string, day: string, rest: string) =>
          // The day of the week follows from the date; the time and how it is repeated do not.
          [`**${name}:** ${day}`, ...(rest.match(/(?<=\s)[\d.+][^\s]*/g) ?? [])].join(' '),
        )
    );
  }

  /** A picture whose width stands behind its words, as in Obsidian; its height follows from that. */
  #sized(before: string, after: string, size: string): string {
    const width = /:width\s+"?(\d{1,5})(?:\.\d+)?(?:px)?"?(?=[\s,]|$)/.exec(size)?.[1];
    if (!width) this.#loss('picture_size');
    return `${before}${width ? `|${width}` : ''}${after}`;
  }

  #reference(id: string, label?: string): string {
    const found = this.#blocks.get(id.toLowerCase());
    const words = (found?.text ?? '')
      .replace(/[[\]|#^`*]|\(\(.*?\)\)|\{\{.*?\}\}/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    const said = (label ?? words.slice(0, 100)).replace(/[[\]|]/g, '');
    return found ? `[[${found.page}#^${shortId(id)}|${said || '…'}]]` : `[[((${id}))${said ? `|${said}` : ''}]]`;
  }
}

/** Puts the name of a block behind its last line; a block without a text cannot be led to. */
function anchor(out: string[], id: string | undefined): void {
  const at = id === undefined ? -1 : out.findLastIndex((line) => line.trim());
  const line = out[at] ?? '-';
  if (/^\s*[-*+]$/.test(line)) return;
  const [, indent = '', solid] = /^(\s*(?:[-*+]\s+)?)(`{3,}|~{3,}|:::|\||#{1,6}\s)?/.exec(line) ?? [];
  if (solid) out.push('', `${indent.replace(/[-*+]/, ' ')}^${id}`);
  else out[at] = `${line} ^${id}`;
}

/** Properties of the page: those in front of everything else. */
function headOf(text: string): { properties: Record<string, string>; body: string } {
  const properties: Record<string, string> = {};
  const lines = text.split('\n');
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    const property = PROPERTY.exec(line);
    const org = /^#\+(title|alias|tags):\s*(.*)$/i.exec(line);
    if (org) properties[(org[1] as string).toLowerCase()] = (org[2] as string).trim();
    else if (property && !/^\s/.test(property[1] ?? '') && !/[-*+]/.test(property[1] ?? '')) {
      const key = (property[2] as string).toLowerCase();
      if (!OWN.has(key)) properties[key] = (property[3] ?? '').trim();
    } else if (line.trim()) break;
  }
  return { properties, body: lines.slice(at).join('\n') };
}

/** Org files: stars are levels, and a few signs differ. */
function orgAsMarkdown(text: string): string {
  const out: string[] = [];
  let level = 0;
  let drawer = false;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const head = /^(\*+)\s+(.*)$/.exec(line);
    const id = ORG_ID.exec(line)?.[1];
    const property = drawer && /^\s*:([\w.-]+):\s+(.+)$/.exec(line);
    if (/^\s*:PROPERTIES:\s*$/i.test(line)) drawer = true;
    else if (id) out.push(`${'  '.repeat(level)}id:: ${id}`);
    else if (property) out.push(`${'  '.repeat(level)}${property[1]}:: ${property[2]}`);
    else if (drawer) drawer = !/^\s*:END:\s*$/i.test(line);
    else if (head) {
      level = (head[1] as string).length;
      out.push(`${'  '.repeat(level - 1)}- ${orgInline(head[2] as string)}`);
    } else out.push(line.trim() ? `${'  '.repeat(level)}${orgInline(line.trim())}` : '');
  }
  return out.join('\n');
}

const orgInline = (text: string): string =>
  text
    // A remark is no heading.
    .replace(/^#(?=\s)/, '\\#')
    .replace(/\[\[(?:file:)?((?:\.\.?\/)[^\]\n]+\.(?:png|jpe?g|gif|svg|webp|bmp|avif))\]\]/gi, '![]($1)')
    .replace(/\[\[(?:file:)?((?:\.\.?\/)[^\]\n]+)\]\]/g, '[$1]($1)')
    .replace(/\[\[file:([^\]]*)\]\[/g, '[[$1][')
    .replace(/\[\[((?:https?|file|\.\.?\/)[^\]]*)\]\[([^\]]*)\]\]/g, '[$2]($1)')
    .replace(/\[\[([^\]]*)\]\[([^\]]*)\]\]/g, '[[$1|$2]]')
    .replace(/(^|\s)[~=](\S(?:[^~=\n]*\S)?)[~=](?=[\s.,;:!?)]|$)/g, '$1`$2`')
    .replace(/(^|\s)\*(\S(?:[^*\n]*\S)?)\*(?=[\s.,;:!?)]|$)/g, '$1**$2**')
    .replace(/(^|\s)\/(\S(?:[^/\n]*\S)?)\/(?=[\s.,;:!?)]|$)/g, '$1*$2*')
    .replace(/(^|\s)\+(\S(?:[^+\n]*\S)?)\+(?=[\s.,;:!?)]|$)/g, '$1~~$2~~');

/** `2020_05_14` as a day. */
export const journalDay = (stem: string): string | undefined => {
  const day = stem.replaceAll('_', '-');
  return /^\d{4}-\d\d-\d\d$/.test(day) && isoDate(day) ? day : undefined;
};

/** The title that a file name stands for: `___` and `%2F` part a namespace. */
export function logseqTitle(stem: string): string {
  try {
    return decodeURIComponent(stem.replaceAll('___', '/').replace(/%(?![\da-f]{2})/gi, '%25')).normalize('NFC');
  } catch {
    return stem;
  }
}
