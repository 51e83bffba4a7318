// What a document of Word says that neither mammoth nor anybody else reads here, or reads otherwise: it is counted by kinds.

/** In any text of the document. */
const UNREAD: [kind: string, RegExp][] = [
  ['tracked_deletion', /<w:delText[ />]|<w:trPr>(?:(?!<\/w:trPr>).){0,2000}?<w:del[ />]/gs],
  ['tracked_insertion', /<w:ins [^<>]*[^/]>\s*<w:(?:r|hyperlink)[ >]/g],
  ['form_field', /<w:(?:ffData|dropDownList|comboBox)[ >]/g],
  ['link_title', /\sw:tooltip="[^"]/g],
  ['index_entry', /<w:instrText\b[^<>]*>\s*XE\s/g],
  ['table_description', /<w:tbl(?:Caption|Description)\s+w:val="[^"]/g],
];

export function countUnreadParts(text: string, count: (kind: string, times: number) => void): void {
  for (const [kind, sign] of UNREAD) count(kind, text.match(sign)?.length ?? 0);
}

/** Bounded, so that a damaged one does not keep anybody busy. */
const LIST_FIELD =
  /<w:fldChar\b[^<>]*>\s*<w:ffData>(?:(?!<\/w:ffData>).){0,2000}?<w:ddList>((?:(?!<\/w:ddList>).){0,20000})<\/w:ddList>/gs;

/** The document with the choice in each list of a form, of which it has the number only, in front of its field. */
export const withChosenWords = (xml: string): string =>
  xml.replace(LIST_FIELD, (field, list: string) => {
    const choices = [...list.matchAll(/<w:listEntry\b[^<>]*?\sw:val="([^"]*)"/g)].map(([, choice = '']) => choice);
    const given = /<w:(?:result|default)\s+w:val="(\d+)"/.exec(list)?.[1] ?? '0';
    return `<w:t xml:space="preserve">${choices[Number(given)] ?? ''}</w:t>${field}`;
  });
