// What people laid over the pages of a PDF file: remarks and fields of forms.
import type { CommentItem } from '../../contract.ts';
import { isoDate } from '../../conversion/front-matter.ts';

export interface Annotation {
  subtype?: string;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  modificationDate?: string | null;
}

const SAID = new Set([
  'Text',
  'FreeText',
  'Highlight',
  'Underline',
  'StrikeOut',
  'Squiggly',
  'Ink',
  'Square',
  'Circle',
]);

/** What people wrote on a page are comments; fields of forms are counted. */
export function noteTo(note: Annotation, comments: CommentItem[], unsupported: Record<string, number>): void {
  const { subtype = '', contentsObj, titleObj, modificationDate } = note;
  const text = contentsObj?.str?.trim();
  const author = titleObj?.str?.trim();
  const created = pdfDate(modificationDate);
  if (SAID.has(subtype) && text) comments.push({ text, ...(author && { author }), ...(created && { created }) });
  else if (subtype === 'Widget') unsupported.form_field = (unsupported.form_field ?? 0) + 1;
}

/** `D:20230405123000+02'00'` as ISO 8601. */
export function pdfDate(text: unknown): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?(?:([+-]\d\d)'?(\d\d)?|Z)?/.exec(String(text ?? ''));
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone, minutes = '00'] = parts;
  return isoDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone ? `${zone}:${minutes}` : 'Z'}`);
}
