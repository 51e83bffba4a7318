// What a document of OpenDocument says beside its text: headers, entries of forms, charts, and what it says of itself.
import {
  all,
  child,
  elementChildren,
  elementsIn,
  type MarkupElement,
  madeElement,
  madeRow,
  markupNodeLine,
} from '../../conversion/html/tree.ts';

const PRINTED = ['header', 'footer'].flatMap((part) => ['', '-left', '-first'].map((page) => `style:${part}${page}`));

/** How many headers and footers have words of their own, besides numbers of pages and the like. */
export const printedParts = (styles: MarkupElement): number =>
  all(styles, ...PRINTED).filter((part) => all(part, 'text:p', 'text:h').some((line) => ownWords(line))).length;

const ownWords = (line: MarkupElement): boolean =>
  line.children.some((node) =>
    typeof node === 'string' ? node.trim() !== '' : /^text:(?:span|a|h|p)$/.test(node.tag) && ownWords(node),
  );

const FIELD = /^form:(?!form$|properties$|property$|connection-resource$|option$|item$)/;

/** Fields of forms, and lines of what was entered. */
export function enteredIn(forms: MarkupElement): { fields: number; lines: string[] } {
  const fields = [...elementsIn(forms)].filter(({ tag }) => FIELD.test(tag));
  const lines = fields.flatMap(({ attrs }) => {
    const value = attrs['form:current-value'] ?? attrs['form:value'] ?? '';
    const isChosen = attrs['form:current-state'] === 'checked' || attrs['form:current-selected'] === 'true';
    const said = isChosen ? value || 'checked' : attrs['form:current-state'] ? '' : value;
    return said ? `${attrs['form:label'] || attrs['form:name'] || ''}: ${said}` : [];
  });
  return { fields: fields.length, lines };
}

/** A chart as its titles and the table of its numbers; undefined for any other object. */
export function chartTable(content: MarkupElement): MarkupElement[] | undefined {
  const [chart] = all(content, 'office:chart');
  if (!chart) return undefined;
  const titles = all(chart, 'chart:title', 'chart:subtitle').map((one) => madeElement('p', [markupNodeLine(one)]));
  const rows = all(chart, 'table:table-row').map((row) =>
    madeRow(elementChildren(row, 'table:table-cell').map(markupNodeLine)),
  );
  return [...titles, ...(rows.length ? [madeElement('table', rows)] : [])];
}

/** What people have written about the document itself, besides title, author and keywords. */
export function ownProperties(meta: MarkupElement | undefined): Record<string, string> {
  if (!meta) return {};
  const said = ['subject', 'description'].map((name) => [name, markupNodeLine(child(meta, `dc:${name}`))]);
  const own = elementChildren(meta, 'meta:user-defined').map((one) => [
    one.attrs['meta:name'] ?? '',
    markupNodeLine(one),
  ]);
  return Object.fromEntries([...said, ...own].filter(([name, text]) => name && text));
}
