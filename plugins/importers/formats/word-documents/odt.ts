// OpenDocument texts as pages: their elements are put into words of HTML, which is read like any other.
import type { CommentItem } from '../../contract.ts';
import { treeToBlocks } from '../../conversion/html/read.ts';
import {
  all,
  child,
  elementChildren,
  isElement,
  type MarkupElement,
  type MarkupNode,
  madeElement,
  markupNodeLine,
  readTree,
} from '../../conversion/html/tree.ts';
import { type OpenPackage, PackageFault } from '../../reading/document-zip.ts';
import { type LaidFile, layFile, sourcePathAddress } from '../../reading/embedded-file.ts';
import { baseName } from '../../reading/entry-path.ts';
import type { WordDocument } from './docx.ts';
import { documentNote, documentNoteSign } from './note-elements.ts';
import { Styles } from './odt-styles.ts';
import { chartTable, enteredIn, ownProperties, printedParts } from './odt-surroundings.ts';

/** @throws Error whose message ends a sentence */
export async function readOdt(parts: OpenPackage, path: string, folder: string): Promise<WordDocument> {
  const content = readTree(await parts.text('content.xml'), { xml: true });
  const body = all(content, 'office:text')[0];
  if (!body) throw new PackageFault('it is not an OpenDocument text');
  const styles = readTree(await parts.text('styles.xml'), { xml: true });
  const writer = new Writer(new Styles([styles, content]), await objectsIn(parts));
  writer.lose('header_footer', printedParts(styles));
  const page = treeToBlocks({ tag: '', attrs: {}, children: [...writer.nodes(body.children), ...writer.notes] });
  const files: LaidFile[] = [];
  for (const name of writer.pictures) {
    const picture = await parts.read(name);
    if (picture) files.push(layFile({ path: `${path}/${name}`, bytes: picture }, folder));
  }
  for (const block of page.blocks) named(block, files, path);
  return {
    ...page,
    unsupported: { ...page.unsupported, ...writer.lost },
    files,
    ...(writer.comments.length && { comments: writer.comments }),
    ...aboutOf(readTree(await parts.text('meta.xml'), { xml: true })),
  };
}

/** Formulas and charts, by their places in the document. */
async function objectsIn(parts: OpenPackage): Promise<DocumentObjects> {
  const objects: DocumentObjects = { formulas: new Map(), charts: new Map() };
  for (const name of parts.names.filter((one) => /\/content\.xml$/.test(one))) {
    const content = readTree(await parts.text(name), { xml: true });
    const place = name.slice(0, -'/content.xml'.length);
    const math = all(content, 'math', 'math:math')[0];
    const chart = chartTable(content);
    if (math) objects.formulas.set(place, math);
    else if (chart) objects.charts.set(place, chart);
  }
  return objects;
}

interface DocumentObjects {
  formulas: Map<string, MarkupElement>;
  charts: Map<string, MarkupElement[]>;
}

/** Pictures are named by their place in the document; here by their place in the source. */
function named(block: WordDocument['blocks'][number], files: LaidFile[], path: string): void {
  const { url } = block.data;
  if (block.type === 'image' && typeof url === 'string') {
    const file = files.find((one) => one.path === `${path}/${url}`);
    if (file) block.data = { ...block.data, url: sourcePathAddress(file.path), name: baseName(file.path) };
  }
  for (const inner of block.children ?? []) named(inner, files, path);
}

function aboutOf(
  root: MarkupElement,
): Pick<WordDocument, 'title' | 'author' | 'created' | 'updated' | 'tags' | 'properties'> {
  const meta = all(root, 'office:meta')[0];
  const said = (tag: string): string => markupNodeLine(meta && child(meta, tag));
  const properties = ownProperties(meta);
  const author = said('meta:initial-creator') || said('dc:creator');
  const tags = meta ? elementChildren(meta, 'meta:keyword').flatMap((one) => markupNodeLine(one) || []) : [];
  return {
    title: said('dc:title'),
    ...(author && { author }),
    ...(said('meta:creation-date') && { created: said('meta:creation-date') }),
    ...(said('dc:date') && { updated: said('dc:date') }),
    ...(tags.length && { tags }),
    ...(Object.keys(properties).length && { properties }),
  };
}

const REPEATED_MAX = 1000;

/** Writes elements of OpenDocument as elements of HTML. */
class Writer {
  readonly comments: CommentItem[] = [];
  /** by the name of a comment that of the first one of its thread */
  readonly #threads = new Map<string, string>();
  readonly pictures = new Set<string>();
  readonly notes: MarkupElement[] = [];
  readonly lost: Record<string, number> = {};
  readonly #styles: Styles;
  readonly #objects: DocumentObjects;

  constructor(styles: Styles, objects: DocumentObjects) {
    this.#styles = styles;
    this.#objects = objects;
  }

  lose(kind: string, times = 1): void {
    if (times) this.lost[kind] = (this.lost[kind] ?? 0) + times;
  }

  nodes(children: MarkupNode[], level = 0): MarkupNode[] {
    return children.flatMap((node) => (isElement(node) ? this.#element(node, level) : [node]));
  }

  #element(element: MarkupElement, level: number): MarkupNode[] {
    const { tag, attrs } = element;
    const inside = (): MarkupNode[] => this.nodes(element.children, level);
    switch (tag) {
      case 'text:h':
        return [madeElement(`h${Math.min(6, Number(attrs['text:outline-level']) || 1)}`, inside())];
      case 'text:p':
        return [this.#paragraph(attrs['text:style-name'], inside())];
      case 'text:span':
        return this.#styles.marked(attrs['text:style-name'], inside());
      case 'text:a':
      case 'draw:a':
        return [madeElement('a', inside(), { href: attrs['xlink:href'] ?? '', title: attrs['office:title'] ?? '' })];
      case 'text:bibliography-mark':
        return [...inside(), workNamed(attrs)];
      case 'text:alphabetical-index-mark':
      case 'text:alphabetical-index-mark-start':
        this.lose('index_entry');
        return inside();
      case 'text:drop-down':
        this.lose('form_field');
        return inside();
      case 'text:s':
        return [' '.repeat(Math.min(REPEATED_MAX, Number(attrs['text:c']) || 1))];
      case 'text:tab':
        return ['\t'];
      case 'text:line-break':
        return [madeElement('br', [])];
      case 'text:list':
        return [this.#list(element, level)];
      case 'table:table':
        return this.#table(element);
      case 'text:note':
        return this.#note(element);
      case 'office:annotation':
        return [madeElement('a', [], { name: this.#comment(element) })];
      case 'draw:frame':
        return this.#frame(element, level);
      case 'text:bookmark':
      case 'text:bookmark-start':
        return [madeElement('a', [], { name: attrs['text:name'] ?? '' })];
      case 'text:bookmark-ref':
        return [madeElement('a', inside(), { href: `#${encodeURIComponent(attrs['text:ref-name'] ?? '')}` })];
      case 'svg:title':
      case 'svg:desc':
        return [` ${markupNodeLine(element)} `];
      case 'text:tracked-changes':
        this.lose('tracked_deletion', all(element, 'text:deletion').length);
        return [];
      case 'office:forms':
        return this.#entered(element);
      case 'text:hidden-text':
      case 'text:hidden-paragraph':
        this.lose('hidden_text');
        return inside();
      case 'text:sequence-decls':
      case 'text:soft-page-break':
        return [];
      default:
        return inside();
    }
  }

  #paragraph(style: string | undefined, children: MarkupNode[]): MarkupElement {
    const kind = this.#styles.kind(style);
    const content = this.#styles.marked(style, children);
    if (kind === 'heading') return madeElement('h1', content);
    if (kind === 'quote') return madeElement('blockquote', content);
    return kind === 'code' ? madeElement('pre', content) : madeElement('p', content);
  }

  #list(element: MarkupElement, level: number): MarkupElement {
    const { 'text:style-name': style, 'text:start-value': start } = element.attrs;
    const name = style ?? '';
    if (name) this.#styles.current = name;
    const tag = this.#styles.isNumbered(name || this.#styles.current, level + 1) ? 'ol' : 'ul';
    const items = elementChildren(element, 'text:list-item', 'text:list-header').map((item) =>
      madeElement(
        'li',
        this.nodes(item.children, level + 1),
        item.attrs['text:start-value'] ? { value: item.attrs['text:start-value'] } : {},
      ),
    );
    return madeElement(tag, items, start ? { start } : {});
  }

  #entered(forms: MarkupElement): MarkupElement[] {
    const { fields, lines } = enteredIn(forms);
    this.lose('form_field', fields);
    return lines.map((line) => madeElement('p', [line]));
  }

  /** With its title and description, which nothing shows, above it. */
  #table(table: MarkupElement): MarkupElement[] {
    const about = elementChildren(table, 'table:title', 'table:desc').map((one) =>
      madeElement('p', [markupNodeLine(one)]),
    );
    const covered = all(table, 'table:covered-table-cell').filter((cell) => markupNodeLine(cell));
    this.lose('hidden_text', covered.length);
    return [...about, madeElement('table', this.#rows(table))];
  }

  #rows(table: MarkupElement, head = false): MarkupElement[] {
    return elementChildren(table).flatMap((part) => {
      if (part.tag === 'table:table-header-rows') return this.#rows(part, true);
      if (part.tag === 'table:table-rows' || part.tag === 'table:table-row-group') return this.#rows(part, head);
      return part.tag === 'table:table-row' ? [madeElement('tr', this.#cells(part, head))] : [];
    });
  }

  #cells(row: MarkupElement, head: boolean): MarkupElement[] {
    return elementChildren(row, 'table:table-cell').flatMap((cell) => {
      const { attrs } = cell;
      const one = madeElement(head ? 'th' : 'td', this.nodes(cell.children), {
        colspan: attrs['table:number-columns-spanned'] ?? '1',
        rowspan: attrs['table:number-rows-spanned'] ?? '1',
      });
      const times = Math.min(100, Number(attrs['table:number-columns-repeated']) || 1);
      return Array.from({ length: times }, () => one);
    });
  }

  #note(element: MarkupElement): MarkupNode[] {
    const number = this.notes.length + 1;
    const body = child(element, 'text:note-body');
    this.notes.push(documentNote(number, body ? this.nodes(body.children) : []));
    return [documentNoteSign(number)];
  }

  /** Name of the place where it was made, among the anchors of the page. */
  #comment(element: MarkupElement): string {
    const author = markupNodeLine(child(element, 'dc:creator'));
    const created = markupNodeLine(child(element, 'dc:date'));
    const text = elementChildren(element, 'text:p', 'text:list').map(markupNodeLine).join('\n');
    const { 'office:name': name = '', 'loext:parent-name': answered = '' } = element.attrs;
    const thread = this.#threads.get(answered) ?? name;
    if (name) this.#threads.set(name, thread);
    const at = `comment ${this.comments.length}`;
    const said = { ...(author && { author }), ...(created && { created }), ...(thread && { thread }) };
    const resolved = element.attrs['loext:resolved'] === 'true';
    this.comments.push({ text, ...said, at, ...(resolved && { resolved }) });
    return at;
  }

  #frame(frame: MarkupElement, level: number): MarkupNode[] {
    const formula = elementChildren(frame, 'draw:object').map(({ attrs }) =>
      (attrs['xlink:href'] ?? '').replace(/^\.\//, ''),
    )[0];
    const math = this.#objects.formulas.get(formula ?? '');
    if (math) return [plainMath(math)];
    const chart = this.#objects.charts.get(formula ?? '');
    if (chart) {
      this.lose('chart');
      return chart;
    }
    const image = child(frame, 'draw:image');
    const address = image?.attrs['xlink:href']?.replace(/^\.\//, '');
    if (address) {
      this.pictures.add(address);
      const [title, said] = ['svg:title', 'svg:desc'].map((name) => markupNodeLine(child(frame, name))) as [
        string,
        string,
      ];
      const [alt, caption] = title && said ? [said, title] : [title || said, ''];
      return [madeElement('img', [], { src: address, ...(alt && { alt }), ...(caption && { title: caption }) })];
    }
    if (child(frame, 'draw:object')) this.lose('object');
    return this.nodes(frame.children, level);
  }
}

/** What stands of a work in the list of all works, where there is one. */
function workNamed(attrs: Record<string, string>): string {
  const said = ['author', 'title', 'year', 'publisher', 'url'].flatMap((name) => attrs[`text:${name}`]?.trim() || []);
  return said.length ? ` (${said.join(', ')})` : '';
}

/** MathML with or without a prefix to its names. */
function plainMath(element: MarkupElement): MarkupElement {
  const children = element.children.map((node) => (isElement(node) ? plainMath(node) : node));
  return { tag: element.tag.replace(/^math:/, ''), attrs: element.attrs, children };
}
